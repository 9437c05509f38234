import { beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useReceiver } from '../../../testing/receiver.ts'
import { useService } from '../../../testing/service.ts'
import { newEndpointBody, newWebhookWorkspace, type WebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()
const receiver = useReceiver()
let corner: WebhookWorkspace
beforeEach(async () => {
  corner = await newWebhookWorkspace(service, receiver)
})

const came = () => receiver.received.map(({ id }) => id).sort()

async function newEndpoint(): Promise<string> {
  return (await corner.newEndpoint({ url: `${receiver.url}/hooks` })).endpointId
}

async function emitEvents(count: number): Promise<void> {
  await corner.emitEvents(count)
  await corner.drain()
}

describe('webhook/replay', () => {
  test('resends one event by its id, also to an endpoint that never received the event [R4.add.webhook-replay, R4.add.webhook-replay.results]', async () => {
    const endpointId = await newEndpoint()
    await emitEvents(2)
    const [eventId = ''] = came()
    const late = await newEndpoint()
    for (const each of [endpointId, late]) {
      const response = await corner.post('webhook/replay', { endpointId: each, eventId })
      expect(expectSuccess('webhook/replay', response)).toMatchObject({ events: 1 })
    }
    await corner.drain()
    expect(came().filter((id) => id === eventId)).toHaveLength(3)
    expect(came()).toHaveLength(4)
    expectRefusal(await corner.post('webhook/replay', { endpointId, eventId: 'evt_none' }), 'EVENT_NOT_FOUND')
  })

  test('resends the events that an endpoint missed since a time, and with includeDelivered all events since then', async () => {
    const endpointId = await newEndpoint()
    await emitEvents(2)
    const since = new Date(service.clock.now() + 1).toISOString()
    await emitEvents(2)
    await corner.call('webhook/update_endpoint', { endpointId, status: 'disabled' })
    await emitEvents(3)
    expect(came()).toHaveLength(4)
    expectRefusal(await corner.post('webhook/replay', { endpointId, since }), 'ENDPOINT_DISABLED')
    await corner.call('webhook/update_endpoint', { endpointId, status: 'enabled' })
    await corner.drain()
    expect(came()).toHaveLength(4)

    expect((await corner.call('webhook/replay', { endpointId, since })).results.events).toBe(5)
    await corner.drain()
    expect(came()).toHaveLength(7)
    expect(new Set(came()).size).toBe(7)

    await corner.call('webhook/replay', { endpointId, since, includeDelivered: true })
    await corner.drain()
    await emitEvents(1)
    expect(came()).toHaveLength(7 + 5 + 1)
    expect(new Set(came()).size).toBe(8)
  })

  test('skips delivered events, also after an earlier replay with includeDelivered', async () => {
    const endpointId = await newEndpoint()
    const since = new Date(service.clock.now()).toISOString()
    await emitEvents(2)
    await corner.call('webhook/replay', { endpointId, since, includeDelivered: true })
    await corner.drain()
    expect(came()).toHaveLength(4)
    await corner.call('webhook/replay', { endpointId, since })
    await corner.drain()
    expect(came()).toHaveLength(4)
  })

  test('resends all events with includeDelivered, also when a replay without includeDelivered follows at once', async () => {
    const endpointId = await newEndpoint()
    const since = new Date(service.clock.now()).toISOString()
    await emitEvents(2)
    await corner.call('webhook/replay', { endpointId, since, includeDelivered: true })
    await corner.call('webhook/replay', { endpointId, since })
    await corner.drain()
    expect(came()).toHaveLength(4)
  })

  test.each([
    ['a request without eventId and since', {}, 'eventId'],
    ['a request with both eventId and since', { eventId: 'evt_1', since: '2026-01-31T09:30:00Z' }, 'since'],
    ['a time without a zone', { since: '2026-01-31T09:30:00' }, 'since'],
  ])('refuses %s and reports the field', async (_, body, field) => {
    const endpointId = await newEndpoint()
    expectRefusal(await corner.post('webhook/replay', { endpointId, ...body }), 'INVALID_FIELD', { field })
  })
})

testOperationCosts('webhook/replay', { store: 7, upstream: 0 }, async (of) => ({
  ...(await newEndpointBody(of)),
  since: '2026-01-01T00:00:00Z',
}))
