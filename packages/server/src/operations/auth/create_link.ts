import { createLink } from '../../linking/createLink.ts'
import { handler } from '../../pipeline/handler.ts'

export const create_link = handler(
  'auth/create_link',
  async ({ userId, platform, redirectUri = '', state = '' }, ctx) =>
    await createLink(
      ctx.linking,
      { workspaceId: ctx.caller.workspaceId, userId, platform, redirectUri, state },
      (transaction, linkId) => ctx.recordAuditEntry(transaction, { subject: linkId, after: { platform } }),
    ),
)
