// Lists the campaigns that the undo of a pause resumes: those that the pause itself changed, according to its
// record.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import type { ServiceError } from '../../runtime/errors.ts'
import { listItemsToUndo } from '../../store/batchItems.ts'
import { hasEnded, type JournalEntry } from '../../store/journalEntries.ts'
import { computeFingerprint } from '../fingerprint.ts'
import type { JournalDeps } from '../journalDeps.ts'
import { maxUndoAgeMs } from '../undo.ts'
import { undoRefusedError } from '../undoPlans.ts'
import { undoOperationName } from '../write.ts'
import type { BatchTarget } from './batchTarget.ts'

export async function listResumable(
  deps: Pick<JournalDeps, 'store' | 'runtime' | 'spendGuard'>,
  pauseEntry: JournalEntry,
): Promise<readonly BatchTarget[]> {
  const { store, runtime } = deps
  const { id, workspaceId, state, createdAt } = pauseEntry
  if (!hasEnded(pauseEntry)) throw undoRefusedError(`it has not ended yet (${state}).`)
  if (createdAt < runtime.now() - maxUndoAgeMs) throw undoRefusedError('it is older than 14 days.')
  const fingerprint = computeFingerprint({ operation: undoOperationName, body: { operationId: id } })
  const targets: BatchTarget[] = []
  for (let last = -1; ; ) {
    const page = await listItemsToUndo(store.db, id, fingerprint, workspaceId, last)
    const next = page.at(-1)
    if (!next) break
    last = next.number
    for (const { platform, user_id, account_id, campaign_id, name, write_id } of page)
      targets.push({ platform, user_id, account_id, campaign_id, name: name ?? '', undoneId: write_id })
    // A database in this process returns without yielding to the event loop.
    await runtime.yieldToLoop()
  }
  if (targets.length === 0) throw undoRefusedError('it paused nothing, or everything was resumed already.')
  await requireSomeAllowed(deps, workspaceId, targets)
  return targets
}

/**
 * Where every resume would be refused because spend increases are blocked, the undo is refused as a whole.
 */
async function requireSomeAllowed(
  { store, spendGuard }: Pick<JournalDeps, 'store' | 'spendGuard'>,
  workspaceId: string,
  targets: readonly BatchTarget[],
): Promise<void> {
  let freezeError: ServiceError | undefined
  const platforms = new Set<Platform>(targets.map(({ platform }) => platform))
  for (const platform of allPlatforms.filter((each) => platforms.has(each))) {
    // A block for single users concerns their campaigns alone.
    freezeError = await spendGuard.checkFreeze(store.db, { workspaceId, userId: '', platform })
    if (!freezeError) return
  }
  if (freezeError) throw freezeError
}
