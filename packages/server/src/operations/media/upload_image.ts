import { toMediaUrl } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'
import { formatTime } from '../../runtime/formatTime.ts'

export const upload_image = handler('media/upload_image', async (_body, ctx) => {
  const { workspaceId } = ctx.caller
  const { image, created } = await ctx.images.upload(workspaceId, ctx.content, (transaction, stored) =>
    ctx.recordAuditEntry(transaction, {
      subject: stored.id,
      after: { type: stored.type, width: stored.width, height: stored.height, bytes: stored.size },
    }),
  )
  return {
    url: toMediaUrl(image.id),
    type: image.type,
    width: image.width,
    height: image.height,
    bytes: image.size,
    expiresAt: formatTime(image.expires_at),
    created,
  }
})
