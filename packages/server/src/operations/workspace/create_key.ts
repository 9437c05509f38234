import { handler } from '../../waist/handler.ts'
import { makeKey } from '../../workspace/keyLife.ts'
import { keyRecord } from './keyRecord.ts'
import { endWithin, requireOwnScopes } from './ownKey.ts'

const dayMs = 24 * 60 * 60 * 1000

export const create_key = handler('workspace/create_key', async ({ name, scopes, expiresInDays }, ctx) => {
  requireOwnScopes(ctx, scopes, 'scopes')
  const { workspaceId } = ctx.caller
  const now = ctx.runtime.now()
  const expiresAt = await endWithin(ctx, expiresInDays === undefined ? null : now + expiresInDays * dayMs)
  const { key, text } = await makeKey(ctx, { workspaceId, name, scopes, expiresAt }, ctx.caller)
  return { key: keyRecord(key, now), apiKey: text }
})
