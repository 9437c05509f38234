// Links users to persons of the sandbox.

import type { LinkPlatform } from '@adrail/contract'
import { beforeAll } from 'vitest'
import { linkSandboxPerson } from '../src/demo/linkSandboxPerson.ts'
import type { TestService } from './service.ts'

export interface LinkOptions {
  readonly platform?: LinkPlatform
  /** Person of the sandbox who gives consent. */
  readonly person?: string
  readonly accountId?: string
  readonly pageId?: string
  readonly apiKey?: string
}

/** Accounts that the demo person selects: the bakery, Fox Garden Shop, and its counterpart on LinkedIn. */
const demoSelections = {
  SOCIAL_A: { accountId: '1001200300400', pageId: '104500000000001' },
  SEARCH: { accountId: '4823109756', pageId: '' },
  PROFESSIONAL: { accountId: '512345678', pageId: '' },
} as const

/** Creates a user with one link: to the demo person's selection, or to the accounts of another person. */
export async function newLinkedUser(service: TestService, options: LinkOptions = {}): Promise<string> {
  const { person = 'ada', apiKey = service.apiKey } = options
  const { results } = await service.call('user/create_user', { name: `Linked to ${person}` }, { apiKey })
  await linkExistingUser(service, results.user.userId, options)
  return results.user.userId
}

/** Links the user for the tests of a file before the first test. */
export function useLinkedUser(linkUser: () => Promise<string>): { readonly userId: string } {
  const linkedUser = { userId: '' }
  beforeAll(async () => {
    linkedUser.userId = await linkUser()
  })
  return linkedUser
}

/** Removes all connections of all workspaces, for tests that count the remaining rows. */
export async function disconnectAll(service: TestService): Promise<void> {
  const { store, service: appServices } = service.app
  const rows = await store.db.selectFrom('connections').select(['workspace_id', 'user_id']).execute()
  for (const { workspace_id, user_id } of rows) await appServices.connections.removeAll(workspace_id, user_id)
}

/** Links an existing user. */
export async function linkExistingUser(
  service: TestService,
  userId: string,
  options: LinkOptions = {},
): Promise<void> {
  const { platform = 'SOCIAL_A', person = 'ada' } = options
  const defaultSelection = person === 'ada' ? demoSelections[platform] : { accountId: '', pageId: '' }
  const { accountId, pageId } = { ...defaultSelection, ...options }
  const { store, service: appServices, upstream } = service.app
  const { workspace_id: workspaceId } = await store.db
    .selectFrom('users')
    .select('workspace_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await linkSandboxPerson(appServices.linking, upstream, {
    workspaceId,
    userId,
    platform,
    person,
    accountId,
    pageId,
  })
}
