// Disposal of a credential that no connection uses any more.

import { type Credential, countCredentialsOfPerson } from '../store/credentials.ts'
import { getProvider, type LinkingDeps } from './linking.ts'
import { decryptTokens } from './tokenEncryption.ts'

/** Everything that the disposal of a credential uses. */
export type RetirementDeps = Pick<LinkingDeps, 'store' | 'log' | 'vault' | 'cache' | 'providers'>

/** Revokes the consent at the platform too, unless another user in any workspace still needs it there. */
export async function retireCredential(linking: RetirementDeps, credential: Credential): Promise<void> {
  const { store, log, vault, cache } = linking
  const { id, platform, upstream_user_id } = credential
  cache.credentials.delete(id)
  // A revocation at the platform covers the whole app for that person.
  if ((await countCredentialsOfPerson(store.db, platform, upstream_user_id)) > 0) return
  try {
    await getProvider(linking, credential).revoke(decryptTokens(vault, credential))
  } catch (error) {
    // The row with the tokens is already deleted. The user can still remove the app at the platform.
    log.info('linking.revoke_failed', { platform, note: (error as Error).message })
  }
}
