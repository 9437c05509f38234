// Key rotation: every stored secret is sealed anew under the newest key, while the service goes on.

import { connectionsAfter, updatePageToken } from '../store/connections.ts'
import { credentialsAfter, updateCredential } from '../store/credentials.ts'
import type { Store } from '../store/db.ts'
import type { Vault } from './vault.ts'

const batch = 200

export interface Rewrapped {
  readonly rewrapped: number
  /** Rows that somebody else changed at the same moment; a second run finds them. */
  readonly left: number
}

/** Links are left alone: they live for half an hour, and then nobody needs what they held. */
export async function rewrapSecrets(store: Store, vault: Vault): Promise<Rewrapped> {
  const credentials = await rewrapCredentials(store, vault)
  const connections = await rewrapConnections(store, vault)
  return {
    rewrapped: credentials.rewrapped + connections.rewrapped,
    left: credentials.left + connections.left,
  }
}

async function rewrapCredentials({ db }: Store, vault: Vault): Promise<Rewrapped> {
  let [last, rewrapped, left] = ['', 0, 0]
  for (;;) {
    const credentials = await credentialsAfter(db, last, batch)
    for (const credential of credentials) {
      last = credential.id
      const cell = (column: string) => ({
        workspaceId: credential.workspace_id,
        table: 'credentials' as const,
        id: credential.id,
        column,
      })
      const access = vault.rewrap(cell('access_token'), credential.access_token)
      const refresh = vault.rewrap(cell('refresh_token'), credential.refresh_token)
      if (access === undefined && refresh === undefined) continue
      // Compared with the version that was read: a refresh that finishes meanwhile is never undone.
      const written = await updateCredential(db, credential, {
        ...(access === undefined ? {} : { access_token: access }),
        ...(refresh === undefined ? {} : { refresh_token: refresh }),
      })
      if (written) rewrapped++
      else left++
    }
    if (credentials.length < batch) return { rewrapped, left }
  }
}

async function rewrapConnections({ db }: Store, vault: Vault): Promise<Rewrapped> {
  let [last, rewrapped, left] = ['', 0, 0]
  for (;;) {
    const connections = await connectionsAfter(db, last, batch)
    for (const connection of connections) {
      last = connection.id
      const { workspace_id, id, page_token } = connection
      const cell = { workspaceId: workspace_id, table: 'connections' as const, id, column: 'page_token' }
      const sealed = vault.rewrap(cell, page_token)
      if (sealed === undefined) continue
      if (await updatePageToken(db, id, page_token, sealed)) rewrapped++
      else left++
    }
    if (connections.length < batch) return { rewrapped, left }
  }
}
