// A campaign that spends must be possible to stop. A write that lets less be spent passes an open one on the same target
// whose user is gone: nobody waits for that one any more, and it may stay open for long.

import { findHolder, takeOver } from '../store/journalEntries.ts'
import { markForAttention } from './attention.ts'
import { leaseMs } from './lease.ts'
import type { JournalParts, WriteRequest } from './parts.ts'
import { readPin } from './plan.ts'
import { lessens } from './spend/change.ts'
import type { Write } from './write.ts'

const reason =
  'Another write stopped or lowered what this one was about to change, after its user had been unlinked or deleted. It is only looked for, and nothing more is sent for it.'

/** Whether the target is free now. */
export async function passHolder(
  parts: JournalParts,
  owner: string,
  write: Write,
  request: WriteRequest,
): Promise<boolean> {
  const { store, accounts, runtime } = parts
  const { workspaceId } = request.caller
  const holder = await findHolder(store.db, workspaceId, write.target(request.body))
  if (!holder || holder.plan === '') return false
  if (await accounts.isLinked(workspaceId, holder.user_id, readPin(holder))) return false
  const { connector } = await accounts.connect(workspaceId, request.user?.id ?? '', write.platform)
  const { spend } = await write.plan(request.body, { connector, runtime })
  // Whoever works on it at this moment is waited for.
  const held = spend && lessens(spend) && (await takeOver(store.db, store.clock, holder.id, owner, leaseMs))
  if (!held) return false
  return await markForAttention(parts, held, {
    reason,
    target: '',
    deadline_at: 0,
    updated_at: runtime.now(),
  })
}
