// Lists the campaigns that the undo of a pause resumes: those that the pause itself changed, according to its
// record.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import type { ServiceError } from '../../base/errors.ts'
import { itemsToUndo } from '../../store/batchItems.ts'
import { hasEnded, type JournalEntry } from '../../store/journalEntries.ts'
import { fingerprintOf } from '../claim.ts'
import type { JournalParts } from '../parts.ts'
import { longestUndoMs } from '../undo.ts'
import { undoRefused } from '../undoPlans.ts'
import { undoing } from '../write.ts'
import type { Target } from './target.ts'

export async function listResumable(parts: JournalParts, batch: JournalEntry): Promise<readonly Target[]> {
  const { store, runtime } = parts
  const { id, workspace_id, state, created_at } = batch
  if (!hasEnded(batch)) throw undoRefused(`it has not ended yet (${state}).`)
  if (created_at < runtime.now() - longestUndoMs) throw undoRefused('it is more than 14 days old.')
  const fingerprint = fingerprintOf({ operation: undoing, body: { operationId: id } })
  const targets: Target[] = []
  for (let last = -1; ; ) {
    const page = await itemsToUndo(store.db, id, fingerprint, workspace_id, last)
    const next = page.at(-1)
    if (!next) break
    last = next.number
    for (const { platform, user_id, account_id, campaign_id, name, write_id } of page)
      targets.push({ platform, user_id, account_id, campaign_id, name: name ?? '', undoneId: write_id })
    // A database in this process returns without yielding to the event loop.
    await runtime.turn()
  }
  if (targets.length === 0) throw undoRefused('it paused nothing, or everything was resumed already.')
  await requireSomeAllowed(parts, workspace_id, targets)
  return targets
}

/**
 * Where every resume would be refused because spend increases are blocked, the undo is refused as a whole.
 */
async function requireSomeAllowed(
  { store, spendGuard }: JournalParts,
  workspaceId: string,
  targets: readonly Target[],
): Promise<void> {
  let blocked: ServiceError | undefined
  const platforms = new Set<Platform>(targets.map(({ platform }) => platform))
  for (const platform of allPlatforms.filter((each) => platforms.has(each))) {
    // A block for single users concerns their campaigns alone.
    blocked = await spendGuard.frozen(store.db, { workspaceId, userId: '', platform })
    if (!blocked) return
  }
  if (blocked) throw blocked
}
