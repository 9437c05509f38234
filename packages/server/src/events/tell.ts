// How a workspace is told what happened: events, written in the transaction of what they tell, so that neither is there
// without the other. Their numbers are given under the hold on the workspace's head, which lasts until the commit: a
// reader who has seen a number has seen all before it.

import type { EventData, EventType } from '@adrail/contract'
import { makeId, type Runtime } from '../base/runtime.ts'
import { appendEvents, numberEvents } from '../store/events.ts'
import type { Db } from '../store/tables.ts'

export interface NewEvent {
  readonly id: string
  readonly type: EventType
  readonly userId: string
  readonly at: number
  readonly data: unknown
}

/** An event of now; without a user where it concerns none. */
export function makeEvent<Type extends EventType>(
  runtime: Runtime,
  type: Type,
  userId: string,
  data: EventData<Type>,
): NewEvent {
  return { id: makeId('evt', runtime), type, userId, at: runtime.now(), data }
}

/** Tells what has no audit entry of its own. */
export async function tell(transaction: Db, workspaceId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tellNumbered(
    transaction,
    workspaceId,
    await numberEvents(transaction, workspaceId, events.length),
    events,
  )
}

/** Writes events down of which the last has the given number. */
export async function tellNumbered(
  transaction: Db,
  workspaceId: string,
  lastSeq: number,
  events: readonly NewEvent[],
): Promise<void> {
  const first = lastSeq - events.length + 1
  await appendNumbered(
    transaction,
    workspaceId,
    events.map((event, index) => ({ ...event, seq: first + index })),
  )
}

/** Appends events with numbers that the caller took, perhaps not all of them. */
export async function appendNumbered(
  transaction: Db,
  workspaceId: string,
  events: readonly (NewEvent & { readonly seq: number })[],
): Promise<void> {
  if (events.length === 0) return
  await appendEvents(
    transaction,
    events.map(({ id, type, userId, at, data, seq }) => ({
      workspace_id: workspaceId,
      seq,
      id,
      type,
      user_id: userId === '' ? null : userId,
      occurred_at: at,
      data: JSON.stringify(data),
    })),
  )
}
