import { handler } from '../../pipeline/handler.ts'
import { LastAdminKeyError, revokeKey } from '../../workspace/keyLifecycle.ts'
import { requireKey, toKeyRecord } from './keyRecord.ts'

export const revoke_key = handler('workspace/revoke_key', async ({ keyId }, ctx) => {
  const key = await requireKey(ctx, keyId)
  await revokeKey(ctx, key, { keepAdmin: true }).catch((error: unknown) => {
    throw error instanceof LastAdminKeyError ? ctx.createError('LAST_ADMIN_KEY') : error
  })
  return { key: toKeyRecord(await requireKey(ctx, keyId), ctx.runtime.now()) }
})
