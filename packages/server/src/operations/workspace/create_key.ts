import { handler } from '../../pipeline/handler.ts'
import { dayMs } from '../../runtime/durations.ts'
import { createApiKey } from '../../workspace/keyLifecycle.ts'
import { toKeyRecord } from './keyRecord.ts'
import { requireCallerScopes, resolveExpiry } from './ownKey.ts'

export const create_key = handler('workspace/create_key', async ({ name, scopes, expiresInDays }, ctx) => {
  requireCallerScopes(ctx, scopes, 'scopes')
  const { workspaceId } = ctx.caller
  const now = ctx.runtime.now()
  const expiresAt = await resolveExpiry(ctx, expiresInDays === undefined ? null : now + expiresInDays * dayMs)
  const { key, text } = await createApiKey(ctx, { workspaceId, name, scopes, expiresAt }, ctx.caller)
  return { key: toKeyRecord(key, now), apiKey: text }
})
