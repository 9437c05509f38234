// T17: far more than can be done is asked for. T36: what further processes bring.

import { availableParallelism } from 'node:os'
import { startSandbox } from '@adrail/sandbox'
import { testDatabase } from '@adrail/server/testing'
import { noLimits, post, type ServiceProcess, useProcesses } from '@adrail/server/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpuMicrosOf } from '../../bench/measure.ts'
import { ask } from './crowds.ts'
import { isLong, proofTimeoutMs, secondsSince, sized, tell } from './figures.ts'

const { newPlace, start } = useProcesses('file')
/** A folder is served by one process; how many share a database. */
const counts = testDatabase() === '' ? [1] : isLong ? [1, 2, 4] : [2]
const services: ServiceProcess[] = []
let apiKey = ''
let closeSandbox = async () => {}
beforeAll(async () => {
  const sandbox = await startSandbox({ log: () => {} })
  closeSandbox = () => sandbox.close()
  const place = await newPlace()
  while (services.length < Math.max(...counts))
    services.push(
      await start(place, {
        SANDBOX_URL: sandbox.url,
        ...noLimits,
      }),
    )
  apiKey = (await services[0]?.demoKey()) ?? ''
}, proofTimeoutMs)
afterAll(() => closeSandbox())

const roundMs = sized(700, 20_000)
const overMs = sized(1500, 60_000)
const calm = 16
const question = { operation: 'user/get_profile', body: { userId: 'usr_demo_all' } }
const isUpTo = (count: number) => count <= 2 || isLong

test.each(counts.filter(isUpTo))(
  'five times what %i processes can do: what they take on they do, everything else is refused at once, and afterwards all is well',
  async (count) => {
    const asked = services.slice(0, count)
    const callers = { ...question, apiKey }
    await ask(asked, { ...callers, connections: calm * count, durationMs: roundMs })
    const able = await ask(asked, { ...callers, connections: calm * count, durationMs: roundMs })
    const over = await ask(asked, {
      ...callers,
      connections: 400,
      perSecond: 5 * able.goodPerSecond,
      durationMs: overMs,
    })
    expect({ able: able.amiss, over: over.amiss }).toEqual({ able: 0, over: 0 })
    expect(over.good).toBeGreaterThan(0)

    const beganAt = performance.now()
    for (const { url } of asked)
      await expect
        .poll(async () => (await post(`${url}/${question.operation}`, apiKey, question.body)).status)
        .toBe(200)
    const recoveredSeconds = secondsSince(beganAt)
    const figures = { processes: count, good: over.good, refused: over.shed, amiss: over.amiss }
    const times = {
      cores: availableParallelism(),
      capacityPerSecond: Math.round(able.goodPerSecond),
      goodput: (over.goodPerSecond / able.goodPerSecond).toFixed(2),
      goodP99Ms: over.goodP99Ms.toFixed(0),
      goodP99MsAtCapacity: able.goodP99Ms.toFixed(0),
      refusedP99Ms: over.refusedP99Ms.toFixed(0),
      recoveredSeconds,
    }
    tell(`T17 ${count} ${count === 1 ? 'process' : 'processes'}`, isLong ? { ...figures, ...times } : figures)
  },
  proofTimeoutMs,
)

test.runIf(isLong && testDatabase() !== '')(
  'two and four processes against one: throughput, and what a request costs',
  async () => {
    const measured: { perSecond: number; micros: number }[] = []
    for (const count of counts) {
      const asked = services.slice(0, count)
      const cpu = () => asked.reduce((sum, { pid }) => sum + cpuMicrosOf(pid), 0)
      const crowd = { ...question, apiKey, connections: 64, durationMs: roundMs }
      await ask(asked, crowd)
      const before = cpu()
      const { good, goodPerSecond, amiss } = await ask(asked, crowd)
      expect(amiss).toBe(0)
      measured.push({ perSecond: goodPerSecond, micros: (cpu() - before) / good })
    }
    const [one] = measured
    for (const [index, { perSecond, micros }] of measured.entries())
      tell(`T36 ${counts[index]} of ${Math.max(...counts)} processes`, {
        cores: availableParallelism(),
        perSecond: Math.round(perSecond),
        throughput: (perSecond / (one?.perSecond ?? perSecond)).toFixed(2),
        cpuMicrosOfARequest: Math.round(micros),
        cpu: (micros / (one?.micros ?? micros)).toFixed(2),
      })
  },
  proofTimeoutMs,
)
