import { expect, test } from 'vitest'
import { callsText, readablePath } from './callsText.ts'
import { proPlatform } from './pro/index.ts'

test('a path is written with its keys in braces', () => {
  expect(readablePath(/^\/rest\/adAccounts\/(?<account>[^/]+)\/creatives\/(?<creative>[^/]+)$/)).toBe(
    '/rest/adAccounts/{account}/creatives/{creative}',
  )
  expect(readablePath(/^\/v(?<version>\d+\.\d+)\/(?<id>(?:act_)?\d+)\/insights\/?$/)).toBe(
    '/v{version}/{id}/insights',
  )
})

test('every call of a platform stands in the table with its documentation', () => {
  const text = callsText([proPlatform])
  for (const { name, source } of proPlatform.calls) {
    expect(text).toContain(`| \`${name}\` |`)
    expect(source).toMatch(/^https:\/\/learn\.microsoft\.com\//)
  }
})
