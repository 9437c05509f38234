import { InvalidBrandError } from '../../linking/brand.ts'
import { handler } from '../../pipeline/handler.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import {
  changeSettings,
  LooserSettingsError,
  OtherLayerFreezeError,
  UnknownApiKeyError,
} from '../../workspace/settings.ts'

export const update_settings = handler('workspace/update_settings', async (body, ctx) => {
  const { workspaceId, keyId } = ctx.caller
  return await changeSettings(ctx, workspaceId, keyId, body).catch((error: unknown) => {
    if (error instanceof UnknownApiKeyError)
      throw ctx.createError('REFERENCE_NOT_FOUND', {
        field: 'keyId',
        values: { problem: 'keyId does not match any API key in this workspace.' },
      })
    if (error instanceof LooserSettingsError)
      throw ctx.createError('BEYOND_OWN_KEY', {
        field: error.field,
        values: { problem: `It cannot loosen the ${error.field} of this key. Nothing changed.` },
      })
    if (error instanceof OtherLayerFreezeError) throw ctx.createError('OPERATOR_SETTING', { field: 'freeze' })
    if (!(error instanceof InvalidBrandError)) throw error
    const field = `brand.${error.field}`
    throw invalidBodyError([
      { field, code: 'MALFORMED', message: `${field} cannot be shown. ${error.message}` },
    ])
  })
})
