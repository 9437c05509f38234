// Emits events: each is written in the transaction of the change that it reports, so neither exists without
// the other. The numbers are assigned under the lock on the workspace's head, which lasts until the commit. A
// reader who has seen a number has seen all earlier events.

import type { EventData, EventType } from '@adrail/contract'
import { makeId, type Runtime } from '../runtime/runtime.ts'
import { insertEvents, reserveEventNumbers } from '../store/events.ts'
import type { Db } from '../store/tables.ts'

export interface NewEvent {
  readonly id: string
  readonly type: EventType
  readonly userId: string
  readonly at: number
  readonly data: unknown
}

/** Returns an event of the present time. The user id is empty where the event concerns no user. */
export function makeEvent<Type extends EventType>(
  runtime: Runtime,
  type: Type,
  userId: string,
  data: EventData<Type>,
): NewEvent {
  return { id: makeId('evt', runtime), type, userId, at: runtime.now(), data }
}

/** Emits events that have no audit entry. */
export async function emitEvents(
  transaction: Db,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await emitNumberedEvents(
    transaction,
    workspaceId,
    await reserveEventNumbers(transaction, workspaceId, events.length),
    events,
  )
}

/** Writes events, the last of which has the given number. */
export async function emitNumberedEvents(
  transaction: Db,
  workspaceId: string,
  lastSeq: number,
  events: readonly NewEvent[],
): Promise<void> {
  const first = lastSeq - events.length + 1
  await appendNumberedEvents(
    transaction,
    workspaceId,
    events.map((event, index) => ({ ...event, seq: first + index })),
  )
}

/** Appends events with numbers that the caller reserved. Not every reserved number needs an event. */
export async function appendNumberedEvents(
  transaction: Db,
  workspaceId: string,
  events: readonly (NewEvent & { readonly seq: number })[],
): Promise<void> {
  if (events.length === 0) return
  await insertEvents(
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
