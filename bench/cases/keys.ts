// Whether authentication is as fast with a million keys as with a thousand.

import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTempFolder, measure, type Service, startService, type Target } from '../measure.ts'
import { type RunSettings, runInterleaved } from '../operations.ts'
import { applyGoals, printSamples, type Result, toResult } from '../report.ts'

const fewKeyCount = 1000

export async function runKeys(pace: RunSettings, manyKeyCount: number): Promise<Result[]> {
  const keyFolders = [await createKeyFolder(fewKeyCount), await createKeyFolder(manyKeyCount)]
  const services: (Service & { readonly keys: readonly string[] })[] = []
  try {
    for (const [index, { dataDir, keys }] of keyFolders.entries())
      services.push({
        ...(await startService({ dataDir })),
        name: `${index === 0 ? fewKeyCount : manyKeyCount} keys`,
        keys,
      })
    // Both services have equally many callers, spread over the whole table. After the warm-up, most keys are
    // cached.
    const keysByTarget = new Map<Target, readonly string[]>(
      services.map((service) => [service, service.keys]),
    )
    const samples = await runInterleaved(services, pace, (target, durationMs) =>
      measure(
        target,
        (count) => ({
          path: '/user/list_users',
          headers: {
            'x-api-key': keysByTarget.get(target)?.[count % fewKeyCount] ?? '',
            'content-type': 'application/json',
          },
          body: '{"pagination":"none"}',
          // The request fails right after authentication, so the remaining work is small and needs no
          // database.
          expectedStatus: 400,
        }),
        { durationMs, connections: pace.connections },
      ),
    )
    printSamples(`Keys: ${fewKeyCount} and ${manyKeyCount}`, samples)
    const [fewKeysSamples = [], manyKeysSamples = []] = [...samples.values()]
    return applyGoals(
      [
        toResult(
          'keys',
          `p50 with ${manyKeyCount} / ${fewKeyCount}`,
          '×',
          manyKeysSamples.map((sample, round) => sample.p50Ms / (fewKeysSamples[round]?.p50Ms ?? Number.NaN)),
        ),
      ],
      [{ measure: `p50 with ${manyKeyCount} / ${fewKeyCount}`, max: 1.15 }],
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    for (const { dataDir } of keyFolders) rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Creates a data folder whose database contains the given number of keys, and returns the texts of some of
 * them.
 */
async function createKeyFolder(count: number): Promise<{ dataDir: string; keys: string[] }> {
  const dataDir = createTempFolder()
  await (await startService({ dataDir })).stop()
  const db = new DatabaseSync(join(dataDir, 'adrail.db'))
  const insertKey = db.prepare(
    `insert into api_keys (id, workspace_id, name, public_id, secret_hash, scopes, created_at)
     values (?, 'ws_demo', 'bench', ?, ?, 'read write spend link admin', 0)`,
  )
  const keys: string[] = []
  db.exec('begin')
  for (let index = 0; index < count; index++) {
    const publicId = index.toString(36).padStart(8, '0')
    const secret = randomBytes(32).toString('base64url')
    insertKey.run(`key_bench_${index}`, publicId, createHash('sha256').update(secret).digest('hex'))
    if (index % (count / fewKeyCount) !== 0) continue
    const checksum = createHash('sha256').update(`${publicId}_${secret}`).digest('base64url').slice(0, 6)
    keys.push(`adr_${publicId}_${secret}${checksum}`)
  }
  db.exec('commit')
  db.close()
  return { dataDir, keys }
}
