// A write that only a person can go on with: marked as such, and told.

import type { EventData, Platform } from '@adrail/contract'
import { makeEvent, tell } from '../events/tell.ts'
import { type JournalEntry, markEntry, updateEntry } from '../store/journalEntries.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import { readPin } from './plan.ts'

/** Whether the entry was still held as it was read. Told once, however often it is marked. */
export async function markForAttention(
  parts: JournalParts,
  entry: JournalEntry,
  change: Partial<Pick<JournalEntry, 'target' | 'deadline_at' | 'next_run_at' | 'updated_at'>> &
    Pick<JournalEntry, 'reason'>,
): Promise<boolean> {
  // Whatever may need attention was begun, and pinned with that.
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

/** What every event about a write says. */
export function aboutWrite(
  { id, name }: JournalEntry,
  platform: Platform,
): EventData<'operation.needs_attention'> {
  return { operationId: id, operation: name, platform }
}
