import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { socialCurrencyDecimals, supportedCurrencies } from '../platforms/social/money.ts'
import {
  add,
  allocate,
  type Decimal,
  decimalFromNumber,
  divide,
  formatDecimal,
  formatProduct,
  multiply,
  parseDecimal,
  round,
  subtract,
  toSmallestUnits,
} from './money.ts'

const text = (value: Decimal | undefined) => (value ? formatDecimal(value) : undefined)
const decimal = (input: string) => parseDecimal(input) ?? { units: -1n, scale: 0 }

describe('decimal text', () => {
  test.each(['0', '15.00', '-0.05', '118.42', '123456789012345678.123456'])(
    '%s is parsed and formatted unchanged',
    (input) => {
      expect(text(parseDecimal(input))).toBe(input)
    },
  )

  test.each(['', '1.', '.5', '1e5', '1,5', ' 1', '+1', 'NaN', '--1'])(
    '%j is not parsed as a number',
    (input) => {
      expect(parseDecimal(input)).toBeUndefined()
    },
  )

  test.each([
    [19.99, '19.99'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-100, '-100'],
    [12.5, '12.5'],
    [1e12, '1000000000000'],
  ])('of the number %d is %s', (input, expected) => {
    expect(text(decimalFromNumber(input))).toBe(expected)
  })
})

describe('decimal arithmetic', () => {
  test.each([
    ['0.005', 2, '0.01'],
    ['-0.005', 2, '-0.01'],
    ['0.0049', 2, '0.00'],
    ['7.775443', 2, '7.78'],
    ['2.5', 0, '3'],
    ['5', 2, '5.00'],
  ])('rounds %s to %d decimals as %s', (input, decimals, expected) => {
    expect(text(round(decimal(input), decimals))).toBe(expected)
  })

  test('adds, subtracts, multiplies and divides without floating-point errors', () => {
    expect(text(add(decimal('0.1'), decimal('0.2')))).toBe('0.3')
    expect(text(subtract(decimal('0.3'), decimal('0.10')))).toBe('0.20')
    expect(text(multiply(decimal('19.99'), decimal('1.125')))).toBe('22.48875')
    expect(text(divide(decimal('1'), decimal('3'), 4))).toBe('0.3333')
    expect(text(divide(decimal('-2'), decimal('3'), 2))).toBe('-0.67')
    expect(text(divide(decimal('5'), decimal('0'), 2))).toBe('0.00')
  })
})

describe('formatProduct', () => {
  const factors = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.nat(8))
  const values = fc.oneof(
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat(8))
      .map(([units, scale]) => formatDecimal({ units, scale })),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12))
      .map(([units, scale]) => formatDecimal({ units, scale })),
    fc.constantFrom('', '.', '1.', '.5', '1.2.3', 'x', '1e5', '-0.005', '0'),
  )

  test('returns the result of exact arithmetic for any value and factor', () => {
    fc.assert(
      fc.property(values, factors, fc.constantFrom(0, 2), (value, [units, scale], decimals) => {
        const factor = { units, scale }
        const exact = round(multiply(parseDecimal(value) ?? { units: 0n, scale: 0 }, factor), decimals)
        expect(formatProduct(value, factor, decimals)).toBe(formatDecimal(exact))
      }),
      { numRuns: 20_000 },
    )
  })

  test('rounds halves up', () => {
    const one = { units: 1n, scale: 0 }
    expect(['0.005', '1.005', '2.675', '0.0049999'].map((value) => formatProduct(value, one, 2))).toEqual([
      '0.01',
      '1.01',
      '2.68',
      '0.00',
    ])
  })
})

describe('amounts in smallest units', () => {
  const currency = fc.constantFrom(...supportedCurrencies)

  test('equal the amount exactly in every currency, or are undefined', () => {
    fc.assert(
      fc.property(currency, fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (code, amount) => {
        const scale = socialCurrencyDecimals(code) ?? -1
        const units = toSmallestUnits(decimalFromNumber(amount), scale)
        // The caller wrote the shortest text of the number, so the test compares its digits.
        const [whole = '', fraction = ''] = text(decimalFromNumber(amount))?.split('.') ?? []
        const significantDigits = fraction.replace(/0+$/, '')
        if (significantDigits.length > scale) return units === undefined
        return units === BigInt(`${whole}${significantDigits.padEnd(scale, '0')}`)
      }),
      { numRuns: 5000 },
    )
  })

  test('stay the same after formatting and parsing in every currency', () => {
    fc.assert(
      fc.property(currency, fc.bigInt({ min: 1n, max: 10n ** 14n }), (code, units) => {
        const scale = socialCurrencyDecimals(code) ?? -1
        const shown = formatDecimal({ units, scale })
        expect(shown).toMatch(scale === 0 ? /^\d+$/ : /^\d+\.\d\d$/)
        // A JSON number must convert to the same units, unless the number is too large to be exact.
        const shownNumber = Number(shown)
        const isExact = Number.isSafeInteger(Number(units))
        return !isExact || toSmallestUnits(decimalFromNumber(shownNumber), scale) === units
      }),
      { numRuns: 5000 },
    )
  })

  test('have an unknown number of decimals in a currency that is not in the table', () => {
    for (const code of ['XXX', '', 'eur', 'KWD', 'BTC', 'toString'])
      expect(socialCurrencyDecimals(code)).toBeUndefined()
  })

  test("follow Meta's table of currencies, not the ISO list", () => {
    const whole = supportedCurrencies.filter((code) => socialCurrencyDecimals(code) === 0)
    expect(whole.toSorted()).toEqual([
      'CLP',
      'COP',
      'CRC',
      'HUF',
      'IDR',
      'ISK',
      'JPY',
      'KRW',
      'PYG',
      'TWD',
      'VND',
    ])
    expect(socialCurrencyDecimals('BHD')).toBe(2)
  })
})

describe('allocate', () => {
  test('splits a total into proportional parts that add up to the total, in the order of the weights', () => {
    const weights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), weights, (total, weightList) => {
        const parts = allocate(total, weightList)
        const sum = weightList.reduce((all, weight) => all + weight, 0n)
        expect(parts.reduce((all, part) => all + part, 0n)).toBe(total)
        for (const [index, part] of parts.entries()) {
          const exact = (total * (weightList[index] ?? 0n)) / sum
          expect(part === exact || part === exact + 1n).toBe(true)
        }
      }),
    )
  })
})
