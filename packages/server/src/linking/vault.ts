// Secrets at rest: encrypted under the service's keys, each bound
// to the database cell for which it was written.

import type { Keyring } from '../encryption/keyring.ts'

/** A secret that is moved to another row or column does not decrypt there. */
export interface SecretCell {
  readonly workspaceId: string
  readonly table:
    | 'links'
    | 'credentials'
    | 'connections'
    | 'webhook_endpoints'
    | 'lead_sources'
    | 'leads'
    | 'service_secrets'
  readonly id: string
  readonly column: string
}

export class DecryptionError extends Error {
  constructor({ table, column }: SecretCell) {
    super(
      `A secret in ${table}.${column} cannot be decrypted: ENCRYPTION_KEYS (or encryption.key in DATA_DIR) does not contain its key, or the row was copied from another database. Use the keys of the process that stored the secret.`,
    )
  }
}

export interface Vault {
  encrypt(cell: SecretCell, plaintext: string): string
  decrypt(cell: SecretCell, encrypted: string): string
}

export function makeVault(keyring: Keyring): Vault {
  const toBinding = ({ workspaceId, table, id, column }: SecretCell) =>
    JSON.stringify([workspaceId, table, id, column])
  return {
    encrypt: (cell, plaintext) =>
      plaintext === '' ? '' : keyring.encrypt('vault', toBinding(cell), plaintext),
    decrypt(cell, encrypted) {
      if (encrypted === '') return ''
      const plaintext = keyring.decrypt('vault', toBinding(cell), encrypted)
      if (plaintext === undefined) throw new DecryptionError(cell)
      return plaintext
    },
  }
}
