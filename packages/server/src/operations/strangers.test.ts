// Every operation on a Google Ads or LinkedIn account refuses users without a working connection.

import { declarationOf, type OperationName, operationNames, type RequestBody } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkExistingUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { newSearchUser } from '../../testing/search.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const operations = operationNames.filter(
  (name) => /^(search|pro)\//.test(name) && name !== 'search/generate_keyword_ideas',
)
const bodyFor = (operation: OperationName, userId: string) =>
  ({ ...declarationOf(operation).example.body, userId }) as RequestBody<OperationName>
const call = (operation: OperationName, userId: string) => service.call(operation, bodyFor(operation, userId))

let unlinked: string
let foreign: string
let revoked: string
beforeAll(async () => {
  const made = await service.call('user/create_user', { name: 'Nobody' })
  unlinked = made.results.user.userId
  const { apiKey } = await service.newWorkspace('Other')
  foreign = await newSearchUser(service, { apiKey, person: 'ben', accountId: '' })
  revoked = await newSearchUser(service, { person: 'greta', accountId: '' })
  await linkExistingUser(service, revoked, { platform: 'PROFESSIONAL', person: 'greta' })
  for (const platform of ['search', 'pro']) await sandbox.simulate('revoke', { person: 'greta', platform })
})

test.each(operations)('%s refuses a user who has not linked the platform', async (operation) => {
  const results = expectRefusal(await call(operation, unlinked), 'ACCOUNT_NOT_LINKED')
  expect(results.error).toContain('auth/create_link')
})

test.each(operations)(
  "%s returns the same error for another workspace's user as for an unknown user",
  async (operation) => {
    const foreignRefusal = expectRefusal(await call(operation, foreign), 'USER_NOT_FOUND')
    const unknown = expectRefusal(await call(operation, 'usr_nobody'), 'USER_NOT_FOUND')
    // The errors differ only in the id that the caller sent.
    expect({ ...foreignRefusal, error: foreignRefusal.error.replace(foreign, 'usr_nobody') }).toEqual(unknown)
  },
)

test.each(operations)(
  '%s returns ACCOUNT_RELINK_REQUIRED when the user has revoked the consent',
  async (operation) => {
    service.clock.advance(10 * 60 * 1000)
    const results = expectRefusal(await call(operation, revoked), 'ACCOUNT_RELINK_REQUIRED')
    expect(results.error).toContain('auth/create_link')
  },
)
