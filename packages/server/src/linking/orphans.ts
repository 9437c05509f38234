// Credentials that no connection uses any more, kept only until the writes that went through them are settled.

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
