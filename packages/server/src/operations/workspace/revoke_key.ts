import { handler } from '../../waist/handler.ts'
import { LastAdminKey, revokeKey } from '../../workspace/keyLife.ts'
import { keyRecord, requireKey } from './keyRecord.ts'

export const revoke_key = handler('workspace/revoke_key', async ({ keyId }, ctx) => {
  const key = await requireKey(ctx, keyId)
  await revokeKey(ctx, key, { keepAdmin: true }).catch((error: unknown) => {
    throw error instanceof LastAdminKey ? ctx.refuse('LAST_ADMIN_KEY') : error
  })
  return { key: keyRecord(await requireKey(ctx, keyId), ctx.runtime.now()) }
})
