import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { makeKeyring } from '../encryption/keyring.ts'
import { rewrapSecrets } from '../linking/rewrap.ts'
import { makeVault } from '../linking/vault.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { createMarkers, loadMarkers, type Markers } from './markers.ts'
import { entryRetentionMs } from './pruneJournal.ts'

const runtime = systemRuntime()
const markers = createMarkers('secret', runtime)
const write = {
  workspaceId: 'ws_1',
  operation: 'social/create_campaign',
  idempotencyKey: 'key-1',
  at: 100 * entryRetentionMs + 12 * 60 * 60 * 1000,
}

describe('the marker of a write', () => {
  test('is the same for the same workspace, operation, idempotency key and secret, and differs for any other', () => {
    const { at, ...named } = write
    expect(markers.create({ ...write, at: at + 1 })).toBe(markers.create(write))
    const others = Object.keys(named).map((name) => markers.create({ ...write, [name]: 'other' }))
    const secret = createMarkers('other', runtime).create(write)
    expect(new Set([markers.create(write), secret, ...others]).size).toBe(5)
    expect(markers.create(write)).toMatch(/^[0-9a-f]{24}$/)
  })

  test('is random without an idempotency key', () => {
    const random = { ...write, idempotencyKey: undefined }
    expect(markers.create(random)).not.toBe(markers.create(random))
    expect(markers.listCandidates(random, 'given')).toEqual(['given'])
  })

  test('differs after the retention period of journal entries', () => {
    expect(markers.create({ ...write, at: write.at + entryRetentionMs })).not.toBe(markers.create(write))
  })

  test('is a candidate for retries at the start of the next retention period, and not later', () => {
    const before = { ...write, at: 100 * entryRetentionMs - 1 }
    expect(markers.listCandidates(write, markers.create(write))).toContain(markers.create(before))
    const later = { ...write, at: write.at + entryRetentionMs / 2 }
    expect(markers.listCandidates(later, markers.create(later))).toEqual([markers.create(write)])
  })
})

describe('the secret of the markers', () => {
  let service: TestService
  const load = (...ids: [string, ...string[]]): Promise<Markers> => {
    const [first, ...others] = ids.map((id) => ({ id, bytes: Buffer.alloc(32, id) }))
    if (!first) throw new Error('A keyring has a key.')
    return loadMarkers(service.app.store, makeVault(makeKeyring([first, ...others], runtime)), runtime)
  }
  beforeAll(async () => {
    service = await startTestService({ databaseUrl: testDatabaseUrl() })
    await service.app.store.db.deleteFrom('service_secrets').execute()
    return () => service.stop()
  })

  test('is the same in all processes and after a rotation of encryption keys', async () => {
    const { store } = service.app
    const [one, other] = await Promise.all([load('old'), load('old')])
    expect(one.create(write)).toBe(other.create(write))
    const keys = ['new', 'old'].map((id) => ({ id, bytes: Buffer.alloc(32, id) }))
    const [first, second] = keys as [(typeof keys)[0], (typeof keys)[0]]
    await rewrapSecrets(store, makeKeyring([first, second], runtime))
    expect((await load('new')).create(write)).toBe(one.create(write))
  })
})
