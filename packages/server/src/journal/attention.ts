// Marks a write that only an operator can resolve, and notifies the workspace.

import type { EventData, Platform } from '@adrail/contract'
import { emitEvents, makeEvent } from '../events/emit.ts'
import type { EntryChange } from '../store/columnMeanings.ts'
import { markNeedsAttention, releaseEntry } from '../store/entryOwnership.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import { type PersistDeps, persist } from './persist.ts'
import { parsePinnedConnection } from './plan.ts'

/**
 * Returns whether this owner still had the entry. The event is emitted once, however often the entry is
 * marked.
 */
export async function markForAttention(
  deps: PersistDeps,
  entry: JournalEntry,
  change: Pick<EntryChange, 'isOvertaken' | 'dueAt' | 'updatedAt'> & Pick<JournalEntry, 'reason'>,
): Promise<boolean> {
  // An entry that needs attention was begun, so it has a pin.
  const eventData = toWriteEventData(entry, parsePinnedConnection(entry).platform)
  const event = makeEvent(deps.runtime, 'operation.needs_attention', entry.userId, eventData)
  return await persist(deps, (db) =>
    db.transaction().execute(async (transaction) => {
      const isNew = await markNeedsAttention(transaction, entry)
      if (isNew) await emitEvents(transaction, entry.workspaceId, [event])
      return await releaseEntry(transaction, entry, change)
    }),
  )
}

/** The data that all events about a write contain. */
export function toWriteEventData(
  { id, name }: JournalEntry,
  platform: Platform,
): EventData<'operation.needs_attention'> {
  return { operationId: id, operation: name, platform }
}
