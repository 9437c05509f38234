// A disk fills up during writes, also between the effect of a write and its record. The disk is a small
// memory file system, which only root can create. The sandbox's ledger and the database show the results.

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Sandbox } from '@adrail/sandbox'
import {
  expectCompleteAudit,
  leadForm,
  listEffects,
  post,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  userId,
  waitUntilHeld,
} from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { afterAll, expect, test, vi } from 'vitest'
import { mutate } from './creations.ts'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { start } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const disk = testDatabaseUrl() === '' ? mountSmallDisk() : undefined

// PostgreSQL stops when its own disk is full. Another proof covers that restart.
test.skipIf(disk === undefined)(
  'on a full disk, adrail sends no write that it cannot record, and finishes pending writes once there is space',
  async () => {
    const folder = disk ?? ''
    const sandbox = await startTestSandbox({ ledgerCapacity: 1_000_000 })
    const place = { dataDir: join(folder, 'data'), databaseUrl: '' }
    mkdirSync(place.dataDir)
    const service = await start(place, {
      SANDBOX_URL: sandbox.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_BURST: '1000000',
      LEADS: 'off',
      MIRROR: 'off',
    })
    const apiKey = await service.readDemoKey()
    const create = async (number: number) => {
      const body = { userId, ...leadForm, name: `Form ${number}` }
      const { status, envelope } = await post(`${service.url}/search/create_lead_form`, apiKey, body, {
        'idempotency-key': `full-${number}`,
      })
      return { status, code: envelope.results['code'], success: envelope.results['success'] }
    }
    const insist = async (number: number) => {
      let response = await create(number)
      while (response.status !== 200) {
        await setTimeout(50)
        response = await create(number)
      }
      expect(response.success).toBe(true)
    }
    const made = () => listEffects(sandbox, 'asset.create').length
    const [roundCount, writesPerRound] = [proofSize(1, 10), proofSize(10, 50)]
    let [writeCount, refused, longest] = [0, 0, 0]
    for (let round = 0; round < roundCount; round++) {
      // The platform has carried out one write, and the disk has no space for its record.
      const leaving = sandbox.faults.order({ ...mutate, kind: 'stall', when: 'after' })
      const cut = create(writeCount)
      await waitUntilHeld(leaving)
      const before = made()
      expect(unwritten(sandbox, place.dataDir), 'effects without a written intent').toEqual([])
      emptyLog(place.dataDir)
      fill(folder)
      for (let number = 1; number < writesPerRound; number++) {
        const { status, code } = await create(writeCount + number)
        if (status === 503 && code === 'STORAGE_UNAVAILABLE') refused += 1
        else expect([status, code], 'a write on a full disk').toEqual([503, 'STORAGE_UNAVAILABLE'])
      }
      expect(made(), 'what left while nothing could be written down').toBe(before)
      sandbox.faults.release(leaving.id)
      await setTimeout(0)
      rmSync(join(folder, 'ballast'))
      const freed = performance.now()
      await cut.catch(() => undefined)
      for (let number = 0; number < writesPerRound; number++) await insist(writeCount + number)
      longest = Math.max(longest, secondsSince(freed))
      writeCount += writesPerRound
    }
    expect(made()).toBe(writeCount)
    expect(service.stderr).not.toMatch(/internal/i)
    service.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    await expectCompleteAudit(place)
    const withoutIntent = unwritten(sandbox, place.dataDir)
    expect(withoutIntent).toEqual([])
    reportProof('T11', {
      filled: roundCount,
      writes: writeCount,
      refusedWhileFull: refused,
      made: made(),
      withoutIntent: withoutIntent.length,
      allDoneAfterSeconds: longest,
    })
  },
)

/**
 * Returns effects at the platform without a recorded step: neither its outcome nor, during the write, its
 * intent.
 */
function unwritten(sandbox: Sandbox, dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, 'adrail.db'), { readOnly: true })
  const steps = db.prepare('select state, outcome from operation_steps').all()
  db.close()
  const ids = steps.map(({ outcome }) => /"upstreamId":"([^"]+)"/.exec(String(outcome))?.[1])
  const missing = listEffects(sandbox, 'asset.create').filter(
    (effect) => !ids.some((id) => id !== undefined && effect.endsWith(id)),
  )
  return missing.slice(steps.filter(({ state }) => state === 'INTENT').length)
}

/**
 * Checkpoints the write-ahead log. The space in the log since the last checkpoint would accept writes even on
 * a full disk.
 */
function emptyLog(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adrail.db'))
  const { busy } = db.prepare('pragma wal_checkpoint(truncate)').get() ?? {}
  db.close()
  expect(busy, 'somebody uses the log').toBe(0)
}

/** Writes until the disk has no space left. */
function fill(folder: string): void {
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4)
    try {
      for (;;) appendFileSync(join(folder, 'ballast'), Buffer.alloc(bytes))
    } catch (error) {
      // Smaller chunks may still fit.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}

/**
 * Mounts a disk of 24 MiB and unmounts it after the test file. Warns and returns undefined where mounting is
 * impossible.
 */
function mountSmallDisk(): string | undefined {
  const folder = newFolder('adrail-disk-')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
  if (mounted.status === 0) {
    afterAll(() => spawnSync('umount', ['-l', folder]))
    return folder
  }
  console.warn('*** SKIPPED: a small disk can be made by root alone. ***')
  return undefined
}
