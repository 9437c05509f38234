import { endpointsOf } from '../../store/webhookEndpoints.ts'
import { handler } from '../../waist/handler.ts'
import { endpointRecord } from './endpointRecord.ts'

export const list_endpoints = handler('webhook/list_endpoints', async (_, ctx) => ({
  endpoints: (await endpointsOf(ctx.store.db, ctx.caller.workspaceId)).map((endpoint) =>
    endpointRecord(endpoint, ctx.caller),
  ),
}))
