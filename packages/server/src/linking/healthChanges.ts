// Records changes of a credential's health, and emits the events about them.

import type { EventData } from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import { emitEvents, makeEvent, type NewEvent } from '../events/emit.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type AffectedConnection, listConnectionsOfCredential } from '../store/connections.ts'
import { type Credential, recordExpiryNotice } from '../store/credentials.ts'
import type { CredentialHealth, Db } from '../store/tables.ts'
import { isAlive } from './credentialSchedule.ts'

type BrokenHealth = EventData<'connection.needs_relink'>['health']

/**
 * The actor is always the service: health changes at the
 * platform or by the passing of time, not by a request.
 */
export async function recordHealthChange(
  transaction: Db,
  runtime: Runtime,
  {
    id,
    workspace_id,
    health: previousHealth,
  }: Pick<Credential, 'id' | 'workspace_id'> & { health?: CredentialHealth },
  after: { readonly health: CredentialHealth; readonly reason: string },
): Promise<void> {
  const { health, reason } = after
  const wasBroken = previousHealth !== undefined && !isAlive({ health: previousHealth })
  const isNotifiable = !isAlive(after) || (health === 'active' && wasBroken)
  const affected = isNotifiable ? await listConnectionsOfCredential(transaction, id) : []
  const record = {
    workspaceId: workspace_id,
    at: runtime.now(),
    event: health === 'active' ? 'credential.healed' : 'credential.flagged',
    actor: 'service',
    subject: id,
    after,
  }
  const events =
    health === 'active' || health === 'degraded'
      ? buildHealthyEvents(runtime, affected)
      : buildRelinkEvents(runtime, affected, health, reason)
  await recordAudit(transaction, record, events)
}

export function buildHealthyEvents(runtime: Runtime, affected: readonly AffectedConnection[]): NewEvent[] {
  return affected.map((connection) =>
    makeEvent(runtime, 'connection.healed', connection.user_id, toConnectionData(connection)),
  )
}

export function buildRelinkEvents(
  runtime: Runtime,
  affected: readonly AffectedConnection[],
  health: BrokenHealth,
  reason: string,
): NewEvent[] {
  return affected.map((connection) => {
    const data = { ...toConnectionData(connection), health, reason }
    return makeEvent(runtime, 'connection.needs_relink', connection.user_id, data)
  })
}

/**
 * Emits the expiry warning of a credential once. Emits nothing if
 * another process did, or if the credential changed.
 */
export async function emitExpiryWarning(
  transaction: Db,
  runtime: Runtime,
  credential: Credential,
  expiry: { readonly at: number; readonly nextCheckAt: number },
): Promise<void> {
  if (!(await recordExpiryNotice(transaction, credential, expiry.at, expiry.nextCheckAt))) return
  const expiresAt = new Date(expiry.at).toISOString()
  const events = (await listConnectionsOfCredential(transaction, credential.id)).map((connection) =>
    makeEvent(runtime, 'connection.expires_soon', connection.user_id, {
      ...toConnectionData(connection),
      expiresAt,
    }),
  )
  await emitEvents(transaction, credential.workspace_id, events)
}

export function toConnectionData({ id, platform }: AffectedConnection): EventData<'connection.healed'> {
  return { connectionId: id, platform }
}
