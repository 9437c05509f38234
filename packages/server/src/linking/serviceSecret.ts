// Secrets of the service itself, one per purpose: created at the first start, stored encrypted, and shared by
// all processes. Rotating the encryption keys re-encrypts the secrets and does not change them.

import type { Runtime } from '../runtime/runtime.ts'
import { findServiceSecret, insertServiceSecret } from '../store/serviceSecrets.ts'
import type { Store } from '../store/tables.ts'
import { requireSomeDecryptable } from './rewrap.ts'
import type { SecretCell, Vault } from './vault.ts'

const secretBytes = 32

export async function loadServiceSecret(
  store: Store,
  vault: Vault,
  runtime: Runtime,
  purpose: 'marker' | 'plan' | 'hook',
): Promise<string> {
  const { db } = store
  const cell: SecretCell = { workspaceId: '', table: 'service_secrets', id: purpose, column: 'secret' }
  if ((await findServiceSecret(db, purpose)) === undefined) {
    // Under wrong keys a new secret would hide that the stored ones no longer decrypt.
    await requireSomeDecryptable(store, vault)
    await insertServiceSecret(
      db,
      purpose,
      vault.encrypt(cell, runtime.randomBytes(secretBytes).toString('hex')),
    )
  }
  const encrypted = await findServiceSecret(db, purpose)
  if (encrypted === undefined) throw new Error(`The service secret "${purpose}" could not be stored.`)
  return vault.decrypt(cell, encrypted)
}
