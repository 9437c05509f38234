import { invalidBody } from '../../base/errors.ts'
import { BrandFlaw } from '../../linking/brand.ts'
import { handler } from '../../waist/handler.ts'
import { changeSettings, LooserThanOwn, OtherLayersFreeze, UnknownKey } from '../../workspace/settings.ts'

export const update_settings = handler('workspace/update_settings', async (body, ctx) => {
  const { workspaceId, keyId } = ctx.caller
  return await changeSettings(ctx, workspaceId, keyId, body).catch((error: unknown) => {
    if (error instanceof UnknownKey)
      throw ctx.refuse('REFERENCE_NOT_FOUND', {
        field: 'keyId',
        values: { problem: 'keyId names no API key of this workspace.' },
      })
    if (error instanceof LooserThanOwn)
      throw ctx.refuse('BEYOND_OWN_KEY', {
        field: error.field,
        values: { problem: `It cannot loosen the ${error.field} of this key. Nothing changed.` },
      })
    if (error instanceof OtherLayersFreeze) throw ctx.refuse('OPERATOR_SETTING', { field: 'freeze' })
    if (!(error instanceof BrandFlaw)) throw error
    const field = `brand.${error.part}`
    throw invalidBody([{ field, code: 'MALFORMED', message: `${field} cannot be shown. ${error.message}` }])
  })
})
