// PostgreSQL is stopped with SIGSTOP during reads and writes. Connections stay open, and no statement
// returns. The sandbox's ledger and the database show the results.

import {
  expectCompleteAudit,
  leadForm,
  listEffects,
  retryUntilFinal,
  type ServiceResponse,
  testDatabaseUrl,
  useServiceFixtures,
} from '@adrail/server/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCluster } from '../postgres.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'
import { stopProcesses } from './stoppedCluster.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const callers = 8
/** The maximum duration of a request: see docs/decisions/0017-time-of-a-request.md. */
const deadlineSeconds = { read: 30, write: 60 }
const making = 'search/create_lead_form'

interface Ended {
  readonly kind: 'read' | 'write'
  readonly status: string
  readonly seconds: number
}

test.skipIf(testDatabaseUrl() === '')(
  'while PostgreSQL hangs, /readyz fails first, every request ends within its deadline, and no write is lost or duplicated',
  async () => {
    const cluster = makeCluster()
    if (!cluster) throw new Error('There is no PostgreSQL, though this project runs on it.')
    await cluster.start()
    const { sandbox, installation, start } = await makeWorld(cluster.url)
    const resumers: (() => void)[] = []
    onTestFinished(async () => {
      for (const resume of resumers) resume()
      await cluster.stop()
      cluster.remove()
    })
    const { service, send } = await start()
    const attempts = new Map<string, () => Promise<ServiceResponse>>()
    const ended: Ended[] = []
    const timed = async (kind: Ended['kind'], request: () => Promise<ServiceResponse>) => {
      const began = performance.now()
      const { status, code, retryAfter } = await request()
      const words = `${status} ${code} ${retryAfter === '' ? '' : 'wait'}`.trim()
      ended.push({ kind, status: words, seconds: secondsSince(began) })
    }
    const isReady = async () => (await fetch(`${service.url}/readyz`)).status === 200
    const list = () => send('operation/list_operations', {})
    const hang = () => {
      const resume = stopProcesses(cluster)
      resumers.push(resume)
      return resume
    }

    const roundCount = proofSize(1, 5)
    const whileHanging: Ended[] = []
    let [notReadyFirst, slowestReadiness] = [0, 0]
    for (let round = 0; round < roundCount; round++) {
      await expect.poll(isReady).toBe(true)
      // The pool already has connections, so no request has to open one.
      const listed = await Promise.all(Array.from({ length: callers }, list))
      expect(listed.map(({ status }) => status)).toEqual(listed.map(() => 200))
      const resumeQuiet = hang()
      const listing = list()
      const checkStartedAt = performance.now()
      // A load balancer removes the process before an earlier request times out.
      const firstResult = await Promise.race([isReady(), listing.then(() => 'listed')])
      expect(firstResult).toBe(false)
      slowestReadiness = Math.max(slowestReadiness, secondsSince(checkStartedAt))
      notReadyFirst++
      resumeQuiet()
      await listing
      await expect.poll(isReady).toBe(true)

      let isOver = false
      const working = Array.from({ length: callers }, async (_, caller) => {
        for (let number = 0; !isOver; number++) {
          if (caller % 2 === 0) {
            await timed('read', list)
            continue
          }
          const key = `hang-${round}-${caller}-${number}`
          const attempt = () => send(making, { ...leadForm, name: key }, key)
          attempts.set(key, attempt)
          await timed('write', attempt)
        }
      })
      const enough = ended.length + 4 * callers
      await expect.poll(() => ended.length).toBeGreaterThan(enough)
      const resume = hang()
      // From this point, no request that needs the database can succeed.
      ended.length = 0
      // Each caller has one request that was open at the stop and one later request.
      await expect.poll(() => ended.length).toBeGreaterThan(3 * callers)
      isOver = true
      await Promise.all(working)
      whileHanging.push(...ended)
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      resume()
    }
    await expect.poll(isReady).toBe(true)

    const late = whileHanging.filter(({ kind, seconds }) => seconds > deadlineSeconds[kind])
    expect(late).toEqual([])
    const slowest = (kind: Ended['kind']) =>
      Math.max(...whileHanging.filter((each) => each.kind === kind).map(({ seconds }) => seconds))
    // Unlike requests, the readiness check does not wait until its statement times out.
    expect(2 * slowestReadiness).toBeLessThan(slowest('read'))
    const allowed = ['200', '409 IDEMPOTENCY_IN_PROGRESS wait', '503 DATABASE_UNAVAILABLE wait']
    const seen = new Set(whileHanging.map(({ status }) => status))
    expect([...allowed, '504 OPERATION_PENDING wait']).toEqual(expect.arrayContaining([...seen]))
    expect(seen).toContain('503 DATABASE_UNAVAILABLE wait')

    for (const [key, attempt] of attempts)
      expect(await retryUntilFinal(attempt), key).toMatchObject({ status: 200, results: { success: true } })
    const made = listEffects(sandbox, 'asset.create')
    expect(made).toHaveLength(attempts.size)
    await expectCompleteAudit(installation)
    const times = {
      notReadyAfterSeconds: slowestReadiness,
      slowestReadSeconds: slowest('read'),
      slowestWriteSeconds: slowest('write'),
    }
    reportProof('T43', {
      rounds: roundCount,
      notReadyFirst,
      endedWhileHanging: whileHanging.length,
      late: late.length,
      writes: attempts.size,
      created: made.length,
      ...(isLong ? times : {}),
    })
  },
)
