// Starts services with encryption keys that have the right id but other bytes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useProcesses } from '../../testing/processes.ts'
import { openStore } from '../store/open.ts'

const { newInstallation, serveInProcess: serveHere, admin } = useProcesses()
const keys = (byte: number) => ({ ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, byte).toString('base64')}` })

test('a service refuses to start, and the doctor reports why, when its encryption key has other bytes under the same id', async () => {
  const place = await newInstallation()
  const start = async (byte: number) => {
    const service = await serveHere(place, { ...keys(byte), ADRAIL_DEMO: 'off' })
    return { exit: await service.stop(), stderr: service.stderr }
  }
  expect((await start(1)).exit).toBe(0)
  expect(await start(2)).toEqual({ exit: 1, stderr: expect.stringContaining('cannot be decrypted') })
  const examined = await admin({ ...place, environment: keys(2) }, 'doctor')
  expect(examined.stdout.replace(/\s+/g, ' ')).toContain('the key had other bytes when adrail encrypted')
  expect((await start(1)).exit).toBe(0)
})

test('a service without its own secrets creates none while its keys cannot decrypt the stored tokens', async () => {
  const place = await newInstallation()
  // The demo links accounts, so tokens are stored.
  const first = await serveHere(place, keys(1))
  expect(await first.stop()).toBe(0)
  const withStore = async <T>(work: (db: Awaited<ReturnType<typeof openStore>>['db']) => Promise<T>) => {
    const store = await openStore(place)
    try {
      return await work(store.db)
    } finally {
      await store.close()
    }
  }
  const secrets = () => withStore((db) => db.selectFrom('service_secrets').select('id').execute())
  await withStore((db) => db.deleteFrom('service_secrets').execute())

  const wrong = await serveHere(place, keys(2))
  expect({ exit: await wrong.stop(), stderr: wrong.stderr }).toEqual({
    exit: 1,
    stderr: expect.stringContaining('cannot be decrypted'),
  })
  expect(await secrets()).toEqual([])

  const right = await serveHere(place, keys(1))
  expect(await right.stop()).toBe(0)
  expect(await secrets()).not.toEqual([])
})

test('a service that first gets ENCRYPTION_KEYS later refuses to start until they include its generated key', async () => {
  const place = await newInstallation()
  const first = await serveHere(place)
  expect(await first.stop()).toBe(0)

  const without = await serveHere(place, keys(1))
  expect({ exit: await without.stop(), stderr: without.stderr }).toEqual({
    exit: 1,
    stderr: expect.stringMatching(
      /Add local:<content of encryption\.key> to ENCRYPTION_KEYS, behind the first/,
    ),
  })

  const local = readFileSync(join(place.dataDir, 'encryption.key'), 'utf8').trim()
  const both = await serveHere(place, { ENCRYPTION_KEYS: `${keys(1).ENCRYPTION_KEYS},local:${local}` })
  expect(await both.stop()).toBe(0)
})
