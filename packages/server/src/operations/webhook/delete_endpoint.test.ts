import { expect, onTestFinished, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newCorner, ofNewEndpoint } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/delete_endpoint forgets the endpoint with its secrets and deliveries [R4.add.webhook-delete_endpoint, R4.add.webhook-delete_endpoint.results]', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/left` })
  await corner.tell(3)
  await corner.settle()
  expectSuccess('webhook/delete_endpoint', await corner.post('webhook/delete_endpoint', { endpointId }))
  for (const table of ['webhook_endpoints', 'webhook_deliveries'] as const)
    expect(await service.app.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  expectRefusal(await corner.post('webhook/delete_endpoint', { endpointId }), 'ENDPOINT_NOT_FOUND')
})

test('webhook/delete_endpoint waits for nothing that is done in the background', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/many` })
  await corner.tell(60)
  await corner.settle()
  const { rest } = service.clock
  onTestFinished(() => {
    service.clock.rest = rest
  })
  service.clock.rest = () => new Promise(() => {})
  expectSuccess('webhook/delete_endpoint', await corner.post('webhook/delete_endpoint', { endpointId }))
  const left = service.app.store.db.selectFrom('webhook_deliveries').selectAll()
  expect(await left.where('endpoint_id', '=', endpointId).execute()).toEqual([])
})

costs('webhook/delete_endpoint', { store: 7, upstream: 0 }, ofNewEndpoint)
