// T19: a process that serves for a long time needs no more resources than at the start.

import { setTimeout } from 'node:timers/promises'
import {
  ageRows,
  countRows,
  createPausedCampaigns,
  noLimits,
  startTestSandbox,
  useProcesses,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { readRssMiB } from '../../bench/measure.ts'
import { createFaultInjector, createMixedTraffic } from './mixedTraffic.ts'
import { countHandles, inspectableEnv, linearSlope, openHeapInspector } from './processStats.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const requests = proofSize(450, 300_000)
const sampleCount = proofSize(3, 60)
/** The minimum duration, so that slow effects have time to appear. */
const minDurationMs = proofSize(0, 30 * 60_000)
const callers = 16
const limits = {
  ...noLimits,
  KEYLESS_LIMIT_PER_MINUTE: '10000000',
  KEYLESS_LIMIT_BURST: '10000000',
}

test(
  'a process that serves for a long time needs no more memory or handles, and old rows are deleted',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const service = await start(place, { ...inspectableEnv, ...limits, SANDBOX_URL: sandbox.url })
    const heap = await openHeapInspector(service)
    const campaigns = await createPausedCampaigns(sandbox, 50)
    const load = createMixedTraffic(service.url, await service.readDemoKey(), campaigns, seededRandom('soak'))
    const fail = createFaultInjector(sandbox, seededRandom('faults'))

    const beganAt = performance.now()
    let sent = 0
    const serve = async (upTo: number) => {
      const call = async () => {
        while (sent < upTo) {
          sent += 1
          if (sent % 100 === 0) fail()
          await load.sendNext()
          const ahead = (sent / requests) * minDurationMs - (performance.now() - beganAt)
          if (ahead > 0) await setTimeout(ahead)
        }
      }
      await Promise.all(Array.from({ length: callers }, call))
      await load.reconnect()
    }
    const handles = () => countHandles(service.pid, Number(new URL(sandbox.url).port))
    const seen: { sent: number; heapMiB: number; rssMiB: number; handles: number }[] = []
    for (let sample = 1; sample <= sampleCount; sample++) {
      await serve(Math.round((requests * sample) / sampleCount))
      const heapMiB = await heap.usedMiB()
      seen.push({ sent, heapMiB, rssMiB: readRssMiB(service.pid), handles: handles() })
    }
    const seconds = secondsSince(beganAt)

    expect(load.failures).toEqual([])
    // The first sixth is the warm-up.
    const [first, ...others] = seen.slice(Math.floor(sampleCount / 6))
    const maxHandles = first?.handles ?? 0
    await expect.poll(handles).toBeLessThanOrEqual(maxHandles)

    // The process stops cleanly. Then the test ages all rows, and the next process deletes them. Links go at
    // the first maintenance run, for which the short form does not wait.
    heap.close()
    service.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    const tables = (['operations', 'raises', 'erasures', 'links'] as const).slice(0, proofSize(3, 4))
    const rowCounts = await countRows(place, tables)
    await ageRows(place, tables, 40 * 24 * 60 * 60 * 1000)
    await start(place, { ...limits, SANDBOX_URL: sandbox.url })
    await expect.poll(() => countRows(place, tables)).toEqual(tables.map(() => 0))

    const warm = [first, ...others].flatMap((sample) => sample ?? [])
    const perRequests = linearSlope(warm.map((sample) => ({ x: sample.sent / 100_000, y: sample.heapMiB })))
    const lastMiB = warm.at(-1)?.rssMiB ?? 0
    const firstMiB = first?.rssMiB ?? 0
    reportProof('T19', {
      requests: sent,
      refusedByItself: load.failures.length,
      handles: `${Math.min(...warm.map(({ handles }) => handles))} to ${Math.max(...warm.map(({ handles }) => handles))}`,
      forgotten: tables.map((table, index) => `${rowCounts[index]} ${table}`).join(', '),
      ...(isLong
        ? {
            seconds,
            heapMiB: warm.at(-1)?.heapMiB.toFixed(1) ?? '',
            heapMiBPer100000Requests: perRequests.toFixed(2),
            rssMiB: lastMiB.toFixed(0),
            rssGrown: (lastMiB / firstMiB).toFixed(2),
          }
        : {}),
    })
    if (isLong) {
      expect(perRequests).toBeLessThanOrEqual(1)
      expect(lastMiB / firstMiB).toBeLessThanOrEqual(1.1)
    }
  },
  proofTimeoutMs,
)
