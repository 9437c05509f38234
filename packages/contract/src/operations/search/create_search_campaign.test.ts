// Tests of the rules of search/create_search_campaign that concern more than one value.

import { describe, expect, test } from 'vitest'
import {
  formatViolations,
  type JsonObject,
  parseExample,
  violationsAt,
  violationsOfExample,
} from '../../../testing/bodies.ts'

const name = 'search/create_search_campaign'
const circle = {
  radius_units: 'KILOMETERS',
  radius: 10,
  longitude_in_micro_degrees: 13_404_954,
  latitude_in_micro_degrees: 52_520_008,
}

describe('location targeting', () => {
  const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['accepts locations without circles', { locations: ['2840'] }, []],
    ['accepts circles without locations', { locations: undefined, proximityTargeting: [circle] }, []],
    ['accepts circles with an empty list of locations', { locations: [], proximityTargeting: [circle] }, []],
    ['accepts locations together with circles', { proximityTargeting: [circle] }, []],
    ['rejects a body without locations and circles', { locations: undefined }, ['locations REQUIRED']],
    [
      'rejects empty lists of locations and circles',
      { locations: [], proximityTargeting: [] },
      ['locations REQUIRED'],
    ],
    [
      'rejects an empty list of circles without locations',
      { locations: undefined, proximityTargeting: [] },
      ['locations REQUIRED'],
    ],
  ]
  test.each(cases)('%s [R4.5.locations R4.5.proximityTargeting]', (_, changes, expected) => {
    expect(formatViolations(violationsOfExample(name, changes))).toEqual(expected)
  })

  test('does not require locations if a circle is invalid', () => {
    expect(
      formatViolations(
        violationsOfExample(name, { locations: undefined, proximityTargeting: [{ ...circle, radius: 0 }] }),
      ),
    ).toEqual(['proximityTargeting[0].radius OUT_OF_RANGE'])
  })

  test('rejects a location that is both targeted and excluded, even as a resource name [R4.5.negativeLocations]', () => {
    const changes = { locations: ['2840', '2276'], negativeLocations: ['1023191', 'geoTargetConstants/2276'] }
    expect(formatViolations(violationsOfExample(name, changes))).toEqual(['negativeLocations[1] CONFLICT'])
  })
})

describe('the objective', () => {
  const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['CONVERSION accepts conversion events', { objective: 'CONVERSION', conversionEvents: ['PURCHASE'] }, []],
    ['CONVERSION requires conversion events', { objective: 'CONVERSION' }, ['conversionEvents REQUIRED']],
    [
      'CONVERSION rejects an empty list of conversion events',
      { objective: 'CONVERSION', conversionEvents: [] },
      ['conversionEvents REQUIRED'],
    ],
    ['TRAFFIC does not require conversion events', { objective: 'TRAFFIC' }, []],
    ['TRAFFIC accepts conversion events', { objective: 'TRAFFIC', conversionEvents: ['PURCHASE'] }, []],
  ]
  test.each(cases)('%s [R4.5.conversionEvents]', (_, changes, expected) => {
    expect(formatViolations(violationsOfExample(name, changes))).toEqual(expected)
  })
})

describe('phone number validation', () => {
  const valid = [
    ['US', '(212) 456-7890'],
    ['US', '212-456-7890'],
    ['US', '+1 212 456 7890'],
    ['US', '800 555 0100'],
    ['CA', '604-555-1234'],
    ['GB', '020 7946 0958'],
    ['DE', '030/123456'],
    ['FR', '01 23 45 67 89'],
    ['JP', '03-1234-5678'],
    ['IT', '06 698 82331'],
  ] as const
  test.each(valid)(
    '[R4.gap.phone] with country %s accepts %s and does not reformat it',
    (country, number) => {
      expect(parseExample(name, { phoneNumber: number, phoneNumberCountryCode: country }).phoneNumber).toBe(
        number,
      )
    },
  )

  const invalid = [
    ['US', '555-1234'],
    ['US', '911'],
    ['US', '+44 20 7946 0958'],
    ['GB', '(212) 456-7890'],
    ['US', 'call 212-456-7890 now'],
    ['US', '212-456-7890 ext. 5'],
    ['US', '1-800-FLOWERS'],
    ['US', '２１２４５６７８９０'],
    ['US', '٢١٢٤٥٦٧٨٩٠'],
    ['US', '212-456-7890 / 212-456-7891'],
    ['US', 'tel:2124567890'],
    ['AQ', '+1 212 456 7890'],
  ] as const
  test.each(invalid)('[R4.5.phoneNumber] with country %s rejects %s', (country, number) => {
    const violations = violationsOfExample(name, { phoneNumber: number, phoneNumberCountryCode: country })
    expect(formatViolations(violations)).toEqual(['phoneNumber MALFORMED'])
    expect(violations[0]?.message).toBe(`phoneNumber is not a valid phone number in ${country}.`)
  })

  test('requires a country with a number and accepts a country without a number [R4.5.phoneNumberCountryCode]', () => {
    expect(formatViolations(violationsOfExample(name, { phoneNumber: '212-456-7890' }))).toEqual([
      'phoneNumberCountryCode REQUIRED',
    ])
    expect(violationsOfExample(name, { phoneNumberCountryCode: 'US' })).toEqual([])
  })
})

describe('keyword validation', () => {
  const valid = [
    ['garden chairs', 'BROAD'],
    ['[garden chairs]', 'EXACT'],
    ['"garden chairs"', 'PHRASE'],
    ['[garden chairs]', 'exact'],
    ['chairs & tables', 'BROAD'],
    ["men's shoes", 'BROAD'],
    ['c++ course', 'BROAD'],
    ['24/7 plumber no.1', 'PHRASE'],
    ['gartenstühle', 'BROAD'],
    ['庭の椅子', 'EXACT'],
    ['one two three four five six seven eight nine ten', 'BROAD'],
  ] as const
  test.each(valid)('[R4.5.keywords] accepts %s with match type %s', (text, match_type) => {
    expect(violationsOfExample(name, { keywords: [{ text, match_type }] })).toEqual([])
  })

  const refused = [
    ['[garden chairs]', 'BROAD', 'CONFLICT'],
    ['[garden chairs]', 'PHRASE', 'CONFLICT'],
    ['"garden chairs"', 'EXACT', 'CONFLICT'],
    ['[]', 'EXACT', 'TOO_SHORT'],
    ['[ ]', 'EXACT', 'TOO_SHORT'],
    ['""', 'PHRASE', 'TOO_SHORT'],
    ['+garden +chairs', 'BROAD', 'MALFORMED'],
    ['garden +chairs', 'BROAD', 'MALFORMED'],
    ['[garden chairs', 'EXACT', 'MALFORMED'],
    ['garden "chairs"', 'PHRASE', 'MALFORMED'],
    ['garden, chairs', 'BROAD', 'MALFORMED'],
    ['one two three four five six seven eight nine ten eleven', 'BROAD', 'TOO_LONG'],
    ...[...'!@%^*(){}~`=;<>?\\|―'].map((character) => [`a${character}b`, 'BROAD', 'MALFORMED'] as const),
  ] as const
  test.each(refused)('[R8.gap.keyword] rejects %s with match type %s', (text, match_type, code) => {
    expect(formatViolations(violationsOfExample(name, { keywords: [{ text, match_type }] }))).toEqual([
      `keywords[0].text ${code}`,
    ])
  })

  test('rejects the same texts in negative keywords [R4.5.negativeKeywords]', () => {
    for (const [text, match_type, code] of refused)
      expect(
        formatViolations(violationsOfExample(name, { negativeKeywords: [{ text, match_type }] })),
        text,
      ).toEqual([`negativeKeywords[0].text ${code}`])
  })

  test('reports an invalid text together with an invalid match type', () => {
    expect(
      formatViolations(violationsOfExample(name, { keywords: [{ text: 'a!', match_type: 'ANY' }] })),
    ).toEqual(['keywords[0].text MALFORMED', 'keywords[0].match_type NOT_ALLOWED'])
  })

  test('accepts a repeated keyword [R4.5.keywords]', () => {
    const keyword = { text: 'garden chairs', match_type: 'BROAD' }
    expect(
      violationsOfExample(name, { keywords: [keyword, keyword, { ...keyword, match_type: 'EXACT' }] }),
    ).toEqual([])
  })

  test('converts match types to upper case for the handler [R4.gap.match-type]', () => {
    const { keywords } = parseExample(name, { keywords: [{ text: 'garden chairs', match_type: 'phrase' }] })
    expect(keywords).toEqual([{ text: 'garden chairs', match_type: 'PHRASE' }])
  })
})

describe('ad validation', () => {
  test('rejects repeated headlines and repeated descriptions of an ad [R4.5.ads]', () => {
    expect(formatViolations(violationsAt(name, 'ads[0].headlines', ['One', 'Two', 'One', 'One']))).toEqual([
      'ads[0].headlines[2] DUPLICATE',
      'ads[0].headlines[3] DUPLICATE',
    ])
    expect(formatViolations(violationsAt(name, 'ads[0].descriptions', ['One', 'One']))).toEqual([
      'ads[0].descriptions[1] DUPLICATE',
    ])
  })

  test('accepts a headline that equals a description or a headline of another ad [R4.5.ads]', () => {
    const ad = {
      url: 'https://shop.example/',
      headlines: ['One', 'Two', 'Three'],
      descriptions: ['One', 'Two'],
    }
    expect(violationsOfExample(name, { ads: [ad, ad] })).toEqual([])
  })

  test('measures a keyword insertion tag by its default text [R8.gap.headlines R8.gap.descriptions]', () => {
    const fitting = [
      '{KeyWord:Solid Oak Garden Chairs}',
      `{keyword:${'x'.repeat(30)}}`,
      `${'x'.repeat(10)} {KEYWORD:chairs} {keyword:chairs}`,
      `{KeyWord:${'椅'.repeat(15)}}`,
    ]
    for (const text of fitting) expect(violationsAt(name, 'ads[0].headlines[0]', text), text).toEqual([])
    const tooWide = [
      `{KeyWord:${'x'.repeat(31)}}`,
      `{KeyWord:${'椅'.repeat(16)}}`,
      `{KeyWord:${'x'.repeat(30)}}!`,
      // A tag counts in full without a default text, without its closing brace and under another name.
      `${'x'.repeat(21)}{keyword:}`,
      '{KeyWord:Solid Oak Garden Chairs',
      '{Chairs:Solid Oak Garden Chairs}',
    ]
    for (const text of tooWide)
      expect(formatViolations(violationsAt(name, 'ads[0].headlines[0]', text)), text).toEqual([
        'ads[0].headlines[0] TOO_LONG',
      ])
    expect(violationsAt(name, 'ads[0].descriptions[0]', `{KeyWord:${'x'.repeat(90)}}`)).toEqual([])
    expect(
      formatViolations(violationsAt(name, 'ads[0].descriptions[0]', `{KeyWord:${'x'.repeat(91)}}`)),
    ).toEqual(['ads[0].descriptions[0] TOO_LONG'])
  })

  test('measures a keyword insertion tag in a callout in full [R8.gap.callouts]', () => {
    expect(formatViolations(violationsAt(name, 'callouts[0]', '{KeyWord:Solid oak chairs}'))).toEqual([
      'callouts[0] TOO_LONG',
    ])
  })

  test('reports the number of headlines for a pin index that is too high [R4.5.ads.pins]', () => {
    expect(violationsAt(name, 'ads[0].headlineIndexToPinFirstSlot', 3)[0]?.message).toBe(
      'ads[0].headlineIndexToPinFirstSlot must be below 3, the number of headlines.',
    )
  })

  test('reports all violations of an ad at once [R4.5.ads]', () => {
    const ad = {
      headlines: ['One', 'One', 'x'.repeat(31)],
      descriptions: ['Only one'],
      headlineIndexToPinFirstSlot: 7,
      descriptionIndexToPinFirstSlot: 1,
    }
    expect(formatViolations(violationsOfExample(name, { ads: [ad] })).sort()).toEqual([
      'ads[0].descriptionIndexToPinFirstSlot OUT_OF_RANGE',
      'ads[0].descriptions TOO_FEW',
      'ads[0].headlineIndexToPinFirstSlot OUT_OF_RANGE',
      'ads[0].headlines[1] DUPLICATE',
      'ads[0].headlines[2] TOO_LONG',
      'ads[0].url REQUIRED',
    ])
  })
})

describe('utmParams validation [R4.5.utmParams]', () => {
  test.each([
    'utm_source=a',
    'utm_source=a&utm_medium=b',
    '?a=b',
    '&a=b',
    'a=',
    'a={keyword}&b=%20',
    'a=b?c',
  ])('accepts %j', (value) => {
    expect(violationsOfExample(name, { utmParams: value })).toEqual([])
  })
  test.each(['a', 'a=b&', '=b', 'a b=c', 'a=b c', 'a=b#c', '??a=b', 'a=b&&c=d', '&', '?'])(
    'rejects %j',
    (value) => {
      expect(formatViolations(violationsOfExample(name, { utmParams: value }))).toEqual([
        'utmParams MALFORMED',
      ])
    },
  )
})
