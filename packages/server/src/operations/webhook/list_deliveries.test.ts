import { expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { newRound } from '../../../testing/rounds.ts'
import { useService } from '../../../testing/service.ts'
import { newCorner, ofNewEndpoint } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/list_deliveries tells of every delivery once, newest first, there and back [R4.add.webhook-list_deliveries, R4.add.webhook-list_deliveries.results]', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/listed` })
  await corner.tell(60)
  await corner.settle()
  const page = async (pagination = '') => {
    const body = { endpointId, pagination, state: 'delivered' }
    const answer = await corner.call('webhook/list_deliveries', body as never)
    expectSuccess('webhook/list_deliveries', answer)
    const { deliveries, pagination: pages } = answer.results
    return { ids: deliveries.map(({ eventId }) => eventId), ...pages }
  }
  const first = await page()
  const second = await page(first.next)
  expect([first.ids.length, second.ids.length, second.next, first.previous]).toEqual([50, 10, '', ''])
  expect([...first.ids, ...second.ids]).toEqual(
    receiver.received
      .map(({ id }) => id)
      .sort()
      .reverse(),
  )
  expect((await page(second.previous)).ids).toEqual(first.ids)
  const { results } = await corner.call('webhook/list_deliveries', { endpointId, state: 'failed' })
  expect(results.deliveries).toEqual([])

  service.clock.advance(31 * 24 * 60 * 60 * 1000)
  await newRound(service.app.pruning)
  expect((await page()).ids).toEqual([])
})

test('webhook/list_deliveries shows each message as it was sent and the beginning of the response, the response to keys with the scope admin alone', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/shown` })
  const said = `\u0000no such hook ${'x'.repeat(5000)}`
  receiver.answer = () => ({ status: 404, headers: {}, body: said })
  await corner.tell(1)
  await corner.settle()
  receiver.answer = () => 204
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  const [sent] = receiver.at('/shown')
  expect(results.deliveries).toMatchObject([
    { status: 404, payload: sent?.body, response: said.slice(1, 1001) },
  ])
  const reader = await corner.call('workspace/create_key', { name: 'Reader', scopes: ['read'] })
  const { apiKey } = reader.results
  const seen = await service.call('webhook/list_deliveries', { endpointId }, { apiKey })
  expect(seen.results.deliveries).toMatchObject([{ payload: sent?.body, response: '' }])
})

test('webhook/list_deliveries shows no payload of an event that is no longer kept', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/forgotten` })
  await corner.tell(1)
  await corner.settle()
  await service.app.store.db.deleteFrom('events').execute()
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  expect(results.deliveries).toMatchObject([{ state: 'delivered', payload: '' }])
})

test('a delivery counts by its status when the body of the response never ends', async () => {
  const corner = await newCorner(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/endless` })
  receiver.answer = () => ({ status: 200, headers: {}, body: 'so far', endless: true })
  await corner.tell(1)
  await corner.settle()
  receiver.answer = () => 204
  receiver.hangUp()
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  expect(results.deliveries).toMatchObject([{ state: 'delivered', status: 200, response: 'so far' }])
})

costs('webhook/list_deliveries', { store: 2, upstream: 0 }, ofNewEndpoint)
