import { expect, test } from 'vitest'
import { redactSecrets } from './redact.ts'

test.each([
  ['an API key', `key adr_abcdefgh_${'s'.repeat(49)} given`, 'key [redacted] given'],
  [
    'the password of a database URL',
    'at postgres://adrail:p%40ss:w@db:5432/adrail',
    'at postgres://adrail:[redacted]@db:5432/adrail',
  ],
  [
    'the password of the second URL in text without whitespace',
    '{"docs":"https://ads.example/docs","url":"postgres://adrail:s3cret@db/adrail"}',
    '{"docs":"https://ads.example/docs","url":"postgres://adrail:[redacted]@db/adrail"}',
  ],
  ['a signed token', 'id eyJhbGciOi.eyJzdWIi.c2ln end', 'id [redacted] end'],
  ['a secret URL parameter', 'GET /callback?code=abc&x=1', 'GET /callback?code=[redacted]&x=1'],
])('redactSecrets removes %s', (_, text, clean) => {
  expect(redactSecrets(text)).toBe(clean)
})

test.each([
  'https://ads.example/console/users?at=me@shop.example',
  'mail to ann@shop.example: now',
  'the pool at 10.0.0.1:5432 has 3 connections',
])('redactSecrets keeps text that contains no secret: %s', (text) => {
  expect(redactSecrets(text)).toBe(text)
})
