import { handler } from '../../waist/handler.ts'
import { changeSettings, UnknownKey } from '../../workspace/settings.ts'

export const update_settings = handler('workspace/update_settings', async (body, ctx) => {
  const { workspaceId, keyId } = ctx.caller
  return await changeSettings(ctx, workspaceId, keyId, body).catch((error: unknown) => {
    throw error instanceof UnknownKey
      ? ctx.refuse('REFERENCE_NOT_FOUND', {
          field: 'keyId',
          values: { problem: 'keyId names no API key of this workspace.' },
        })
      : error
  })
})
