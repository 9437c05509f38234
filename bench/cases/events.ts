// What an event costs the write that it tells: the same service with a database that throws events away.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { measure, newFolder, type Service, startService, type Target } from '../measure.ts'
import { inTurns, type Pace } from '../operations.ts'
import { judge, printSamples, type Result, resultOf } from '../report.ts'

/** Back and forth, so that nothing grows at the platform. */
const statuses = ['PAUSED', 'ACTIVE']
const change = { userId: 'usr_demo_all', campaignId: '120210000000000011' }

export async function runEvents(pace: Pace): Promise<Result[]> {
  const folders = [newFolder(), newFolder()]
  const services: Service[] = []
  try {
    for (const [index, dataDir] of folders.entries()) {
      const isTold = index === 0
      await (await startLinkedOnce(dataDir)).stop()
      if (!isTold) throwEventsAway(dataDir)
      services.push({ ...(await startLinkedOnce(dataDir)), name: isTold ? 'with events' : 'without events' })
    }
    const keyOf = new Map<Target, string>(services.map((service) => [service, service.apiKey]))
    let made = 0
    const samples = await inTurns(services, pace, (target, durationMs) =>
      measure(
        target,
        () => ({
          path: '/social/update_campaign_status',
          headers: {
            'x-api-key': keyOf.get(target) ?? '',
            'content-type': 'application/json',
            'idempotency-key': `change-${made++}`,
          },
          body: JSON.stringify({ ...change, status: statuses[made % 2] }),
          expectedStatus: 200,
        }),
        { durationMs, connections: pace.connections },
      ),
    )
    printSamples('A write with its event, and without', samples)
    const [told = [], untold = []] = [...samples.values()]
    const measured = 'p50 with / without'
    return judge(
      [
        resultOf(
          'events',
          measured,
          '×',
          told.map(({ p50Ms }, round) => p50Ms / (untold[round]?.p50Ms ?? Number.NaN)),
        ),
      ],
      [{ measure: measured, atMost: 1.1 }],
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** A service whose demo users are linked. */
async function startLinkedOnce(dataDir: string): Promise<Service> {
  const service = await startService({ dataDir })
  while (!existsSync(join(dataDir, 'demo.json'))) await new Promise((resolve) => setTimeout(resolve, 50))
  return service
}

function throwEventsAway(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adrail.db'))
  db.exec('create trigger events_away before insert on events begin select raise(ignore); end')
  db.close()
}
