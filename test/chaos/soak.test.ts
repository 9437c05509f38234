// T19: a process that serves for a long time needs no more for it than at the beginning.

import { setTimeout } from 'node:timers/promises'
import { ageRows, countRows } from '@adrail/server/testing/ageing'
import { noLimits, useProcesses } from '@adrail/server/testing/processes'
import { createPausedCampaigns, startTestSandbox } from '@adrail/server/testing/worlds'
import { expect, test } from 'vitest'
import { readRssMiB } from '../../bench/measure.ts'
import { everyday, everydayFaults } from './everyday.ts'
import { drawnBy, isLong, proofTimeoutMs, secondsSince, sized, tell } from './figures.ts'
import { handlesOf, openHeap, slopeOf, watchable } from './watched.ts'

const { newInstallation: newPlace, start } = useProcesses()
const requests = sized(450, 300_000)
const looks = sized(3, 60)
/** Not faster than this: what takes time to come about gets the time. */
const leastMs = sized(0, 30 * 60_000)
const callers = 16
const limits = {
  ...noLimits,
  KEYLESS_LIMIT_PER_MINUTE: '10000000',
  KEYLESS_LIMIT_BURST: '10000000',
}

test(
  'a process that serves on and on holds no more memory and no more handles, and forgets what is old',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newPlace()
    const service = await start(place, { ...watchable, ...limits, SANDBOX_URL: sandbox.url })
    const heap = await openHeap(service)
    const campaigns = await createPausedCampaigns(sandbox, 50)
    const load = everyday(service.url, await service.readDemoKey(), campaigns, drawnBy('soak'))
    const fail = everydayFaults(sandbox, drawnBy('faults'))

    const beganAt = performance.now()
    let sent = 0
    const serve = async (upTo: number) => {
      const call = async () => {
        while (sent < upTo) {
          sent += 1
          if (sent % 100 === 0) fail()
          await load.next()
          const ahead = (sent / requests) * leastMs - (performance.now() - beganAt)
          if (ahead > 0) await setTimeout(ahead)
        }
      }
      await Promise.all(Array.from({ length: callers }, call))
      await load.rest()
    }
    const handles = () => handlesOf(service.pid, Number(new URL(sandbox.url).port))
    const seen: { sent: number; heapMiB: number; rssMiB: number; handles: number }[] = []
    for (let look = 1; look <= looks; look++) {
      await serve(Math.round((requests * look) / looks))
      const heapMiB = await heap.used()
      seen.push({ sent, heapMiB, rssMiB: readRssMiB(service.pid), handles: handles() })
    }
    const seconds = secondsSince(beganAt)

    expect(load.failures).toEqual([])
    // The first sixth is the warming up.
    const [first, ...others] = seen.slice(Math.floor(looks / 6))
    const most = first?.handles ?? 0
    await expect.poll(handles).toBeLessThanOrEqual(most)

    // It ends well. Then everything becomes old, which whoever comes next forgets: links at the first upkeep, for which the
    // short form does not wait.
    heap.close()
    service.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    const tables = (['operations', 'raises', 'erasures', 'links'] as const).slice(0, sized(3, 4))
    const kept = await countRows(place, tables)
    await ageRows(place, tables, 40 * 24 * 60 * 60 * 1000)
    await start(place, { ...limits, SANDBOX_URL: sandbox.url })
    await expect.poll(() => countRows(place, tables)).toEqual(tables.map(() => 0))

    const warm = [first, ...others].flatMap((look) => look ?? [])
    const perRequests = slopeOf(warm.map((look) => ({ x: look.sent / 100_000, y: look.heapMiB })))
    const lastMiB = warm.at(-1)?.rssMiB ?? 0
    const firstMiB = first?.rssMiB ?? 0
    tell('T19', {
      requests: sent,
      refusedByItself: load.failures.length,
      handles: `${Math.min(...warm.map(({ handles }) => handles))} to ${Math.max(...warm.map(({ handles }) => handles))}`,
      forgotten: tables.map((table, index) => `${kept[index]} ${table}`).join(', '),
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
