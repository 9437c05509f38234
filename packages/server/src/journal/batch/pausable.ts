// Lists the active campaigns as the platforms return them. A stored copy may lack a campaign that began to
// spend a minute ago.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { severalAtOnce } from '../../base/severalAtOnce.ts'
import { connectorOf } from '../../platforms/connectors.ts'
import { timeLeftMs, within } from '../../platforms/kit/deadline.ts'
import type { BatchItem } from '../../store/batchItems.ts'
import { linkedAccounts } from '../../store/connections.ts'
import { namesOfUsers } from '../../store/users.ts'
import type { JournalParts } from '../parts.ts'
import type { Target } from './target.ts'

export interface Scope {
  readonly userIds?: readonly string[] | undefined
  readonly platforms?: readonly Platform[] | undefined
}

/** Concurrent accounts per platform, so that a slow platform does not delay the others. */
const accountsAtOnce = 6
const connectionsAtOnce = 500
/** Ad accounts that do not respond within this time are listed in the background. */
const listMs = 20_000

/** An ad account with all users who are linked to it. */
interface SharedAccount {
  readonly platform: Platform
  readonly accountId: string
  readonly userIds: string[]
}

/** Lists each campaign once, however many users share its ad account. */
export async function listPausable(
  parts: JournalParts,
  workspaceId: string,
  scope: Scope,
): Promise<readonly Target[]> {
  const { runtime } = parts
  await requireUsers(parts, workspaceId, scope)
  const accounts = await sharedAccounts(parts, workspaceId, scope)
  const listed = new Map<SharedAccount, readonly Target[]>()
  await within(
    runtime,
    Math.min(listMs, timeLeftMs()),
    () =>
      Promise.all(
        allPlatforms.map((platform) =>
          severalAtOnce(
            runtime,
            accounts.filter((account) => account.platform === platform),
            accountsAtOnce,
            () => timeLeftMs() <= 0,
            async (account) => listed.set(account, await listOrNote(parts, workspaceId, account)),
          ),
        ),
      ),
    workspaceId,
  )
  return accounts.flatMap((account) => listed.get(account) ?? [unlisted(account)])
}

/**
 * Lists the campaigns of an ad account that could not be listed before. Throws when the account still cannot
 * be listed.
 */
export async function listAccount(
  parts: JournalParts,
  workspaceId: string,
  scope: Scope,
  { platform, account_id }: BatchItem,
): Promise<readonly Target[]> {
  const accounts = await sharedAccounts(parts, workspaceId, { ...scope, platforms: [platform] })
  const account = accounts.find(({ accountId }) => accountId === account_id)
  // No user is linked to the account any more, so no credential can pause anything.
  if (!account) throw new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform } })
  return await list(parts, workspaceId, account)
}

async function requireUsers({ store }: JournalParts, workspaceId: string, { userIds = [] }: Scope) {
  const found = new Set((await namesOfUsers(store.db, workspaceId, userIds)).map(({ id }) => id))
  const index = userIds.findIndex((id) => !found.has(id))
  if (index !== -1) throw new ServiceError('USER_NOT_FOUND', { field: `userIds[${index}]` })
}

async function sharedAccounts(
  { store }: JournalParts,
  workspaceId: string,
  scope: Scope,
): Promise<SharedAccount[]> {
  const accounts = new Map<string, SharedAccount>()
  let last = { user_id: '', platform: '' }
  for (;;) {
    const page = await linkedAccounts(store.db, workspaceId, scope, last, connectionsAtOnce)
    for (const { user_id, platform: name, selection } of page) {
      // Linking stores valid platform names, and a selection in the shape of its platform.
      const platform = name as Platform
      const chosen = JSON.parse(selection) as { accountId?: string; adAccountId?: string }
      const accountId = chosen.adAccountId ?? chosen.accountId ?? ''
      const key = `${platform} ${accountId}`
      const account = accounts.get(key) ?? { platform, accountId, userIds: [] }
      account.userIds.push(user_id)
      accounts.set(key, account)
    }
    last = page.at(-1) ?? last
    if (page.length < connectionsAtOnce) return [...accounts.values()]
  }
}

async function listOrNote(
  parts: JournalParts,
  workspaceId: string,
  account: SharedAccount,
): Promise<readonly Target[]> {
  try {
    return await list(parts, workspaceId, account)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [{ ...unlisted(account), failure: error }]
  }
}

/** Lists through the first user whose connection works. */
async function list(
  { accounts }: JournalParts,
  workspaceId: string,
  { platform, accountId, userIds }: SharedAccount,
): Promise<readonly Target[]> {
  let failure: unknown
  for (const user_id of userIds)
    try {
      const { connector, pin } = await accounts.connect(workspaceId, user_id, platform)
      if (pin.accountId !== accountId) continue
      const campaigns = await connectorOf(platform, connector).campaignStates('active')
      return campaigns
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ id, name }) => ({
          platform,
          user_id,
          account_id: accountId,
          campaign_id: id,
          name,
          undoneId: '',
        }))
    } catch (error) {
      failure = error
    }
  throw failure ?? new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform } })
}

function unlisted({ platform, accountId, userIds: [user_id = ''] }: SharedAccount): Target {
  return { platform, user_id, account_id: accountId, campaign_id: '', name: '', undoneId: '' }
}
