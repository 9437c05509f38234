import { handler } from '../../pipeline/handler.ts'
import { hourMs } from '../../runtime/durations.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { KeyEndedError, keyScopes, rotateKey } from '../../workspace/keyLifecycle.ts'
import { requireKey, toKeyRecord } from './keyRecord.ts'
import { requireCallerScopes, requireWithinCallerKey } from './ownKey.ts'

export const rotate_key = handler('workspace/rotate_key', async ({ keyId, overlapHours }, ctx) => {
  const rotatedKey = await requireKey(ctx, keyId)
  requireCallerScopes(ctx, keyScopes(rotatedKey), 'keyId')
  await requireWithinCallerKey(ctx, rotatedKey)
  const now = ctx.runtime.now()
  const { key, text, oldEndsAt } = await rotateKey(
    ctx,
    rotatedKey,
    now + overlapHours * hourMs,
    ctx.caller,
  ).catch((error: unknown) => {
    throw error instanceof KeyEndedError ? ctx.createError('KEY_ENDED') : error
  })
  return { key: toKeyRecord(key, now), apiKey: text, oldKeyEndsAt: formatTime(oldEndsAt) }
})
