// T17: callers request far more than the service can do. T36: further processes raise the throughput.

import { availableParallelism } from 'node:os'
import { startSandbox } from '@adrail/sandbox'
import {
  type Installation,
  noLimits,
  post,
  type ServiceProcess,
  testDatabaseUrl,
  useProcesses,
  withStore,
} from '@adrail/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCpuMicros } from '../../bench/measure.ts'
import { type OperationCall, runLoad } from './clientLoad.ts'
import { sampleReads } from './mixedTraffic.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses('file')
/** The numbers of processes that share a database. One process serves a data folder. */
const counts = testDatabaseUrl() === '' ? [1] : isLong ? [1, 2, 4] : [2]
const services: ServiceProcess[] = []
let apiKey = ''
let place: Installation
let closeSandbox = async () => {}
beforeAll(async () => {
  const sandbox = await startSandbox({ log: () => {} })
  closeSandbox = () => sandbox.close()
  place = await newInstallation()
  while (services.length < Math.max(...counts))
    services.push(
      await start(place, {
        SANDBOX_URL: sandbox.url,
        ...noLimits,
      }),
    )
  apiKey = (await services[0]?.readDemoKey()) ?? ''
}, proofTimeoutMs)
afterAll(() => closeSandbox())

const roundMs = proofSize(700, 20_000)
const overMs = proofSize(1500, 60_000)
const calm = 16
const cheapest: OperationCall = ['user/get_profile', { userId: 'usr_demo_all' }]
/** The cheaper a request is, the larger the share of time that refusals take. */
const kinds = {
  'reads of any day': sampleReads,
  'the cheapest read': [cheapest],
} as const
const cases = counts.flatMap((count) =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({ count, kind })),
)

test.each(isLong ? cases : cases.slice(0, 1))(
  '$count processes beyond their capacity complete every accepted request, refuse the others, and recover ($kind)',
  async ({ count, kind }) => {
    const runningServices = services.slice(0, count)
    const load = { calls: kinds[kind], apiKey }
    await runLoad(runningServices, { ...load, connections: calm * count, durationMs: roundMs })
    const atCapacity = await runLoad(runningServices, {
      ...load,
      connections: calm * count,
      durationMs: roundMs,
    })
    const overload = (factor: number) =>
      runLoad(runningServices, {
        ...load,
        connections: 400,
        perSecond: factor * atCapacity.goodPerSecond,
        durationMs: overMs,
      })
    // On a busy machine, the measured capacity is too low to overload the processes with five times as much.
    let overloaded = await overload(5)
    for (let factor = 10; overloaded.shed === 0 && factor <= 80; factor *= 2)
      overloaded = await overload(factor)
    expect({ able: atCapacity.unexpected, over: overloaded.unexpected }).toEqual({ able: 0, over: 0 })
    expect(overloaded.good).toBeGreaterThan(0)
    expect(overloaded.shed).toBeGreaterThan(0)

    const beganAt = performance.now()
    for (const { url } of runningServices)
      await expect
        .poll(async () => (await post(`${url}/${cheapest[0]}`, apiKey, cheapest[1])).status)
        .toBe(200)
    const recoveredSeconds = secondsSince(beganAt)
    const figures = {
      processes: count,
      good: overloaded.good,
      refused: overloaded.shed,
      amiss: overloaded.unexpected,
    }
    const times = {
      cores: availableParallelism(),
      capacityPerSecond: Math.round(atCapacity.goodPerSecond),
      goodput: (overloaded.goodPerSecond / atCapacity.goodPerSecond).toFixed(2),
      goodP99Ms: overloaded.goodP99Ms.toFixed(0),
      goodP99MsAtCapacity: atCapacity.goodP99Ms.toFixed(0),
      refusedP99Ms: overloaded.refusedP99Ms.toFixed(0),
      recoveredSeconds,
    }
    const where = count === 1 ? '1 process' : `${count} processes`
    reportProof(`T17 ${where}, ${kind}`, isLong ? { ...figures, ...times } : figures)
  },
  proofTimeoutMs,
)

test.runIf(testDatabaseUrl() !== '')(
  'several processes serve requests without a database write for each request',
  async () => {
    const measured: { perSecond: number; micros: number; good: number; allowanceChanges: number }[] = []
    for (const count of counts) {
      const runningServices = services.slice(0, count)
      const cpu = () => runningServices.reduce((sum, { pid }) => sum + readCpuMicros(pid), 0)
      const load = { calls: [cheapest], apiKey, connections: 64, durationMs: roundMs }
      await runLoad(runningServices, load)
      const [before, changesBefore] = [cpu(), await allowanceChangesIn(place)]
      const { good, goodPerSecond, unexpected } = await runLoad(runningServices, load)
      const micros = (cpu() - before) / good
      expect(unexpected).toBe(0)
      // A row that every request updates would serialize the requests of all processes.
      const allowanceChanges = (await allowanceChangesIn(place)) - changesBefore
      expect(allowanceChanges).toBeLessThan(Math.max(20, good / 20))
      measured.push({ perSecond: goodPerSecond, micros, good, allowanceChanges })
    }
    const [one] = measured
    for (const [index, { perSecond, micros, good, allowanceChanges }] of measured.entries()) {
      const figures = { good, allowanceChanges }
      const times = {
        cores: availableParallelism(),
        perSecond: Math.round(perSecond),
        throughput: (perSecond / (one?.perSecond ?? perSecond)).toFixed(2),
        cpuMicrosOfARequest: Math.round(micros),
        cpu: (micros / (one?.micros ?? micros)).toFixed(2),
      }
      const count = `${counts[index]} of ${Math.max(...counts)}`
      reportProof(`T36 ${count} processes`, isLong ? { ...times, ...figures } : figures)
    }
  },
  proofTimeoutMs,
)

/** Returns how often processes updated the remaining limits of keys. */
function allowanceChangesIn(place: Installation): Promise<number> {
  return withStore(place, async ({ db }) => {
    const rows = await db.selectFrom('key_allowances').select('version').execute()
    return rows.reduce((sum, { version }) => sum + version, 0)
  })
}
