// Stopping a campaign that spends must always be possible. So a write that lowers spend overtakes an open
// write on the same target whose user is no longer linked. No caller waits for that write, and it may stay
// open for long.

import { acquireLease } from '../store/entryOwnership.ts'
import { findOpenEntryByTarget } from '../store/journalEntries.ts'
import { markForAttention } from './attention.ts'
import type { JournalDeps, WriteRequest } from './journalDeps.ts'
import { leaseMs } from './lease.ts'
import type { PersistDeps } from './persist.ts'
import { parsePinnedConnection } from './plan.ts'
import { lowersSpend } from './spend/spendChange.ts'
import type { Write } from './write.ts'

const overtakenReason =
  'After the user of this write was unlinked or deleted, another write paused the campaign or lowered its spend. adrail only determines the outcome of this write, and sends no more steps.'

/** Returns whether the target is free now. */
export async function overtakeHolder(
  deps: PersistDeps & Pick<JournalDeps, 'accounts'>,
  owner: string,
  write: Write,
  request: WriteRequest,
): Promise<boolean> {
  const { store, accounts, runtime } = deps
  const { workspaceId } = request.caller
  const target = write.target(request.body)
  const openEntry =
    target === undefined ? undefined : await findOpenEntryByTarget(store.db, workspaceId, target)
  if (openEntry?.plan === undefined) return false
  if (await accounts.isLinked(workspaceId, openEntry.userId, parsePinnedConnection(openEntry))) return false
  const { connector } = await accounts.connect(workspaceId, request.user?.id ?? '', write.platform)
  const { spend } = await write.plan(request.body, { connector, runtime })
  // A write that a process executes at this moment is not overtaken.
  const ownedEntry =
    spend && lowersSpend(spend) && (await acquireLease(store.db, store.clock, openEntry.id, owner, leaseMs))
  if (!ownedEntry) return false
  return await markForAttention(deps, ownedEntry, {
    reason: overtakenReason,
    isOvertaken: true,
    updatedAt: runtime.now(),
  })
}
