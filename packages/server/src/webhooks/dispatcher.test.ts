import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useReceiver, verifyWithStandardLibrary } from '../../testing/receiver.ts'
import { useService } from '../../testing/service.ts'
import { newWebhookWorkspace, type WebhookWorkspace } from '../../testing/webhooks.ts'
import { hourMs } from '../runtime/durations.ts'
import { readClock } from '../store/readClock.ts'

const service = useService()
const receiver = useReceiver()
let corner: WebhookWorkspace

beforeEach(async () => {
  corner = await newWebhookWorkspace(service, receiver)
})
afterEach(() => vi.useRealTimers())

const call: typeof service.call = (operation, body) => corner.call(operation, body)
const emitEvents = (count?: number) => corner.emitEvents(count)
const drain = () => corner.drain()
const endpointAt = (path: string, types: readonly 'user.deleted'[] = []) =>
  corner.newEndpoint({ url: receiver.url + path, types })

async function pass(durationMs: number): Promise<void> {
  service.clock.advance(durationMs)
  await drain()
}

async function deliveries(endpointId: string) {
  return (await call('webhook/list_deliveries', { endpointId })).results.deliveries
}

test('the dispatcher sends an event once to each endpoint with its type, and the reference library verifies it', async () => {
  const all = await endpointAt('/all')
  const some = await endpointAt('/some', ['user.deleted'])
  const { results } = await call('webhook/create_endpoint', {
    url: `${receiver.url}/others`,
    types: ['link.failed'],
  })
  const times = [1, 2, 3].map((afterMs) => new Date(service.clock.now() + afterMs).toISOString())
  await emitEvents(3)
  await drain()
  await pass(10_000)

  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  for (const [path, { secret }] of [
    ['/all', all],
    ['/some', some],
  ] as const) {
    const came = receiver.messagesAt(path)
    expect(came.map(({ type }) => type)).toEqual(Array(3).fill('user.deleted'))
    expect(new Set(came.map(({ id }) => id)).size).toBe(3)
    for (const each of came) {
      verifyWithStandardLibrary(each, secret)
      expect(() => verifyWithStandardLibrary({ ...each, body: `${each.body} ` }, secret)).toThrow()
      expect(JSON.parse(each.body)).toEqual({
        eventId: each.id,
        type: 'user.deleted',
        timestamp: expect.toBeOneOf(times),
        userId: expect.stringMatching(/^usr_/),
        data: {},
      })
    }
  }
  expect(receiver.messagesAt('/others')).toEqual([])
  expect(await deliveries(results.endpoint.endpointId)).toEqual([])
})

test('the dispatcher resends a refused message under the same id with growing pauses for three days, and then gives up', async () => {
  const { endpointId } = await endpointAt('/refusing')
  receiver.respond = () => 500
  await emitEvents()
  await drain()
  const times = [service.clock.now()]
  for (let [delivery] = await deliveries(endpointId); delivery?.state === 'pending'; ) {
    await pass(Date.parse(delivery.nextAttemptAt) - service.clock.now())
    times.push(service.clock.now())
    ;[delivery] = await deliveries(endpointId)
  }
  const came = receiver.messagesAt('/refusing')
  expect(came).toHaveLength(times.length)
  expect(new Set(came.map(({ id }) => id)).size).toBe(1)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses[0]).toBeLessThan(6000)
  const days = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (24 * hourMs)
  expect(Math.round(days)).toBe(3)
  expect(await deliveries(endpointId)).toMatchObject([{ state: 'failed', status: 500, nextAttemptAt: '' }])
})

test('an endpoint that fails for five days is disabled, and the other endpoints receive endpoint.disabled', async () => {
  const { endpointId } = await endpointAt('/dead')
  await endpointAt('/alive')
  receiver.respond = ({ path }) => (path === '/dead' ? 503 : 204)
  await emitEvents()
  await drain()
  await pass(5 * 24 * hourMs)
  await drain()
  const disabledEvents = receiver.messagesAt('/alive').filter(({ type }) => type === 'endpoint.disabled')
  expect(disabledEvents.map(({ data }) => data)).toEqual([{ endpointId, reason: 'failing' }])
  const { endpoints } = (await call('webhook/list_endpoints', {})).results
  expect(endpoints.find((each) => each.endpointId === endpointId)).toMatchObject({
    status: 'disabled',
    reason: 'failing',
  })
  const before = receiver.messagesAt('/dead').length
  await emitEvents()
  await pass(hourMs)
  expect(receiver.messagesAt('/dead')).toHaveLength(before)
})

test('an endpoint that returns 410 is disabled at once, and the dispatcher does not follow a redirect', async () => {
  const gone = await endpointAt('/gone')
  const moved = await endpointAt('/moved')
  receiver.respond = ({ path }) =>
    path === '/gone' ? 410 : { status: 302, headers: { location: `${receiver.url}/elsewhere` } }
  await emitEvents()
  await drain()
  const { endpoints } = (await call('webhook/list_endpoints', {})).results
  const now = Object.fromEntries(endpoints.map((each) => [each.endpointId, each]))
  expect(now[gone.endpointId]).toMatchObject({ status: 'disabled', reason: 'gone' })
  expect(now[moved.endpointId]).toMatchObject({
    status: 'enabled',
    failingSince: expect.stringMatching(/^2026/),
  })
  expect(receiver.messagesAt('/elsewhere')).toEqual([])
})

test.each([410, 500])(
  'a response %i from the previous URL of an endpoint neither disables its new URL nor marks it as failing',
  async (status) => {
    const { endpointId } = await endpointAt('/old')
    const old = Promise.withResolvers<number>()
    receiver.respond = ({ path }) => (path === '/old' ? old.promise : 204)
    await emitEvents()
    const sent = drain()
    await expect.poll(() => receiver.messagesAt('/old').length).toBe(1)
    await call('webhook/update_endpoint', { endpointId, url: `${receiver.url}/new` })
    old.resolve(status)
    await sent
    const { endpoints } = (await call('webhook/list_endpoints', {})).results
    expect(endpoints).toMatchObject([{ endpointId, status: 'enabled', failingSince: '' }])
    await pass(10_000)
    expect(receiver.messagesAt('/new')).toHaveLength(1)
  },
)

test('an update of the URL of an endpoint resets failingSince, and an update of its description does not', async () => {
  const { endpointId } = await endpointAt('/failing')
  receiver.respond = () => 500
  await emitEvents()
  await drain()
  const failingSince = async () =>
    (await call('webhook/list_endpoints', {})).results.endpoints.map((each) => each.failingSince)
  expect(await failingSince()).toEqual([expect.stringMatching(/^2026/)])
  await call('webhook/update_endpoint', { endpointId, description: 'The same one' })
  expect(await failingSince()).toEqual([expect.stringMatching(/^2026/)])
  await call('webhook/update_endpoint', { endpointId, url: `${receiver.url}/other` })
  expect(await failingSince()).toEqual([''])
})

test('the dispatcher waits for the time in the retry-after header before it resends a message', async () => {
  const { endpointId } = await endpointAt('/busy')
  receiver.respond = () => ({ status: 429, headers: { 'retry-after': '3600' } })
  await emitEvents()
  await drain()
  const [delivery] = await deliveries(endpointId)
  expect(Date.parse(delivery?.nextAttemptAt ?? '') - service.clock.now()).toBe(hourMs)
})

test('one endpoint that never responds does not delay the messages to 49 others', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => `/fifty/${index}`)
  for (const path of paths) await endpointAt(path)
  receiver.respond = ({ path }) => (path === '/fifty/7' ? 'never' : 204)
  await emitEvents(3)
  // One endpoint never responds, so a message that waited for it would never arrive.
  void service.app.dispatcher.poll()
  const came = () => receiver.received.filter(({ path }) => paths.includes(path))
  await expect.poll(() => came().length).toBe(50 * 3)
  for (const path of paths) expect(receiver.messagesAt(path)).toHaveLength(3)
  receiver.closeConnections()
})

test('one process at a time sends to an endpoint, and another process takes over when the lease has expired', async () => {
  const { endpointId } = await endpointAt('/leased')
  const { db } = service.app.store
  const lease = (lease_until: number) =>
    db
      .updateTable('webhook_endpoints')
      .set({ lease_owner: 'another', lease_until })
      .where('id', '=', endpointId)
      .execute()
  await lease(Number.MAX_SAFE_INTEGER)
  await emitEvents()
  await drain()
  expect(receiver.messagesAt('/leased')).toEqual([])
  await lease(0)
  await drain()
  expect(receiver.messagesAt('/leased')).toHaveLength(1)
})

test('the dispatcher renews the short lease of an endpoint during a delivery, and aborts the delivery when it loses the lease', async () => {
  const { endpointId } = await endpointAt('/short')
  const { store } = service.app
  const leaseRemainingMs = async () => {
    const { lease_until } = await store.db
      .selectFrom('webhook_endpoints')
      .select('lease_until')
      .where('id', '=', endpointId)
      .executeTakeFirstOrThrow()
    return lease_until - (await readClock(store))
  }
  const change = (to: { readonly lease_until: number; readonly lease_owner?: string }) =>
    store.db.updateTable('webhook_endpoints').set(to).where('id', '=', endpointId).execute()
  receiver.respond = ({ path }) => (path === '/short' ? 'never' : 204)
  await emitEvents()
  void service.app.dispatcher.poll()
  await expect.poll(() => receiver.messagesAt('/short').length).toBe(1)
  // When a process is killed, its endpoints wait at most this long.
  expect(await leaseRemainingMs()).toBeLessThanOrEqual(10_000)

  await change({ lease_until: 0 })
  service.clock.advance(3000)
  await expect.poll(leaseRemainingMs).toBeGreaterThan(0)
  expect(receiver.messagesAt('/short')).toHaveLength(1)

  await change({ lease_until: Number.MAX_SAFE_INTEGER, lease_owner: 'another' })
  service.clock.advance(3000)
  await drain()
  // Another process sends the message and records the attempt.
  expect(await deliveries(endpointId)).toMatchObject([{ attempts: 0 }])
  receiver.respond = () => 204
  await change({ lease_until: 0 })
  await drain()
  expect(receiver.messagesAt('/short')).toHaveLength(2)
  receiver.closeConnections()
})

test('the dispatcher signs messages with both secrets during a rotation, and then only with the new secret', async () => {
  const { endpointId, secret: old } = await endpointAt('/rotated')
  const { secret } = (await call('webhook/rotate_secret', { endpointId, overlapHours: 2 })).results
  await emitEvents()
  await drain()
  await pass(2 * hourMs)
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() - 2 * hourMs })
  const [during] = receiver.messagesAt('/rotated')
  if (!during) throw new Error('Nothing came.')
  verifyWithStandardLibrary(during, old)
  verifyWithStandardLibrary(during, secret)
  vi.useRealTimers()

  await emitEvents()
  await drain()
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  const after = receiver.messagesAt('/rotated')[1]
  if (!after) throw new Error('Nothing came.')
  verifyWithStandardLibrary(after, secret)
  expect(() => verifyWithStandardLibrary(after, old)).toThrow()
})
