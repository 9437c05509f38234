// Processes on machines with wrong clocks run together with one right process. Responses get lost, and
// processes are killed in the middle of every kind of creation.

import {
  ageStepsByTwoMinutes,
  expectCompleteAudit,
  expireLeases,
  retryUntilFinal,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  testDatabaseUrl,
  useServiceFixtures,
  withStore,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { type Creation, expectCreated, listCreations } from './allCreations.ts'
import { canShiftClocks, shiftedClock } from './fakeTime.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
/** Test leads need a permission that is requested only with this setting. */
const leads = { LEADS: 'on' }
const skewsSeconds = [600, -600, 86_400, -86_400]

test.skipIf(testDatabaseUrl() === '' || !canShiftClocks)(
  'processes whose clocks are wrong by minutes or days create everything once, report no false failure, and are not ready',
  async () => {
    const world = await makeWorld()
    const { sandbox, installation, start } = world
    const creating = listCreations(sandbox)
    const roundCount = proofSize(1, 10)
    const began = performance.now()
    const beganAt = await withStore(installation, databaseTime)
    const responses: ServiceResponse[] = []
    const counts = { lost: 0, killed: 0, timesOff: 0 }

    let right = await start(leads)
    expect(await readiness(right.service.url)).toEqual([200, ''])
    for (let round = 0; round < roundCount; round++) {
      let skewed = await Promise.all(
        skewsSeconds.map((seconds) => start({ ...leads, ...shiftedClock(seconds) })),
      )
      for (const { service } of skewed) expect(await readiness(service.url)).toEqual([503, 'CLOCK_SKEWED'])

      // The platform acts, and its response is lost.
      for (const [index, { send }] of skewed.entries())
        for (const { operation, buildBody, makes } of creating) {
          const name = `Lost ${round} ${index}`
          sandbox.faults.order({ ...makes, kind: 'reset', when: 'after' })
          const askers = [send, right.send]
          responses.push(
            await retryUntilFinal(
              () =>
                askers.reverse()[0]?.(
                  operation,
                  buildBody(name),
                  keyOf(operation, name),
                ) as Promise<ServiceResponse>,
            ),
          )
          counts.lost += 1
        }
      counts.timesOff += await countWrongTimes(world, beganAt)

      // The processes with wrong clocks are killed, and the right process resumes their writes.
      const interruptedWrites = await stallAll(world, creating, skewed, `${round} left`)
      for (const { service } of skewed) service.kill('SIGKILL')
      await Promise.all(skewed.map(({ service }) => service.exit))
      counts.killed += interruptedWrites.length
      counts.timesOff += await countWrongTimes(world, beganAt)
      await waitForTakeover(world)
      for (const again of interruptedWrites) responses.push(await retryUntilFinal(() => again(right.send)))

      // The right process is killed, and the processes with wrong clocks resume its writes.
      const takenOverWrites = await stallAll(world, creating, [right], `${round} taken`)
      right.service.kill('SIGKILL')
      await right.service.exit
      counts.killed += takenOverWrites.length
      skewed = await Promise.all(
        skewsSeconds
          .slice(0, 2 + proofSize(0, 2))
          .map((seconds) => start({ ...leads, ...shiftedClock(seconds) })),
      )
      await waitForTakeover(world)
      for (const again of takenOverWrites)
        responses.push(await retryUntilFinal(() => again((skewed[0] ?? right).send)))
      counts.timesOff += await countWrongTimes(world, beganAt)
      for (const { service } of skewed) service.kill('SIGKILL')
      await Promise.all(skewed.map(({ service }) => service.exit))
      right = await start(leads)
    }

    const failed = responses.filter(({ status, results }) => status !== 200 || results['success'] !== true)
    expect(failed).toEqual([])
    const created = expectCreated(sandbox, responses.length / creating.length)
    expect(counts.timesOff).toBe(0)
    const open = await withStore(installation, openWrites)
    expect(open).toEqual([])
    await expectCompleteAudit(installation)
    reportProof('T38', {
      creations: responses.length,
      ...counts,
      created,
      twice: created - responses.length,
      falseFailures: failed.length,
      open: open.length,
      seconds: secondsSince(began),
    })
  },
)

test.skipIf(testDatabaseUrl() === '' || !canShiftClocks || !isLong)(
  'leases expire by the clock of the database, and writes of suspended or killed processes are not taken over earlier',
  async () => {
    const world = await makeWorld()
    const { sandbox, installation, start } = world
    const creating = listCreations(sandbox)
    const began = performance.now()
    const responses: ServiceResponse[] = []
    const counts = { stoodStill: 0, killed: 0, takenEarly: 0 }
    const right = await start(leads)
    const skewed = await Promise.all(
      skewsSeconds.map((seconds) => start({ ...leads, ...shiftedClock(seconds) })),
    )

    // Processes with wrong clocks take over from the right process. Then the right process and two of them
    // take over from the other two.
    for (const [round, workers] of [[right], skewed.slice(2)].entries()) {
      const attempts = await stallAll(world, creating, workers, `Leases ${round}`)
      const [stopped, killed] = [workers.slice(0, 1), workers.slice(1)]
      for (const { service } of killed) service.kill('SIGKILL')
      for (const { service } of stopped) service.kill('SIGSTOP')
      counts.takenEarly += await countEarlyTakeovers(world)
      for (const { service } of stopped) service.kill('SIGCONT')
      counts.killed += killed.length * creating.length
      counts.stoodStill += stopped.length * creating.length
      const others = [right, ...skewed].filter((each) => !killed.includes(each))
      for (const [index, again] of attempts.entries())
        responses.push(await retryUntilFinal(() => again((others[index % others.length] ?? right).send)))
    }
    const failed = responses.filter(({ status, results }) => status !== 200 || results['success'] !== true)
    expect(failed).toEqual([])
    const created = expectCreated(sandbox, responses.length / creating.length)
    expect(counts.takenEarly).toBe(0)
    expect(await withStore(installation, openWrites)).toEqual([])
    await expectCompleteAudit(installation)
    const twice = created - responses.length
    reportProof('T38 leases', {
      creations: responses.length,
      ...counts,
      created,
      twice,
      seconds: secondsSince(began),
    })
  },
)

type Again = (ask: SendRequest) => Promise<ServiceResponse>

/**
 * Lets every process send every kind of creation and stalls the response. Half of the requests take effect.
 */
async function stallAll(
  { sandbox }: ServiceFixture,
  creating: readonly Creation[],
  processes: readonly { readonly send: SendRequest }[],
  name: string,
): Promise<Again[]> {
  const attempts: Again[] = []
  for (const [index, { send }] of processes.entries())
    for (const [number, { operation, buildBody, makes }] of creating.entries()) {
      const when = (index + number) % 2 === 0 ? 'before' : 'after'
      const own = `${name} ${index}`
      const fault = sandbox.faults.order({ ...makes, kind: 'stall', when })
      const attempt: Again = (by) => by(operation, buildBody(own), keyOf(operation, own))
      let response: ServiceResponse | undefined
      void attempt(send).then(
        (earlyResponse) => {
          response = earlyResponse
        },
        () => undefined,
      )
      // A response means that the sandbox did not stall the request. The response shows the reason.
      await expect
        .poll(() => [operation, fault.holding + fault.met > 0, response], pollOptions)
        .toEqual([operation, true, undefined])
      attempts.push(attempt)
    }
  return attempts
}

const pollOptions = { timeout: 60_000, interval: 20 }

/**
 * Waits until the leases of killed processes have expired and the other processes have finished the writes.
 */
async function waitForTakeover({ installation }: ServiceFixture): Promise<void> {
  await expireLeases(installation)
  await ageStepsByTwoMinutes(installation)
  await withStore(installation, (store) => expect.poll(() => openWrites(store), pollOptions).toEqual([]))
}

/**
 * Waits until other processes have finished the writes. Returns how many writes were taken over before their
 * leases expired.
 */
async function countEarlyTakeovers({ installation }: ServiceFixture): Promise<number> {
  return await withStore(installation, async (store) => {
    const leases = () =>
      store.db
        .selectFrom('operations')
        .select(['id', 'fence', 'lease_until', store.clock.as('now')])
        .execute()
    const before = new Map((await leases()).map((row) => [row.id, row]))
    const early = new Set<string>()
    const pollLeases = async () => {
      for (const { id, fence, now } of await leases()) {
        const previousLease = before.get(id)
        if (previousLease && fence !== previousLease.fence && now < previousLease.lease_until) early.add(id)
      }
      return await openWrites(store)
    }
    await expect.poll(pollLeases, { timeout: 300_000, interval: 200 }).toEqual([])
    return early.size
  })
}

type OpenStore = Parameters<Parameters<typeof withStore>[1]>[0]

function openWrites({ db }: OpenStore) {
  return db
    .selectFrom('operations')
    .select(['name', 'state', 'next_run_at'])
    .where('state', 'not in', ['SUCCEEDED', 'FAILED'])
    .execute()
}

async function databaseTime({ db, clock }: OpenStore): Promise<number> {
  return (await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()).now
}

/**
 * Counts recorded times that do not come from the database's clock. Correct times lie between the start and
 * now.
 */
async function countWrongTimes({ installation }: ServiceFixture, beganAt: number): Promise<number> {
  return await withStore(installation, async (store) => {
    const now = await databaseTime(store)
    const entries = await store.db
      .selectFrom('operations')
      .select(['id', 'created_at', 'updated_at'])
      .execute()
    const steps = await store.db.selectFrom('operation_steps').select(['operation_id', 'intent_at']).execute()
    const begun = new Map(entries.map(({ id, created_at }) => [id, created_at]))
    // Advancing the time since then has shifted intents back, so those are excluded.
    const intents = steps.filter(
      ({ operation_id, intent_at }) => intent_at >= (begun.get(operation_id) ?? 0) - 1000,
    )
    const times = [
      ...entries.flatMap(({ created_at, updated_at }) => [created_at, updated_at]),
      ...intents.map(({ intent_at }) => intent_at),
    ]
    return times.filter((at) => at > now + 1000 || at < beganAt - 1000).length
  })
}

async function readiness(url: string): Promise<[number, string]> {
  const response = await fetch(`${url}/readyz`)
  // Every response of the service is an envelope.
  const { results } = (await response.json()) as { results: { code?: string } }
  return [response.status, results.code ?? '']
}

function keyOf(operation: string, name: string): string {
  return `${operation} ${name}`.replaceAll(/[ /]/g, '-')
}
