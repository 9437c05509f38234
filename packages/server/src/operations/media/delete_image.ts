import { parseMediaUrl } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'
import { deleteImage } from '../../store/images.ts'

export const delete_image = handler('media/delete_image', async ({ url }, ctx) => {
  const imageId = parseMediaUrl(url) ?? ''
  await ctx.store.db.transaction().execute(async (transaction) => {
    if (!(await deleteImage(transaction, ctx.caller.workspaceId, imageId)))
      throw ctx.createError('IMAGE_NOT_FOUND', { field: 'url' })
    await ctx.recordAuditEntry(transaction, { subject: imageId })
  })
  return {}
})
