// A process in a network namespace loses its database and the platforms: in both directions, in one
// direction, or for some packets. Another process on the same database stays connected. The sandbox's ledger
// and the database show the results.

import { setTimeout } from 'node:timers/promises'
import {
  ageStepsOfDeadOwner,
  createSender,
  expectCompleteAudit,
  leadForm,
  listEffects,
  noLimits,
  openDatabasePort,
  type SendRequest,
  type ServiceResponse,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  withStore,
} from '@adrail/server/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  buildPacketLossRule,
  createNetworkNamespace,
  hasNetworkNamespaces,
  type PacketRules,
} from './networkNamespace.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const writers = 6
const readers = 2
/** Writers begin a new write only while fewer than this many wait for a retry. */
const maxOpen = 20
const pauseMs = 50
/** Ends a proof that hangs. No result depends on this time. */
const pollOptions = { timeout: proofTimeoutMs, interval: 20 }

const unavailable = '503 DATABASE_UNAVAILABLE wait'
/** Callers retry these under the same key. */
const retryable = ['409 IDEMPOTENCY_IN_PROGRESS wait', '504 OPERATION_PENDING wait', unavailable]
const upstream = ['502 UPSTREAM_ERROR', '503 UPSTREAM_UNAVAILABLE wait', '504 UPSTREAM_TIMEOUT']

interface Partition extends PacketRules {
  readonly from: 'database' | 'platforms' | 'everything'
}

function partitionsOf(database: number, platforms: number): readonly Partition[] {
  const rejecting = (port: number, type: string): PacketRules => ({
    output: [`tcp dport ${port} reject with icmp type ${type}`],
  })
  const requestsLost = (port: number): PacketRules => ({ output: [`tcp dport ${port} drop`] })
  const responsesLost = (port: number): PacketRules => ({ input: [`tcp sport ${port} drop`] })
  const silent = (port: number): PacketRules => ({ ...requestsLost(port), ...responsesLost(port) })
  const short: Partition[] = [
    { from: 'database', ...rejecting(database, 'host-unreachable') },
    { from: 'database', ...silent(database) },
    { from: 'database', ...responsesLost(database) },
    { from: 'everything', input: [buildPacketLossRule(5)], output: [buildPacketLossRule(5)] },
    { from: 'platforms', ...rejecting(platforms, 'host-unreachable') },
  ]
  const long: Partition[] = [
    { from: 'database', ...rejecting(database, 'net-unreachable') },
    { from: 'database', ...rejecting(database, 'admin-prohibited') },
    { from: 'database', ...requestsLost(database) },
    { from: 'platforms', ...silent(platforms) },
    { from: 'platforms', ...responsesLost(platforms) },
  ]
  return isLong ? [...short, ...long] : short
}

test.skipIf(testDatabaseUrl() === '' || !(await hasNetworkNamespaces()))(
  'a process that is cut off from its database returns 503, and no network partition loses a write or duplicates it',
  async () => {
    const namespace = await createNetworkNamespace()
    onTestFinished(() => namespace.remove())
    const sandbox = await startTestSandbox({ ledgerCapacity: 1_000_000, host: namespace.outsideAddress })
    const place = await newInstallation()
    const databasePort = await openDatabasePort(place.databaseUrl, namespace.outsideAddress)
    onTestFinished(() => databasePort.close())
    const { url } = databasePort
    // These timeouts detect a lost response earlier than the defaults.
    url.searchParams.set('statement_timeout', '1500')
    url.searchParams.set('connect_timeout', '2')
    // The locks of a disconnected process block the other process for this long.
    url.searchParams.set('idle_in_transaction_session_timeout', '2000')
    const settings = { SANDBOX_URL: sandbox.url, ...noLimits, LEADS: 'off', MIRROR: 'off' }
    const [cutOff, connected] = await Promise.all([
      start(
        { ...place, databaseUrl: url.href, commandPrefix: namespace.commandPrefix },
        { ...settings, HOST: '0.0.0.0' },
      ),
      start(place, settings),
    ])
    const cutOffUrl = new URL(cutOff.url)
    cutOffUrl.hostname = namespace.insideAddress
    const inside = createSender(cutOffUrl.origin, await cutOff.readDemoKey())
    const outside = createSender(connected.url, await connected.readDemoKey())

    const keys: string[] = []
    const open: string[] = []
    const acknowledged = new Map<string, ServiceResponse>()
    const newKey = () => {
      const key = `partition-${keys.length}`
      keys.push(key)
      return key
    }
    const create = async (key: string, ask: SendRequest) => {
      const response = await ask('search/create_lead_form', { ...leadForm, name: key }, key)
      if (response.status === 200) acknowledged.set(key, response)
      return response
    }
    const { results } = await create(newKey(), inside)
    const { owner } = await withStore(place, ({ db }) =>
      db
        .selectFrom('operations')
        .select('owner')
        .where('id', '=', String(results['operationId']))
        .executeTakeFirstOrThrow(),
    )

    /** All responses of the process that is cut off. */
    const seen: string[] = []
    /** Its responses to the writes that were sent since the network last changed. */
    let recent: string[] = []
    let isStopped = false
    /** In the short form, the process is killed in the end. */
    const unlessKilled = (error: unknown) => {
      if (!isStopped || isLong) throw error
    }
    const write = async (_: unknown, writer: number) => {
      for (let attempt = writer; !isStopped; attempt++) {
        const key = (attempt % 2 === 0 && open.shift()) || (open.length < maxOpen ? newKey() : open.shift())
        const ask = attempt % 3 === 0 ? outside : inside
        const since = recent
        const response = key && (await create(key, ask).catch(unlessKilled))
        if (response && ask === inside) for (const list of [since, seen]) list.push(wordsOf(response))
        if (response && response.status === 200) continue
        if (key) open.push(key)
        await setTimeout(pauseMs)
      }
    }
    const read = async () => {
      while (!isStopped) {
        const response = await inside('operation/list_operations', {}).catch(unlessKilled)
        if (!response) return
        seen.push(wordsOf(response))
        expect(['200', unavailable]).toContain(wordsOf(response))
        await setTimeout(pauseMs)
      }
    }
    const callers = Promise.all([
      ...Array.from({ length: writers }, write),
      ...Array.from({ length: readers }, read),
    ])
    onTestFinished(async () => {
      isStopped = true
      await callers.catch(() => {})
    })
    // A caller that fails ends the proof at once.
    const waitUntil = (condition: () => boolean) =>
      Promise.race([callers, expect.poll(condition, pollOptions).toBe(true)])

    const partitions = partitionsOf(Number(url.port), Number(new URL(sandbox.url).port))
    const count = (...words: string[]) => recent.filter((each) => words.includes(each)).length
    const roundCount = proofSize(1, 10)
    const began = performance.now()
    for (let round = 0; round < roundCount; round++)
      for (const { from, ...rules } of partitions) {
        recent = []
        // Without a partition, the process works.
        await waitUntil(() => count('200') >= 2)
        namespace.filter(rules)
        recent = []
        await waitUntil(
          {
            database: () => count(unavailable) >= 2,
            platforms: () => count(...upstream) >= 2,
            everything: () => count('200') >= 2 * writers,
          }[from],
        )
        namespace.filter({})
      }
    isStopped = true
    if (!isLong) await killCutOff()
    await callers
    await Promise.all(Array.from({ length: writers }, finish))

    const created = listEffects(sandbox, 'asset.create').map((effect) => effect.split('/').at(-1) ?? '')
    const reported = keys.map((key) => String(acknowledged.get(key)?.results['leadFormAssetId']))
    const faults = {
      twice: created.filter((id) => !reported.includes(id)).length,
      lost: reported.filter((id) => !created.includes(id)).length,
      internalErrors: seen.filter((words) => words.startsWith('500')).length,
    }
    expect(faults).toEqual({ twice: 0, lost: 0, internalErrors: 0 })
    expect(created).toHaveLength(keys.length)
    expect(['200', ...retryable, ...upstream]).toEqual(expect.arrayContaining([...new Set(seen)]))
    await expectCompleteAudit(place)
    reportProof('T41', {
      partitions: roundCount * partitions.length,
      writes: keys.length,
      created: created.length,
      ...faults,
      unavailable: seen.filter((words) => words === unavailable).length,
      ...(isLong ? { seconds: secondsSince(began) } : {}),
    })

    /** In the short form, the time that a lease and a lost request have passes at once. */
    async function killCutOff(): Promise<void> {
      // Packets that the kernel still has from the process reach only its callers.
      const { port } = cutOffUrl
      namespace.filter({
        input: [`tcp dport ${port} accept`, 'drop'],
        output: [`tcp sport ${port} accept`, 'drop'],
      })
      cutOff.kill('SIGKILL')
      await cutOff.exit
      databasePort.close()
      await ageStepsOfDeadOwner(place, owner)
    }

    /** Callers retry all writes. A write that was acknowledged has the same response. */
    async function finish(_: unknown, writer: number): Promise<void> {
      for (const key of keys.filter((_, index) => index % writers === writer)) {
        const before = acknowledged.get(key)
        let response = await create(key, outside)
        while (response.status !== 200) {
          expect([...retryable, ...upstream], key).toContain(wordsOf(response))
          await setTimeout(pauseMs)
          response = await create(key, outside)
        }
        if (before) expect(response.results, key).toEqual(before.results)
      }
    }
  },
)

function wordsOf({ status, code, retryAfter }: ServiceResponse): string {
  return `${status} ${code} ${retryAfter === '' ? '' : 'wait'}`.trim()
}
