// Handles the platform's message that a person removed the app there.

import type { Platform } from '@adrail/contract'
import { markCredentialsRevoked } from '../store/credentials.ts'
import { recordHealthChange } from './healthChanges.ts'
import type { LinkingDeps } from './linking.ts'

export type AppRemovalDeps = Pick<LinkingDeps, 'store' | 'log' | 'runtime' | 'providers' | 'cache'>

/**
 * Every connection of the person needs a new consent afterwards. Returns false
 * when the signature of the message is not the platform's.
 */
export async function recordAppRemoval(
  { store, log, runtime, providers, cache }: AppRemovalDeps,
  platform: Platform,
  form: URLSearchParams,
): Promise<boolean> {
  const removal = providers[platform].removalNotices?.parse(form)
  if (removal === undefined) return false
  // A consent that is younger than the message is a different one: messages can arrive late or twice.
  const revokedCredentials = await store.db.transaction().execute(async (transaction) => {
    const { personId, at } = removal
    const rows = personId === '' ? [] : await markCredentialsRevoked(transaction, platform, personId, at)
    for (const row of rows)
      await recordHealthChange(transaction, runtime, row, { health: 'revoked', reason: 'user_revoked' })
    return rows
  })
  for (const { id } of revokedCredentials) cache.credentials.delete(id)
  log.info('linking.app_removed', { platform, credentials: revokedCredentials.length })
  return true
}
