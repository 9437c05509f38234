// Processes are killed while they send webhooks to receivers that refuse half of the messages.

import {
  noLimits,
  openTestStore,
  post,
  type ReceivedMessage,
  type ServiceProcess,
  type Store,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  useReceiver,
  verifyWithStandardLibrary,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const receiver = useReceiver()
// One process serves a data folder. Any number of processes can share a database.
const processes = testDatabaseUrl() === '' ? 1 : 2
const events = proofSize(40, 10_000)
const kills = proofSize(1, 20)
const paths = ['/one', '/two'] as const
const atOnce = 8
/** The event type that the test triggers. The demo's own links were sent before an endpoint existed. */
const eventType = 'user.deleted'
const pollTimeoutMs = 60_000 + 100 * events

test(
  'every event is delivered under one id and verified by the reference library despite kills and refusals',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const store = await openTestStore(place)
    const limits = {
      ...noLimits,
      // Lead events would add to the counted events.
      LEADS: 'off',
    }
    const begin = () => start(place, { SANDBOX_URL: sandbox.url, ...limits })
    const running = [await begin()]
    while (running.length < processes) running.push(await begin())
    const apiKey = (await running[0]?.readDemoKey()) ?? ''

    const users = await addUsers(store)
    const secrets = new Map<string, string>()
    for (const path of paths) secrets.set(path, await createEndpoint(running[0], apiKey, receiver.url + path))
    const acceptedMessages: ReceivedMessage[] = []
    let count = 0
    receiver.respond = (received) => {
      verifyWithStandardLibrary(received, secrets.get(received.path) ?? '')
      count += 1
      if (count % 4 === 1) return 500
      if (count % 4 === 3) return 'cut'
      acceptedMessages.push(received)
      return 204
    }

    const began = performance.now()
    for (let kill = 0; kill <= kills; kill++) {
      const victim = running[0]
      const targetCount = Math.ceil((events * (kill + 1)) / (kills + 1))
      await emitEvents(running.at(-1), apiKey, users, targetCount)
      if (kill === kills) break
      const before = receiver.received.length
      // The kill comes in the middle of sending: some messages have arrived, and their responses are not
      // recorded yet.
      await makeDue(store)
      await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
      victim?.kill('SIGKILL')
      await victim?.exit
      running.shift()
      await store.db.updateTable('webhook_endpoints').set({ lease_until: 0 }).execute()
      running.push(await begin())
    }
    await expect
      .poll(
        async () => {
          await makeDue(store)
          await replayFailedDeliveries(store, running.at(-1), apiKey)
          return await countUndelivered(store)
        },
        { timeout: pollTimeoutMs, interval: 250 },
      )
      .toBe(0)

    const rows = await store.db.selectFrom('events').select('id').where('type', '=', eventType).execute()
    expect(rows.length).toBe(events)
    let lost = 0
    for (const path of paths) {
      const own = new Set(acceptedMessages.filter((each) => each.path === path).map(({ id }) => id))
      lost += rows.filter(({ id }) => !own.has(id)).length
      expect(own).toEqual(new Set(rows.map(({ id }) => id)))
    }
    // An event has the same id and the same body at every endpoint and in every attempt.
    const bodies = new Map<string, string>()
    for (const { id, body } of receiver.received) {
      expect(bodies.get(id) ?? body).toBe(body)
      bodies.set(id, body)
    }
    expect(bodies.size).toBe(rows.length)
    expect(receiver.received.length).toBeGreaterThan(acceptedMessages.length)
    const sent = { sent: receiver.received.length, delivered: acceptedMessages.length, lost }
    reportProof('T29', { events, endpoints: paths.length, kills, ...sent, seconds: secondsSince(began) })
  },
  proofTimeoutMs,
)

async function createEndpoint(
  service: ServiceProcess | undefined,
  apiKey: string,
  url: string,
): Promise<string> {
  const { envelope } = await post(`${service?.url}/webhook/create_endpoint`, apiKey, { url })
  return String(envelope.results['secret'])
}

/** Deletes users until enough events exist. */
async function emitEvents(
  service: ServiceProcess | undefined,
  apiKey: string,
  users: string[],
  targetCount: number,
): Promise<void> {
  const deleteSome = async (): Promise<void> => {
    while (users.length > events - targetCount) {
      const userId = users.pop()
      await post(`${service?.url}/user/delete_user`, apiKey, { userId })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, deleteSome))
}

/** Inserts users of the demo workspace directly into the database. */
async function addUsers({ db }: Store): Promise<string[]> {
  const ids = Array.from({ length: events }, (_, index) => `usr_chaos_${index}`)
  const userFields = { workspace_id: 'ws_demo', name: 'Somebody', email: '', external_id: '', created_at: 0 }
  for (let from = 0; from < ids.length; from += 500)
    await db
      .insertInto('users')
      .values(ids.slice(from, from + 500).map((id) => ({ ...userFields, id })))
      .execute()
  return ids
}

async function countEvents({ db }: Store): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('type', '=', eventType)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** PostgreSQL aborts one of two transactions that wait for each other. */
const deadlock = '40P01'

/** Makes all pending deliveries due. A sending process may lock some of the same rows in another order. */
async function makeDue({ db }: Store): Promise<void> {
  const due = db.updateTable('webhook_deliveries').set({ next_at: 0 }).where('state', '=', 'pending')
  for (let isDone = false; !isDone; )
    isDone = await due.execute().then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== deadlock) throw error
        return false
      },
    )
}

/** Replays messages that were given up, because they were refused too often in the accelerated time. */
async function replayFailedDeliveries(
  { db }: Store,
  service: ServiceProcess | undefined,
  apiKey: string,
): Promise<void> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['endpoint_id', 'event_id'])
    .where('state', '=', 'failed')
    .execute()
  for (const { endpoint_id: endpointId, event_id: eventId } of rows)
    await post(`${service?.url}/webhook/replay`, apiKey, { endpointId, eventId })
}

/** Counts deliveries that are missing or not completed. */
async function countUndelivered(store: Store): Promise<number> {
  const { count } = await store.db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return paths.length * (await countEvents(store)) - Number(count)
}
