import { expect, test } from 'vitest'
import { proPlatform } from '../platforms/pro/index.ts'
import { formatCallsTable, readablePath } from './callsTable.ts'

test('readablePath writes the keys of a path pattern in braces', () => {
  expect(readablePath(/^\/rest\/adAccounts\/(?<account>[^/]+)\/creatives\/(?<creative>[^/]+)$/)).toBe(
    '/rest/adAccounts/{account}/creatives/{creative}',
  )
  expect(readablePath(/^\/v(?<version>\d+\.\d+)\/(?<id>(?:act_)?\d+)\/insights\/?$/)).toBe(
    '/v{version}/{id}/insights',
  )
})

test('readablePath writes optional parts of a path in brackets, and versions as {version}', () => {
  expect(readablePath(/^\/v\d+\.\d+\/(?<user>[^/]+)\/permissions(?:\/(?<permission>[^/]+))?$/)).toBe(
    '/v{version}/{user}/permissions[/{permission}]',
  )
  expect(readablePath(/^\/o\/oauth2\/(v2\/)?auth$/)).toBe('/o/oauth2/[v2/]auth')
})

test('the table of calls contains every call of LinkedIn, and each call cites its documentation', () => {
  const text = formatCallsTable([proPlatform])
  for (const { name, docsUrl } of proPlatform.calls) {
    expect(text).toContain(`| \`${name}\` |`)
    expect(docsUrl).toMatch(/^https:\/\/learn\.microsoft\.com\//)
  }
})
