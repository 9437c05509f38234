// T24: encryption keys and API keys are rotated under load.

import { expect, test } from 'vitest'
import {
  isLong,
  proofSize,
  proofTimeoutMs,
  reportProof,
  secondsSince,
} from '../../../../test/chaos/proofRun.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { createLinkingProcess, findUserCredential } from '../../testing/linking.ts'
import { useProcesses } from '../../testing/processes.ts'
import { useService } from '../../testing/service.ts'
import { insertCredential } from '../store/credentials.ts'
import { encryptedColumns, listEncryptedByOtherKeys } from '../store/encryptedColumns.ts'
import { decryptTokens, encryptTokens } from './tokenEncryption.ts'

const keyOf = (id: string) => ({ id, bytes: Buffer.alloc(32, id) })
const written = (...ids: string[]) => ids.map((id) => `${id}:${keyOf(id).bytes.toString('base64')}`).join(',')
// A rotation starts with both keys known to every process.
const service = useService({ environment: { ENCRYPTION_KEYS: written('old', 'new') } })
const { adminProcess } = useProcesses()

/** Re-encrypts all secrets in a separate process, as an operator does. */
async function rewrap(): Promise<number> {
  const { dataDir, databaseUrl } = service
  const environment = { ENCRYPTION_KEYS: written('new', 'old') }
  const result = await adminProcess({ dataDir, databaseUrl, environment }, 'rewrap')
  expect(result).toMatchObject({ exit: 0, stderr: '' })
  return Number(/^Re-encrypted (\d+) secrets/.exec(result.stdout)?.[1])
}

/**
 * Returns what holds when the first secret is re-encrypted. The secrets of the oldest credential come first.
 */
async function whenRewrapStarts<Value>(userId: string, seen: () => Value): Promise<Value> {
  const accessToken = async () => (await findUserCredential(service, userId, 'SEARCH')).access_token
  await expect.poll(accessToken, { interval: 5 }).toMatch(/^new\./)
  return seen()
}

/** Inserts credentials of many users, encrypted under the old key. */
async function insertCrowd(userId: string, count: number): Promise<void> {
  const { vault } = service.app.service.linking
  const { db } = service.app.store
  const one = await findUserCredential(service, userId, 'SEARCH')
  const tokens = decryptTokens(vault, one)
  await db.transaction().execute(async (transaction) => {
    for (let number = 0; number < count; number++) {
      const row = { ...one, id: `crd_crowd_${number}`, upstream_user_id: `crowd-${number}` }
      await insertCredential(transaction, { ...row, ...encryptTokens(vault, row, tokens) })
    }
  })
}

test(
  'all secrets are re-encrypted under a new key, and an API key is rotated, without a failed request',
  async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    const crowd = proofSize(60, 10_000)
    await insertCrowd(userId, crowd)
    const made = await service.newKey()
    let apiKey = made.text

    const progress = { isOver: false, requests: 0, failed: 0 }
    const { id } = await findUserCredential(service, userId, 'SEARCH')
    const ask = async () => {
      const { linking, connections } = createLinkingProcess(service)
      while (!progress.isOver) {
        progress.requests += 1
        const { status } = await service.call('search/get_campaigns', { userId }, { apiKey })
        if (status !== 200) progress.failed += 1
        // A process without a cached credential decrypts the secrets again.
        linking.cache.credentials.delete(id)
        if (!(await connections.connect(service.workspaceId, userId, 'search'))) progress.failed += 1
      }
    }
    const callers = [ask(), ask()]
    const beganAt = performance.now()
    const [rewrapped, requestsBefore] = await Promise.all([
      rewrap(),
      whenRewrapStarts(userId, () => progress.requests),
    ])
    const seconds = secondsSince(beganAt)
    const requestsDuring = progress.requests - requestsBefore
    // In the short form, the re-encryption may end before the next request.
    expect(isLong ? requestsDuring : progress.requests).toBeGreaterThan(2 * callers.length)
    const rotated = await service.call('workspace/rotate_key', { keyId: made.id, overlapHours: 1 })
    apiKey = rotated.results.apiKey
    progress.isOver = true
    await Promise.all(callers)

    expect(progress.failed).toBe(0)
    expect(rewrapped).toBeGreaterThanOrEqual(2 * crowd)
    let oldKeySecrets = 0
    for (const column of encryptedColumns) {
      const remaining = await listEncryptedByOtherKeys(service.app.store.db, column, ['new'], '', 10)
      expect(remaining).toEqual([])
      oldKeySecrets += remaining.length
    }
    // The old key stays valid for the overlap. After its revocation, a process refuses it as soon as the
    // process polls for changes.
    const statusOf = async () => (await service.post('user/list_users', {}, made.text)).status
    // No process may have cached the key from before the rotation.
    await service.app.changes.poll()
    expect(await statusOf()).toBe(200)
    const revoked = await service.call('workspace/revoke_key', { keyId: made.id }, { apiKey })
    expect(revoked.results.success).toBe(true)
    await service.app.changes.poll()
    expect(await statusOf()).toBe(401)
    const figures = {
      secretsSealedAnew: rewrapped,
      leftUnderTheOldKey: oldKeySecrets,
      asked: progress.requests,
      askedMeanwhile: requestsDuring,
      failed: progress.failed,
    }
    reportProof('T24', isLong ? { ...figures, seconds } : figures)
  },
  proofTimeoutMs,
)
