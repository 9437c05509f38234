// Credentials that no connection uses any more, retained until the writes that use them are finalized.

import { discardCredential, orphanedCredentials } from '../store/credentials.ts'
import type { Linking } from './linking.ts'
import { retire } from './retire.ts'

const batch = 100

export async function retireOrphans(linking: Linking): Promise<void> {
  const { store, runtime } = linking
  for (const id of await orphanedCredentials(store.db, batch)) {
    const discarded = await store.db
      .transaction()
      .execute((transaction) => discardCredential(transaction, id, runtime.now()))
    if (discarded) await retire(linking, discarded)
  }
}
