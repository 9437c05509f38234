// A reader reads events during writes, while processes are killed.

import type { Event } from '@adrail/contract'
import {
  noLimits,
  openStore,
  type PostResponse,
  post,
  type ServiceProcess,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const kills = proofSize(1, 20)
const onPostgres = testDatabaseUrl() !== ''

test(
  'a reader who keeps its cursor receives every event once and in order while processes are killed',
  async () => {
    const sandbox = await startTestSandbox()
    const environment = {
      SANDBOX_URL: sandbox.url,
      ...noLimits,
      // Background events would appear between two reads of the same list.
      LEADS: 'off',
      MIRROR: 'off',
    }
    const place = await newInstallation()
    // SQLite has one serving process. On PostgreSQL, a second process continues while the first one is
    // killed.
    const services: ServiceProcess[] = []
    for (let count = onPostgres ? 2 : 1; count > 0; count--) services.push(await start(place, environment))
    const apiKey = (await services[0]?.readDemoKey()) ?? ''
    let requestCount = 0
    let coming: Promise<unknown> = Promise.resolve()
    /** Resolves to undefined when the process was killed before its response. */
    const ask = async (operation: string, body: object): Promise<PostResponse['envelope'] | undefined> => {
      if (services.length === 0) await coming
      const { url = '' } = services[requestCount++ % services.length] ?? {}
      return await post(`${url}/${operation}`, apiKey, body).then(
        ({ envelope }) => envelope,
        () => undefined,
      )
    }

    let isOver = false
    const made: string[] = []
    const acknowledged = new Set<string>()
    const write = async () => {
      while (!isOver) {
        const created = await ask('user/create_user', { name: 'Passing' })
        const { userId } = (created?.results['user'] ?? {}) as { userId?: string }
        if (userId === undefined) continue
        made.push(userId)
        const deleted = await ask('user/delete_user', { userId })
        if (deleted?.success) acknowledged.add(userId)
      }
    }

    const receivedEvents: Event[] = []
    let cursor = ''
    const readOn = async (): Promise<number> => {
      const page = await ask('event/list_events', { pagination: cursor })
      if (!page?.success) return -1
      const events = page.results['events'] as Event[]
      receivedEvents.push(...events)
      cursor = String(page.results['resume'])
      return events.length
    }
    const read = async () => {
      while (!isOver) await readOn()
    }

    const began = performance.now()
    const working = Promise.all([...Array.from({ length: 6 }, write), read()])
    for (let kill = 0; kill < kills; kill++) {
      const [enough, receivedBefore] = [acknowledged.size + 40, receivedEvents.length]
      await expect.poll(() => acknowledged.size).toBeGreaterThan(enough)
      await expect.poll(() => receivedEvents.length).toBeGreaterThan(receivedBefore)
      const victim = services.shift()
      victim?.kill('SIGKILL')
      coming = Promise.resolve(victim?.exit).then(async () => services.push(await start(place, environment)))
      await coming
    }
    isOver = true
    await working
    while ((await readOn()) !== 0);

    const firstRead = receivedEvents.splice(0)
    cursor = ''
    while ((await readOn()) !== 0);
    expect(firstRead).toEqual(receivedEvents)
    const twice = firstRead.length - new Set(firstRead.map(({ eventId }) => eventId)).size
    expect(twice).toBe(0)

    // Every reported change happened, and every change is reported, even without a response to the caller.
    const store = await openStore(place)
    const present = await store.db.selectFrom('users').select('id').execute()
    await store.close()
    const remainingIds = new Set(present.map(({ id }) => id))
    const gone = made.filter((id) => !remainingIds.has(id))
    const reportedIds = firstRead.filter(({ type }) => type === 'user.deleted').map(({ userId }) => userId)
    expect(reportedIds.toSorted()).toEqual(gone.toSorted())
    const lost = [...acknowledged].filter((userId) => !reportedIds.includes(userId))
    expect(lost).toEqual([])
    const counts = { events: firstRead.length, twice, lost: lost.length }
    reportProof('T34', { kills, acknowledged: acknowledged.size, ...counts, seconds: secondsSince(began) })
  },
  proofTimeoutMs,
)
