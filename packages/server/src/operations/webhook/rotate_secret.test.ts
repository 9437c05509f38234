import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/rotate_secret keeps at most five secrets, and only the new one when overlapHours is 0 [R4.add.webhook-rotate_secret, R4.add.webhook-rotate_secret.results]', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/secrets` })
  const signatures = async () => {
    await corner.call('webhook/test_endpoint', { endpointId })
    return receiver.received.at(-1)?.headers['webhook-signature']?.split(' ')
  }
  for (let times = 0; times < 7; times++)
    expectSuccess('webhook/rotate_secret', await corner.post('webhook/rotate_secret', { endpointId }))
  expect(await signatures()).toHaveLength(5)
  await corner.call('webhook/rotate_secret', { endpointId, overlapHours: 0 })
  expect(await signatures()).toHaveLength(1)
})

testOperationCosts('webhook/rotate_secret', { store: 7, upstream: 0 }, newEndpointBody)
