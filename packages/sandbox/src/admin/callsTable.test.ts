import { expect, test } from 'vitest'
import { proPlatform } from '../pro/index.ts'
import { formatCallsTable, readablePath } from './callsTable.ts'

test('a path is written with its keys in braces', () => {
  expect(readablePath(/^\/rest\/adAccounts\/(?<account>[^/]+)\/creatives\/(?<creative>[^/]+)$/)).toBe(
    '/rest/adAccounts/{account}/creatives/{creative}',
  )
  expect(readablePath(/^\/v(?<version>\d+\.\d+)\/(?<id>(?:act_)?\d+)\/insights\/?$/)).toBe(
    '/v{version}/{id}/insights',
  )
})

test('what may be left out of a path stands in brackets, and versions are not spelled as patterns', () => {
  expect(readablePath(/^\/v\d+\.\d+\/(?<user>[^/]+)\/permissions(?:\/(?<permission>[^/]+))?$/)).toBe(
    '/v{version}/{user}/permissions[/{permission}]',
  )
  expect(readablePath(/^\/o\/oauth2\/(v2\/)?auth$/)).toBe('/o/oauth2/[v2/]auth')
})

test('every call of a platform stands in the table with its documentation', () => {
  const text = formatCallsTable([proPlatform])
  for (const { name, source } of proPlatform.calls) {
    expect(text).toContain(`| \`${name}\` |`)
    expect(source).toMatch(/^https:\/\/learn\.microsoft\.com\//)
  }
})
