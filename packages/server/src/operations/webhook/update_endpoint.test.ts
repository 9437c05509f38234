import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/update_endpoint changes only the given fields, and a disabled endpoint receives no events [R4.add.webhook-update_endpoint, R4.add.webhook-update_endpoint.results]', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/old`, types: ['user.deleted'] })
  const update = async (change: object) => {
    const response = await corner.post('webhook/update_endpoint', { endpointId, ...change })
    return expectSuccess('webhook/update_endpoint', response)
  }
  const off = await update({ url: `${receiver.url}/new`, status: 'disabled' })
  expect(off).toMatchObject({
    endpoint: { url: `${receiver.url}/new`, types: ['user.deleted'], status: 'disabled', reason: 'caller' },
  })
  await corner.emitEvents()
  await corner.drain()
  expect(await update({ status: 'enabled', types: [] })).toMatchObject({
    endpoint: { types: [], status: 'enabled', reason: '' },
  })
  await corner.emitEvents()
  await corner.drain()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/new'])
})

testOperationCosts('webhook/update_endpoint', { store: 8, upstream: 0 }, newEndpointBody)
