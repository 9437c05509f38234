// Secrets at rest: encrypted under the service's keys, each bound
// to the database cell for which it was written.

import type { Keyring } from '../base/keyring.ts'

/** A secret that is moved to another row or column does not decrypt there. */
export interface Cell {
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

export class NotDecrypted extends Error {
  constructor({ table, column }: Cell) {
    super(
      `A secret in ${table}.${column} cannot be decrypted: ENCRYPTION_KEYS (or encryption.key in DATA_DIR) lacks its key, or the secret was moved. Use the keys of the processes that wrote it.`,
    )
  }
}

export interface Vault {
  seal(cell: Cell, text: string): string
  open(cell: Cell, sealed: string): string
}

export function makeVault(keyring: Keyring): Vault {
  const binding = ({ workspaceId, table, id, column }: Cell) =>
    JSON.stringify([workspaceId, table, id, column])
  return {
    seal: (cell, text) => (text === '' ? '' : keyring.seal('vault', binding(cell), text)),
    open(cell, sealed) {
      if (sealed === '') return ''
      const text = keyring.open('vault', binding(cell), sealed)
      if (text === undefined) throw new NotDecrypted(cell)
      return text
    },
  }
}
