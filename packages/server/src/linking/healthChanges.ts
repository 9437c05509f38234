// Records changes of a credential's health, and emits the events about them.

import type { EventData, Platform } from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import type { Runtime } from '../base/runtime.ts'
import { makeEvent, type NewEvent, tell } from '../events/tell.ts'
import { type Concerned, connectionsOfCredential } from '../store/connections.ts'
import { type Credential, noteEndTold } from '../store/credentials.ts'
import type { CredentialHealth, Db } from '../store/tables.ts'
import { isAlive } from './due.ts'

type Broken = EventData<'connection.needs_relink'>['health']

/**
 * The actor is always the service: health changes at the
 * platform or by the passing of time, not by a request.
 */
export async function recordHealth(
  transaction: Db,
  runtime: Runtime,
  {
    id,
    workspace_id,
    health: before,
  }: Pick<Credential, 'id' | 'workspace_id'> & { health?: CredentialHealth },
  after: { readonly health: CredentialHealth; readonly reason: string },
): Promise<void> {
  const { health, reason } = after
  const wasBroken = before !== undefined && !isAlive({ health: before })
  const isTold = !isAlive(after) || (health === 'active' && wasBroken)
  const concerned = isTold ? await connectionsOfCredential(transaction, id) : []
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
      ? healed(runtime, concerned)
      : needingRelink(runtime, concerned, health, reason)
  await recordAudit(transaction, record, events)
}

export function healed(runtime: Runtime, concerned: readonly Concerned[]): NewEvent[] {
  return concerned.map((connection) =>
    makeEvent(runtime, 'connection.healed', connection.user_id, aboutConnection(connection)),
  )
}

export function needingRelink(
  runtime: Runtime,
  concerned: readonly Concerned[],
  health: Broken,
  reason: string,
): NewEvent[] {
  return concerned.map((connection) => {
    const about = { ...aboutConnection(connection), health, reason }
    return makeEvent(runtime, 'connection.needs_relink', connection.user_id, about)
  })
}

/**
 * Emits the expiry warning of a credential once. Emits nothing if
 * another process did, or if the credential changed.
 */
export async function tellEnd(
  transaction: Db,
  runtime: Runtime,
  credential: Credential,
  ends: { readonly at: number; readonly lookAgainAt: number },
): Promise<void> {
  if (!(await noteEndTold(transaction, credential, ends.at, ends.lookAgainAt))) return
  const expiresAt = new Date(ends.at).toISOString()
  const events = (await connectionsOfCredential(transaction, credential.id)).map((connection) =>
    makeEvent(runtime, 'connection.expires_soon', connection.user_id, {
      ...aboutConnection(connection),
      expiresAt,
    }),
  )
  await tell(transaction, credential.workspace_id, events)
}

export function aboutConnection({ id, platform }: Concerned): EventData<'connection.healed'> {
  // Rows contain only names of platforms.
  return { connectionId: id, platform: platform as Platform }
}
