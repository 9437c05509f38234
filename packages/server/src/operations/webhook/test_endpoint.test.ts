import { expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newCorner, ofNewEndpoint } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/test_endpoint sends at once and tells what came of it [R4.add.webhook-test_endpoint, R4.add.webhook-test_endpoint.results]', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/tested` })
  const taken = expectSuccess(
    'webhook/test_endpoint',
    await corner.post('webhook/test_endpoint', { endpointId }),
  )
  expect(taken).toMatchObject({ delivered: true, status: 204, problem: '' })
  receiver.answer = () => 404
  const refused = (await corner.call('webhook/test_endpoint', { endpointId })).results
  expect(refused).toMatchObject({ delivered: false, status: 404, problem: 'It answered with status 404.' })
  expect(receiver.received).toMatchObject([
    { id: taken['eventId'], type: 'endpoint.test', data: { endpointId } },
    { id: refused.eventId },
  ])
  const nobody = await corner.newEndpoint({ url: 'http://127.0.0.1:1/' })
  const alone = await corner.call('webhook/test_endpoint', { endpointId: nobody.endpointId })
  expect(alone.results).toMatchObject({
    delivered: false,
    status: 0,
    problem: 'The connection was refused.',
  })
})

costs('webhook/test_endpoint', { store: 6, upstream: 1 }, ofNewEndpoint)
