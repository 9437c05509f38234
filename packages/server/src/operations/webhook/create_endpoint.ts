import { makeId } from '../../base/runtime.ts'
import { lastEventSeq } from '../../store/events.ts'
import { countEndpoints, insertEndpoint, type WebhookEndpoint } from '../../store/webhookEndpoints.ts'
import { handler } from '../../waist/handler.ts'
import { sealFirstSecret } from '../../webhooks/endpointSecrets.ts'
import { makeSecret } from '../../webhooks/signature.ts'
import { endpointRecord } from './endpointRecord.ts'

const limit = 100

export const create_endpoint = handler(
  'webhook/create_endpoint',
  async ({ url, types = [], description = '' }, ctx) => {
    const { workspaceId } = ctx.caller
    if (!(await ctx.webhooks.postFor(workspaceId).mayReach(url)))
      throw ctx.refuse('ENDPOINT_URL_NOT_ALLOWED', { field: 'url' })
    const secret = makeSecret(ctx.runtime)
    const place = { id: makeId('whe', ctx.runtime), workspace_id: workspaceId }
    const endpoint = await ctx.store.db.transaction().execute(async (transaction) => {
      // Recording locks the workspace's head, so concurrent creations are counted one after the other.
      await ctx.record(transaction, { subject: place.id, after: { url, types } })
      if ((await countEndpoints(transaction, workspaceId)) >= limit)
        throw ctx.refuse('ENDPOINT_LIMIT_REACHED', { values: { limit } })
      const made: WebhookEndpoint = {
        ...place,
        url,
        types: types.join(' '),
        description,
        secrets: sealFirstSecret(ctx.webhooks.vault, place, secret),
        status: 'enabled',
        reason: '',
        position: await lastEventSeq(transaction, workspaceId),
        again_until: 0,
        failing_since: null,
        lease_owner: '',
        lease_until: 0,
        created_at: ctx.runtime.now(),
      }
      await insertEndpoint(transaction, made)
      return made
    })
    return { endpoint: endpointRecord(endpoint, ctx.caller), secret }
  },
)
