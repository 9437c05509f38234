// Lists the active campaigns as the platforms return them. A stored copy may lack a campaign that began to
// spend a minute ago.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import { mapConcurrent } from '../../concurrency/mapConcurrent.ts'
import { readSelection } from '../../linking/storedSelections.ts'
import { timeLeftMs, withDeadline } from '../../platforms/connector-kit/deadline.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { BatchItem } from '../../store/batchItems.ts'
import { type ConnectionKey, listLinkedAccounts } from '../../store/connections.ts'
import { listUserNames } from '../../store/users.ts'
import type { JournalDeps } from '../journalDeps.ts'
import type { BatchTarget } from './batchTarget.ts'

export interface PauseScope {
  readonly userIds?: readonly string[] | undefined
  readonly platforms?: readonly Platform[] | undefined
}

/** Concurrent accounts per platform, so that a slow platform does not delay the others. */
const maxConcurrentAccounts = 6
const connectionsPerPage = 500
/** Ad accounts that do not respond within this time are listed in the background. */
const listTimeoutMs = 20_000

/** An ad account with all users who are linked to it. */
interface SharedAccount {
  readonly platform: Platform
  readonly accountId: string
  readonly userIds: string[]
}

/** Lists each campaign once, however many users share its ad account. */
export async function listPausable(
  deps: Pick<JournalDeps, 'store' | 'runtime' | 'accounts'>,
  workspaceId: string,
  scope: PauseScope,
): Promise<readonly BatchTarget[]> {
  const { runtime } = deps
  await requireUsers(deps, workspaceId, scope)
  const accounts = await listSharedAccounts(deps, workspaceId, scope)
  const targetsByAccount = new Map<SharedAccount, readonly BatchTarget[]>()
  await withDeadline(
    runtime,
    Math.min(listTimeoutMs, timeLeftMs()),
    () =>
      Promise.all(
        allPlatforms.map((platform) =>
          mapConcurrent(
            runtime,
            accounts.filter((account) => account.platform === platform),
            maxConcurrentAccounts,
            () => timeLeftMs() <= 0,
            async (account) => targetsByAccount.set(account, await tryListActive(deps, workspaceId, account)),
          ),
        ),
      ),
    workspaceId,
  )
  return accounts.flatMap((account) => targetsByAccount.get(account) ?? [toUnlistedTarget(account)])
}

/**
 * Lists the campaigns of an ad account that could not be listed before. Throws when the account still cannot
 * be listed.
 */
export async function listAccount(
  deps: Pick<JournalDeps, 'store' | 'accounts'>,
  workspaceId: string,
  scope: PauseScope,
  { platform, account_id }: BatchItem,
): Promise<readonly BatchTarget[]> {
  const accounts = await listSharedAccounts(deps, workspaceId, { ...scope, platforms: [platform] })
  const account = accounts.find(({ accountId }) => accountId === account_id)
  // No user is linked to the account any more, so no credential can pause anything.
  if (!account) throw new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform } })
  return await listActive(deps, workspaceId, account)
}

async function requireUsers(
  { store }: Pick<JournalDeps, 'store'>,
  workspaceId: string,
  { userIds = [] }: PauseScope,
) {
  const foundIds = new Set((await listUserNames(store.db, workspaceId, userIds)).map(({ id }) => id))
  for (const [index, id] of userIds.entries())
    if (!foundIds.has(id))
      throw new ServiceError('USER_NOT_FOUND', { field: `userIds[${index}]`, values: { id } })
}

async function listSharedAccounts(
  { store }: Pick<JournalDeps, 'store'>,
  workspaceId: string,
  scope: PauseScope,
): Promise<SharedAccount[]> {
  const accounts = new Map<string, SharedAccount>()
  // No user has an empty id, so the platform of the first position does not matter.
  let last: Pick<ConnectionKey, 'user_id' | 'platform'> = { user_id: '', platform: allPlatforms[0] }
  for (;;) {
    const page = await listLinkedAccounts(store.db, workspaceId, scope, last, connectionsPerPage)
    for (const connection of page) {
      const { user_id, platform } = connection
      const { accountId } = readSelection(connection)
      const key = `${platform} ${accountId}`
      const account = accounts.get(key) ?? { platform, accountId, userIds: [] }
      account.userIds.push(user_id)
      accounts.set(key, account)
    }
    last = page.at(-1) ?? last
    if (page.length < connectionsPerPage) return [...accounts.values()]
  }
}

async function tryListActive(
  deps: Pick<JournalDeps, 'accounts'>,
  workspaceId: string,
  account: SharedAccount,
): Promise<readonly BatchTarget[]> {
  try {
    return await listActive(deps, workspaceId, account)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [{ ...toUnlistedTarget(account), failure: error }]
  }
}

/** Lists through the first user whose connection works. */
async function listActive(
  { accounts }: Pick<JournalDeps, 'accounts'>,
  workspaceId: string,
  { platform, accountId, userIds }: SharedAccount,
): Promise<readonly BatchTarget[]> {
  let failure: unknown
  for (const user_id of userIds)
    try {
      const { connector, pinnedConnection } = await accounts.connect(workspaceId, user_id, platform)
      if (pinnedConnection.accountId !== accountId) continue
      const campaigns = await connector.campaignStates('active')
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

function toUnlistedTarget({ platform, accountId, userIds: [user_id = ''] }: SharedAccount): BatchTarget {
  return { platform, user_id, account_id: accountId, campaign_id: '', name: '', undoneId: '' }
}
