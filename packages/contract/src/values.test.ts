// Tests of the value types that several operations share, in every field that has the type.

import { describe, expect, test } from 'vitest'
import { formatViolations, violationsAt } from '../testing/bodies.ts'

const campaign = 'search/create_search_campaign'

describe('date validation', () => {
  const members = [
    ['R4.5.startDate', campaign, 'startDate'],
    ['R4.5.endDate', campaign, 'endDate'],
    ['R4.6.startDate', 'social/get_campaign_insights', 'startDate'],
    ['R4.6.endDate', 'social/get_campaign_insights', 'endDate'],
    ['R4.gap.dates', campaign, 'startDate'],
  ] as const
  const refused = [
    ...['2026-02-30', '2025-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
    ...[
      '2026-1-1',
      '26-01-01',
      '2026/01/01',
      '20260101',
      '01-01-2026',
      '2026-01-01T00:00:00Z',
      '+002026-01-01',
    ],
    ...['', ' 2026-01-01', '2026-01-01 ', '2026-01-01\n', '２０２６-01-01', 'today', '2026-01-1x'],
  ]
  test.each(members)('[%s] %s rejects malformed and nonexistent dates in %s', (_, name, path) => {
    for (const value of refused)
      expect(formatViolations(violationsAt(name, path, value)), value).toEqual([`${path} MALFORMED`])
  })

  test('accepts leap days [R4.gap.dates]', () => {
    expect(violationsAt(campaign, 'startDate', '2028-02-29')).toEqual([])
    expect(violationsAt(campaign, 'startDate', '2000-02-29')).toEqual([])
  })

  test('accepts a start date in the past [R4.gap.dates]', () => {
    expect(violationsAt(campaign, 'startDate', '2001-01-01')).toEqual([])
  })
})

describe('date range validation', () => {
  const ranges = [
    ['R4.5.endDate', campaign],
    ['R4.6.endDate', 'social/get_campaign_insights'],
  ] as const
  test.each(ranges)('[%s] %s rejects an endDate before the startDate and accepts the same day', (_, name) => {
    const start = name === campaign ? '2030-03-01' : '2026-01-24'
    const before = name === campaign ? '2030-02-28' : '2026-01-23'
    expect(violationsAt(name, 'endDate', start)).toEqual([])
    expect(formatViolations(violationsAt(name, 'endDate', before))).toEqual(['endDate CONFLICT'])
    expect(violationsAt(name, 'endDate', before)[0]?.message).toBe('endDate must not be before startDate.')
  })

  test('social/get_campaign_insights accepts a startDate or an endDate alone [R4.6.startDate R4.6.endDate]', () => {
    expect(violationsAt('social/get_campaign_insights', 'startDate', undefined)).toEqual([])
    expect(violationsAt('social/get_campaign_insights', 'endDate', undefined)).toEqual([])
  })
})

describe('URL validation', () => {
  const members = [
    ['R4.2.redirectUri', 'auth/create_link', 'redirectUri', 2048],
    ['R4.5.ads', campaign, 'ads[0].url', 2084],
    ['R4.5.images', campaign, 'images[0]', 2048],
    ['R4.11.privacy_policy_url', 'search/create_lead_form', 'privacy_policy_url', 2048],
    ['R4.add.social-upload_video', 'social/upload_video', 'url', 2048],
  ] as const
  const refused = [
    ...[
      'ftp://shop.example/',
      'javascript:alert(1)',
      'JavaScript://shop.example/%0aalert(1)',
      'data:text/html,x',
    ],
    ...['file:///etc/passwd', 'shop.example', '//shop.example/', '/path', 'www.shop.example/a', ''],
    ...['https:shop.example', 'https:/shop.example', 'https://', 'http://:80', 'https://shop.example:99999/'],
    ...[
      ' https://shop.example/',
      'https://shop.example/ ',
      'https://shop.example/a b',
      'https://sh op.example/',
    ],
    ...[
      'https://shop.example/\n',
      'ht\ntps://shop.example/',
      'https://shop.example/\u0000',
      'https://a\\b.example/',
    ],
    ...['https://shop.example/\ud83d', 'https://[::1', 'https://shop%zz.example/'],
  ]
  const accepted = [
    ...[
      'https://shop.example',
      'http://shop.example/',
      'HTTPS://SHOP.EXAMPLE/',
      'https://shop.example:8443/a?b=c',
    ],
    ...['https://münchen.example/straße', 'https://[2001:db8::1]/', 'http://127.0.0.1:3000/'],
  ]
  test.each(members)(
    '[%s] %s accepts only absolute HTTP and HTTPS URLs of limited length in %s',
    (_, name, path, max) => {
      for (const value of accepted)
        expect(formatViolations(violationsAt(name, path, value)), value).toEqual([])
      for (const value of refused)
        expect(formatViolations(violationsAt(name, path, value)), JSON.stringify(value)).toEqual([
          `${path} MALFORMED`,
        ])
      const prefix = 'https://shop.example/'
      expect(violationsAt(name, path, prefix.padEnd(max, 'a'))).toEqual([])
      expect(formatViolations(violationsAt(name, path, prefix.padEnd(max + 1, 'a')))).toEqual([
        `${path} TOO_LONG`,
      ])
      expect(formatViolations(violationsAt(name, path, prefix + 'ü'.repeat(max / 2)))).toEqual([
        `${path} TOO_LONG`,
      ])
    },
  )

  test('auth/create_link rejects a redirectUri with a fragment or user info [R4.2.redirectUri]', () => {
    for (const value of [
      'https://app.example/#done',
      'https://app.example/#',
      'https://ok.example@evil.example/',
      'https://user:secret@app.example/',
    ])
      expect(formatViolations(violationsAt('auth/create_link', 'redirectUri', value)), value).toEqual([
        'redirectUri MALFORMED',
      ])
    expect(violationsAt('auth/create_link', 'redirectUri', 'https://app.example/@me?to=a@b.example')).toEqual(
      [],
    )
  })
})

describe('platform id validation', () => {
  const members = [
    ['R4.5.leadFormAssetId', campaign, 'leadFormAssetId'],
    ['R4.5.locationGroupId', campaign, 'locationGroupId'],
    ['R4.6.campaignId', 'social/get_campaign_insights', 'campaignId'],
    ['R4.7.videoId', 'social/get_video_info', 'videoId'],
    ['R4.13.leadFormIds', 'social/create_leadform_audience', 'leadFormIds[0]'],
    ['R4.14.pixelId', 'social/get_custom_conversions', 'pixelId'],
    ['R4.16.campaignId', 'social/edit_campaign', 'campaignId'],
    ['R4.22.locationAssetIds', 'search/create_location_group', 'locationAssetIds[0]'],
    ['R4.add.social-update_campaign_status', 'social/update_campaign_status', 'campaignId'],
    ['R4.add.search-update_campaign_status', 'search/update_campaign_status', 'campaignId'],
    ['R4.add.search-edit_campaign', 'search/edit_campaign', 'campaignId'],
  ] as const
  const refused = [
    ...[
      '1/../me',
      'act_1',
      '1,2',
      '١٢',
      '１２',
      '1 OR 1=1',
      "1'",
      '1?fields=access_token',
      '../1',
      '',
      ' 1',
      '1 ',
    ],
    ...[
      '1\n',
      '-1',
      '+1',
      '1.0',
      '0',
      '007',
      '1e3',
      '0x1',
      '1\u0000',
      'customers/1/assets/2',
      '1'.repeat(21),
    ],
  ]
  test.each(members)('[%s] %s accepts only 1 to 20 digits without leading zeros in %s', (_, name, path) => {
    for (const value of ['7', '120210000000000011', '9'.repeat(20)])
      expect(formatViolations(violationsAt(name, path, value)), value).toEqual([])
    for (const value of refused)
      expect(formatViolations(violationsAt(name, path, value)), JSON.stringify(value)).toEqual([
        `${path} MALFORMED`,
      ])
  })

  const locations = [
    ['R4.5.locations', campaign, 'locations[0]'],
    ['R4.5.negativeLocations', campaign, 'negativeLocations[0]'],
    ['R4.15.locationIds', 'search/generate_keyword_ideas', 'locationIds[0]'],
  ] as const
  test.each(locations)('[%s] %s accepts only ids and resource names in %s', (_, name, path) => {
    for (const value of ['1014044', 'geoTargetConstants/1014044'])
      expect(formatViolations(violationsAt(name, path, value)), value).toEqual([])
    for (const value of [
      ...refused,
      'geoTargetConstants/',
      'geoTargetConstants/1/2',
      'GeoTargetConstants/1',
      'US',
    ])
      expect(formatViolations(violationsAt(name, path, value)), JSON.stringify(value)).toEqual([
        `${path} MALFORMED`,
      ])
  })
})

describe('country code validation', () => {
  const members = [
    ['R4.5.phoneNumberCountryCode', campaign, 'phoneNumberCountryCode'],
    ['R4.10.specialAdCountries', 'social/search_targeting_interests', 'specialAdCountries[0]'],
    ['R4.add.search-search_locations', 'search/search_locations', 'countryCode'],
  ] as const
  test.each(members)('[%s] %s accepts only ISO 3166-1 country codes in %s', (_, name, path) => {
    expect(violationsAt(name, path, 'US')).toEqual([])
    for (const value of [
      'us',
      'Us',
      'USA',
      'U',
      '',
      'ZZ',
      'XX',
      'EU',
      'UK',
      'AN',
      ' US',
      'US ',
      'US,CA',
      'ＵＳ',
      '1',
    ])
      expect(formatViolations(violationsAt(name, path, value)), value).toEqual([`${path} NOT_ALLOWED`])
  })

  test('accepts exactly 249 country codes [R4.10.specialAdCountries]', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const validCodes = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter(
        (code) =>
          violationsAt('social/search_targeting_interests', 'specialAdCountries', [code]).length === 0,
      )
    expect(validCodes).toHaveLength(249)
    for (const code of ['AX', 'BQ', 'CW', 'DE', 'GB', 'JP', 'SS', 'SX', 'TW', 'ZW'])
      expect(validCodes).toContain(code)
  })
})

describe('money amount validation [R4.5.dailyBudget]', () => {
  const path = 'dailyBudget'
  test.each([
    '1',
    '25',
    '25.5',
    '25.50',
    '0.01',
    '0.000001',
    '1.234567',
    '999999999999',
    '999999999999.999999',
  ])('accepts %j', (value) => {
    expect(violationsAt(campaign, path, value)).toEqual([])
  })
  test.each([
    ...[
      '1e3',
      '1E3',
      '0x10',
      '0b1',
      '１０',
      '١٠',
      ' 10 ',
      '10 ',
      ' 10',
      '10\n',
      '-0',
      '-1',
      '+1',
      '1,000',
      '1.000,00',
    ],
    ...[
      '01',
      '00',
      '00.5',
      '.5',
      '5.',
      '.',
      '',
      '1.2345678',
      '1.2.3',
      '1_000',
      '$10',
      '10 USD',
      'NaN',
      'Infinity',
    ],
    ...['1000000000000', '9'.repeat(400), '１'],
  ])('rejects %j', (value) => {
    expect(formatViolations(violationsAt(campaign, path, value))).toEqual([`${path} MALFORMED`])
  })
  test.each(['0', '0.0', '0.00', '0.000000'])('rejects %j because it is not greater than 0', (value) => {
    expect(formatViolations(violationsAt(campaign, path, value))).toEqual([`${path} OUT_OF_RANGE`])
  })
})

describe('language validation', () => {
  test('accepts only language codes in search/create_search_campaign [R4.5.languages]', () => {
    for (const value of ['en', 'EN', 'fil', 'zh_CN', 'zh-CN', 'pt-br', 'zh-Hant'])
      expect(violationsAt(campaign, 'languages[0]', value), value).toEqual([])
    for (const value of ['', 'e', 'english', '1000', 'en-', 'en_', '_CN', 'en US', 'en\n', 'ён', 'en/../x'])
      expect(formatViolations(violationsAt(campaign, 'languages[0]', value)), value).toEqual([
        'languages[0] MALFORMED',
      ])
  })

  test('accepts ids, resource names and language codes in search/generate_keyword_ideas [R4.gap.language-id]', () => {
    const name = 'search/generate_keyword_ideas'
    for (const value of ['1000', 'languageConstants/1000', 'en', 'zh_CN'])
      expect(violationsAt(name, 'languageId', value), value).toEqual([])
    for (const value of [
      '',
      'languageConstants/',
      'languageConstants/en',
      '1/../2',
      '1000,1001',
      '١٠٠٠',
      'english',
    ])
      expect(formatViolations(violationsAt(name, 'languageId', value)), value).toEqual([
        'languageId MALFORMED',
      ])
  })

  test('accepts only language codes as the locale of search/search_locations [R4.add.search-search_locations]', () => {
    expect(violationsAt('search/search_locations', 'locale', 'de')).toEqual([])
    expect(formatViolations(violationsAt('search/search_locations', 'locale', 'de\r\nx: y'))).toEqual([
      'locale MALFORMED',
    ])
  })
})

describe('email address validation [R4.add.user-create_user]', () => {
  test('accepts well-formed addresses and rejects malformed addresses', () => {
    for (const value of ['a@b', 'ada.fox+ads@mail.example', 'jürgen@münchen.example'])
      expect(violationsAt('user/create_user', 'email', value), value).toEqual([])
    for (const value of ['ada', '@', 'a@', '@b', 'a b@c', 'a@b@c', 'a@b\n', ' a@b'])
      expect(formatViolations(violationsAt('user/create_user', 'email', value)), value).toEqual([
        'email MALFORMED',
      ])
  })
})

describe('the state parameter of auth/create_link [R4.2.state]', () => {
  test('does not accept an object', () => {
    expect(formatViolations(violationsAt('auth/create_link', 'state', { order: 17 }))).toEqual([
      'state WRONG_TYPE',
    ])
  })
  test('accepts any text, including empty text', () => {
    for (const value of ['', '{"order":17}', 'a&b#c"d\'e', '😀', ' \n '])
      expect(violationsAt('auth/create_link', 'state', value), value).toEqual([])
  })
})
