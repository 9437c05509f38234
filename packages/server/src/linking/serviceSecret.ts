// Secrets of the service itself, one for each purpose: created at the first start, stored sealed, the same for all processes.
// Rotating the encryption keys reseals them and does not change them.

import type { Runtime } from '../base/runtime.ts'
import { findServiceSecret, insertServiceSecret } from '../store/serviceSecrets.ts'
import type { Store } from '../store/tables.ts'
import type { Cell, Vault } from './vault.ts'

const secretBytes = 32

export async function loadServiceSecret(
  { db }: Store,
  vault: Vault,
  runtime: Runtime,
  purpose: 'marker' | 'plan' | 'hook',
): Promise<string> {
  const cell: Cell = { workspaceId: '', table: 'service_secrets', id: purpose, column: 'secret' }
  if ((await findServiceSecret(db, purpose)) === undefined)
    await insertServiceSecret(db, purpose, vault.seal(cell, runtime.randomBytes(secretBytes).toString('hex')))
  const sealed = await findServiceSecret(db, purpose)
  if (sealed === undefined) throw new Error(`The service secret "${purpose}" could not be stored.`)
  return vault.open(cell, sealed)
}
