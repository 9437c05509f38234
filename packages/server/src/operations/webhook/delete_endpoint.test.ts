import { expect, onTestFinished, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/delete_endpoint deletes the endpoint with its secrets and deliveries [R4.add.webhook-delete_endpoint, R4.add.webhook-delete_endpoint.results]', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/left` })
  await corner.emitEvents(3)
  await corner.drain()
  expectSuccess('webhook/delete_endpoint', await corner.post('webhook/delete_endpoint', { endpointId }))
  for (const table of ['webhook_endpoints', 'webhook_deliveries'] as const)
    expect(await service.app.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  expectRefusal(await corner.post('webhook/delete_endpoint', { endpointId }), 'ENDPOINT_NOT_FOUND')
})

test('webhook/delete_endpoint deletes 60 deliveries before it responds, without waiting for background work', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/many` })
  await corner.emitEvents(60)
  await corner.drain()
  const { yieldInBackground } = service.clock
  onTestFinished(() => {
    service.clock.yieldInBackground = yieldInBackground
  })
  service.clock.yieldInBackground = () => new Promise(() => {})
  expectSuccess('webhook/delete_endpoint', await corner.post('webhook/delete_endpoint', { endpointId }))
  const remaining = service.app.store.db.selectFrom('webhook_deliveries').selectAll()
  expect(await remaining.where('endpoint_id', '=', endpointId).execute()).toEqual([])
})

testOperationCosts('webhook/delete_endpoint', { store: 7, upstream: 0 }, newEndpointBody)
