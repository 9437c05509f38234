import type { Results } from '@adrail/contract'
import { getCurrentLinkStatus } from '../../linking/linkStatus.ts'
import { handler } from '../../pipeline/handler.ts'
import { toLinkPlatform } from '../../platforms/connector-kit/platformNames.ts'
import { findLink } from '../../store/links.ts'

export const get_link_status = handler('auth/get_link_status', async ({ linkId }, ctx) => {
  const link = await findLink(ctx.store.db, ctx.caller.workspaceId, linkId)
  if (!link) throw ctx.createError('LINK_NOT_FOUND', { values: { id: linkId } })
  return {
    // The linking flow stores only statuses that the contract declares.
    status: getCurrentLinkStatus(ctx.linking, link) as Results<'auth/get_link_status'>['status'],
    linkError: link.error_code,
    platform: toLinkPlatform(link.platform),
    userId: link.user_id,
  }
})
