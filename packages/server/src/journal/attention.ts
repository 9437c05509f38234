// Marks a write that only an operator can resolve, and notifies the workspace.

import type { EventData, Platform } from '@adrail/contract'
import { makeEvent, tell } from '../events/tell.ts'
import { type JournalEntry, markEntry, updateEntry } from '../store/journalEntries.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import { readPin } from './plan.ts'

/**
 * Returns whether this owner still had the entry. The event is emitted once, however often the entry is
 * marked.
 */
export async function markForAttention(
  parts: JournalParts,
  entry: JournalEntry,
  change: Partial<Pick<JournalEntry, 'target' | 'deadline_at' | 'next_run_at' | 'updated_at'>> &
    Pick<JournalEntry, 'reason'>,
): Promise<boolean> {
  // An entry that needs attention was begun, so it has a pin.
  const about = aboutWrite(entry, readPin(entry).platform)
  const event = makeEvent(parts.runtime, 'operation.needs_attention', entry.user_id, about)
  return await persist(parts, (db) =>
    db.transaction().execute(async (transaction) => {
      const isNew = await markEntry(transaction, entry)
      if (isNew) await tell(transaction, entry.workspace_id, [event])
      return await updateEntry(transaction, entry, { ...change, lease_until: 0 })
    }),
  )
}

/** The data that all events about a write contain. */
export function aboutWrite(
  { id, name }: JournalEntry,
  platform: Platform,
): EventData<'operation.needs_attention'> {
  return { operationId: id, operation: name, platform }
}
