import { timeText } from '../../base/timeText.ts'
import { handler } from '../../waist/handler.ts'
import { hasEnded, rotateKey, scopesOf } from '../../workspace/keyLife.ts'
import { keyRecord, requireKey, requireOwn } from './keyRecord.ts'

const hourMs = 60 * 60 * 1000

export const rotate_key = handler('workspace/rotate_key', async ({ keyId, overlapHours }, ctx) => {
  const old = await requireKey(ctx, keyId)
  requireOwn(ctx, scopesOf(old), 'keyId')
  const now = ctx.runtime.now()
  if (hasEnded(old, now)) throw ctx.refuse('KEY_ENDED')
  const { key, text, oldEndsAt } = await rotateKey(ctx, old, now + overlapHours * hourMs)
  return { key: keyRecord(key, now), apiKey: text, oldKeyEndsAt: timeText(oldEndsAt) }
})
