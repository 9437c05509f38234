import { handler } from '../../pipeline/handler.ts'
import { makeId } from '../../runtime/runtime.ts'
import { findLastEventSeq } from '../../store/events.ts'
import { countEndpoints, insertEndpoint, type NewEndpoint } from '../../store/webhookEndpoints.ts'
import { encryptFirstSecret } from '../../webhooks/endpointSecrets.ts'
import { generateWebhookSecret } from '../../webhooks/signature.ts'
import { toEndpointRecord } from './endpointRecord.ts'

const maxEndpoints = 100

export const create_endpoint = handler(
  'webhook/create_endpoint',
  async ({ url, types = [], description = '' }, ctx) => {
    const { workspaceId } = ctx.caller
    if (!(await ctx.webhooks.getPostClient(workspaceId).canReach(url)))
      throw ctx.createError('ENDPOINT_URL_NOT_ALLOWED', { field: 'url' })
    const secret = generateWebhookSecret(ctx.runtime)
    const endpointKey = { id: makeId('whe', ctx.runtime), workspace_id: workspaceId }
    const endpoint = await ctx.store.db.transaction().execute(async (transaction) => {
      // Recording locks the workspace's head, so concurrent creations are counted one after the other.
      await ctx.recordAuditEntry(transaction, { subject: endpointKey.id, after: { url, types } })
      if ((await countEndpoints(transaction, workspaceId)) >= maxEndpoints)
        throw ctx.createError('ENDPOINT_LIMIT_REACHED', { values: { limit: maxEndpoints } })
      const endpointRow: NewEndpoint = {
        ...endpointKey,
        url,
        types: types.join(' '),
        description,
        secrets: encryptFirstSecret(ctx.webhooks.vault, endpointKey, secret),
        status: 'enabled',
        reason: '',
        position: await findLastEventSeq(transaction, workspaceId),
        again_until: 0,
        failing_since: null,
        created_at: ctx.runtime.now(),
      }
      await insertEndpoint(transaction, endpointRow)
      return endpointRow
    })
    return { endpoint: toEndpointRecord(endpoint, ctx.caller), secret }
  },
)
