import { timeText } from '../../base/timeText.ts'
import { handler } from '../../waist/handler.ts'
import { KeyEnded, rotateKey, scopesOf } from '../../workspace/keyLife.ts'
import { keyRecord, requireKey } from './keyRecord.ts'
import { requireNoMore, requireOwnScopes } from './ownKey.ts'

const hourMs = 60 * 60 * 1000

export const rotate_key = handler('workspace/rotate_key', async ({ keyId, overlapHours }, ctx) => {
  const old = await requireKey(ctx, keyId)
  requireOwnScopes(ctx, scopesOf(old), 'keyId')
  await requireNoMore(ctx, old)
  const now = ctx.runtime.now()
  const { key, text, oldEndsAt } = await rotateKey(ctx, old, now + overlapHours * hourMs, ctx.caller).catch(
    (error: unknown) => {
      throw error instanceof KeyEnded ? ctx.refuse('KEY_ENDED') : error
    },
  )
  return { key: keyRecord(key, now), apiKey: text, oldKeyEndsAt: timeText(oldEndsAt) }
})
