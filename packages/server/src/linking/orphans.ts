// Credentials that no connection uses any more, retained until the writes that use them are finalized.

import { discardCredential, listOrphanedCredentials } from '../store/credentials.ts'
import type { LinkingDeps } from './linking.ts'
import { type RetirementDeps, retireCredential } from './retireCredential.ts'

const batchSize = 100

export async function retireOrphans(linking: RetirementDeps & Pick<LinkingDeps, 'runtime'>): Promise<void> {
  const { store, runtime } = linking
  for (const id of await listOrphanedCredentials(store.db, batchSize)) {
    const discarded = await store.db
      .transaction()
      .execute((transaction) => discardCredential(transaction, id, runtime.now()))
    if (discarded) await retireCredential(linking, discarded)
  }
}
