// Hostile values, texts and names for fuzz tests.

import fc from 'fast-check'

/** JSON tokens that no JavaScript value serializes to. They replace a quoted marker in the body. */
export const rawTokens = [
  '1e999',
  '-1e999',
  '-0',
  '0.1e-400',
  '9'.repeat(400),
  '1E400',
  '01',
  '+1',
  '.5',
  'NaN',
  'undefined',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  '{"a":1,"a":2}',
  '['.repeat(40) + ']'.repeat(40),
]
const rawMarker = fc.constantFrom(...rawTokens.keys()).map((index) => `@raw${index}@`)

export const hostileText = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\u2028',
    '\u0007\u001b[31m',
    '\r\nX-Injected: 1',
    "' or 1=1 --",
    '"; drop table users; --',
    '$(id)',
    '`id`',
    '#{7*7}',
    '{{7*7}}',
    '%s%n%x',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://[::1',
    'https://user:pass@example.com#x',
    'javascript:alert(1)',
    '2026-02-30',
    '0000-00-00',
    '2026-13-01',
    '1e3',
    '0x10',
    '１０',
    '-1',
    '99999999999999999999',
    '🦊'.repeat(50),
    'SOCIAL_A',
    'SEARCH',
    'ACTIVE',
    'usr_demo_all',
    'x'.repeat(4097),
    'x'.repeat(10_000),
    'x'.repeat(10_001),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  rawMarker,
  fc.constantFrom(null, true, false, [], {}, [[]], [{}], [null], { length: 1e9 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
)

/** Serializes a value as JSON and replaces the markers with the raw tokens. */
export function serializeHostile(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(
    /"@raw(\d+)@"/g,
    (_, index: string) => rawTokens[Number(index)] ?? '',
  )
}
