import { handler } from '../../waist/handler.ts'
import { makeKey } from '../../workspace/keyLife.ts'
import { keyRecord, requireOwn } from './keyRecord.ts'

const dayMs = 24 * 60 * 60 * 1000

export const create_key = handler('workspace/create_key', async ({ name, scopes, expiresInDays }, ctx) => {
  requireOwn(ctx, scopes, 'scopes')
  const { workspaceId } = ctx.caller
  const now = ctx.runtime.now()
  const expiresAt = expiresInDays === undefined ? null : now + expiresInDays * dayMs
  const { key, text } = await makeKey(ctx, { workspaceId, name, scopes, expiresAt })
  return { key: keyRecord(key, now), apiKey: text }
})
