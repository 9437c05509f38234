import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/test_endpoint sends an event immediately and returns the outcome of the delivery [R4.add.webhook-test_endpoint, R4.add.webhook-test_endpoint.results]', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/tested` })
  const accepted = expectSuccess(
    'webhook/test_endpoint',
    await corner.post('webhook/test_endpoint', { endpointId }),
  )
  expect(accepted).toMatchObject({ delivered: true, status: 204, problem: '' })
  receiver.respond = () => 404
  const refused = (await corner.call('webhook/test_endpoint', { endpointId })).results
  expect(refused).toMatchObject({
    delivered: false,
    status: 404,
    problem: 'The endpoint returned status 404.',
  })
  expect(receiver.received).toMatchObject([
    { id: accepted['eventId'], type: 'endpoint.test', data: { endpointId } },
    { id: refused.eventId },
  ])
  const closedPort = await corner.newEndpoint({ url: 'http://127.0.0.1:1/' })
  const unreachable = await corner.call('webhook/test_endpoint', { endpointId: closedPort.endpointId })
  expect(unreachable.results).toMatchObject({
    delivered: false,
    status: 0,
    problem: 'The host refused the connection.',
  })
})

testOperationCosts('webhook/test_endpoint', { store: 6, upstream: 1 }, newEndpointBody)
