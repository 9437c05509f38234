import { handler } from '../../pipeline/handler.ts'
import { listEndpoints } from '../../store/webhookEndpoints.ts'
import { toEndpointRecord } from './endpointRecord.ts'

export const list_endpoints = handler('webhook/list_endpoints', async (_, ctx) => ({
  endpoints: (await listEndpoints(ctx.store.db, ctx.caller.workspaceId)).map((endpoint) =>
    toEndpointRecord(endpoint, ctx.caller),
  ),
}))
