// The end of a credential that no connection uses any more.

import { type Credential, countCredentialsOfPerson } from '../store/credentials.ts'
import { type Linking, providerOf } from './linking.ts'
import { openTokens } from './tokenSeals.ts'

/** Ends the consent at the platform too, unless somebody else, in whichever workspace, still needs it there. */
export async function retire(linking: Linking, credential: Credential): Promise<void> {
  const { store, log, vault, memory } = linking
  const { id, platform, upstream_user_id } = credential
  memory.credentials.delete(id)
  // The platform ends the consent of the person for the whole app.
  if ((await countCredentialsOfPerson(store.db, platform, upstream_user_id)) > 0) return
  try {
    await providerOf(linking, credential).revoke(openTokens(vault, credential))
  } catch (error) {
    // The tokens are gone from here in any case; the user can remove the app at the platform.
    log.info('linking.revoke_failed', { platform, note: (error as Error).message })
  }
}
