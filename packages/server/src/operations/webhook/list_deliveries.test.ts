import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { pollTwice } from '../../../testing/freshRound.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()

test('webhook/list_deliveries returns each delivery once, newest first, on pages in both directions, and none after 31 days [R4.add.webhook-list_deliveries, R4.add.webhook-list_deliveries.results]', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/listed` })
  await corner.emitEvents(60)
  await corner.drain()
  const page = async (pagination = '') => {
    const body = { endpointId, pagination, state: 'delivered' }
    const response = await corner.call('webhook/list_deliveries', body as never)
    expectSuccess('webhook/list_deliveries', response)
    const { deliveries, pagination: pages } = response.results
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
  await pollTwice(service.app.pruning)
  expect((await page()).ids).toEqual([])
})

test('webhook/list_deliveries returns each payload as sent, and the beginning of the response only to keys with the scope admin', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/shown` })
  const responseBody = `\u0000no such hook ${'x'.repeat(5000)}`
  receiver.respond = () => ({ status: 404, headers: {}, body: responseBody })
  await corner.emitEvents(1)
  await corner.drain()
  receiver.respond = () => 204
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  const [sent] = receiver.messagesAt('/shown')
  expect(results.deliveries).toMatchObject([
    { status: 404, payload: sent?.body, response: responseBody.slice(1, 1001) },
  ])
  const reader = await corner.call('workspace/create_key', { name: 'Reader', scopes: ['read'] })
  const { apiKey } = reader.results
  const seen = await service.call('webhook/list_deliveries', { endpointId }, { apiKey })
  expect(seen.results.deliveries).toMatchObject([{ payload: sent?.body, response: '' }])
})

test('webhook/list_deliveries returns an empty payload for an event that was deleted', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/forgotten` })
  await corner.emitEvents(1)
  await corner.drain()
  await service.app.store.db.deleteFrom('events').execute()
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  expect(results.deliveries).toMatchObject([{ state: 'delivered', payload: '' }])
})

test('webhook/list_deliveries reports a response with status 200 as delivered although its body never ends', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/endless` })
  receiver.respond = () => ({ status: 200, headers: {}, body: 'so far', endless: true })
  await corner.emitEvents(1)
  await corner.drain()
  receiver.respond = () => 204
  receiver.closeConnections()
  const { results } = await corner.call('webhook/list_deliveries', { endpointId })
  expect(results.deliveries).toMatchObject([{ state: 'delivered', status: 200, response: 'so far' }])
})

testOperationCosts('webhook/list_deliveries', { store: 2, upstream: 0 }, newEndpointBody)
