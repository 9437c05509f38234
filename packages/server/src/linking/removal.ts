// Handles the platform's message that a person removed the app there.

import type { Platform } from '@adrail/contract'
import { markRemoved } from '../store/credentials.ts'
import { recordHealth } from './healthChanges.ts'
import type { Linking } from './linking.ts'

/**
 * Every connection of the person needs a new consent afterwards. Returns false
 * when the signature of the message is not the platform's.
 */
export async function noteRemoval(linking: Linking, platform: Platform, signed: string): Promise<boolean> {
  const { store, log, runtime, providers, memory } = linking
  const removal = providers[platform].removal?.(signed)
  if (removal === undefined) return false
  // A consent that is younger than the message is a different one: messages can arrive late or twice.
  const removed = await store.db.transaction().execute(async (transaction) => {
    const { personId, at } = removal
    const rows = personId === '' ? [] : await markRemoved(transaction, platform, personId, at)
    for (const row of rows)
      await recordHealth(transaction, runtime, row, { health: 'revoked', reason: 'user_revoked' })
    return rows
  })
  for (const { id } of removed) memory.credentials.delete(id)
  log.info('linking.app_removed', { platform, credentials: removed.length })
  return true
}
