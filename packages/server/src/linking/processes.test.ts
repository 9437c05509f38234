// Several processes on one database rotate encryption keys without downtime.

import { startSandbox } from '@adrail/sandbox'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { freshCredential } from '../../testing/credentialRow.ts'
import {
  advanceAll,
  type ClusterMember,
  linkUserThrough,
  startClusterMember as memberAt,
} from '../../testing/members.ts'
import { type Installation, useProcesses } from '../../testing/processes.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { makeKeyring } from '../encryption/keyring.ts'
import { hourMs } from '../runtime/durations.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { insertCredential } from '../store/credentials.ts'
import { encryptedColumns, listEncryptedByOtherKeys } from '../store/encryptedColumns.ts'
import { openStore } from '../store/open.ts'
import { encryptTokens } from './tokenEncryption.ts'
import { makeVault } from './vault.ts'

const { newInstallation, spawn, admin } = useProcesses()
const onSqlite = testDatabaseUrl() === ''

/** Cleanup functions of a test, called in reverse order. */
const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const remove of leftovers.splice(0).reverse()) await remove()
})

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let place: Installation
beforeEach(async () => {
  if (onSqlite) return
  sandbox = await startSandbox({ clock: 'real', variation: inject('variationSeed') })
  leftovers.push(() => sandbox.close())
  place = await newInstallation()
})

const keyOf = (id: string) => ({ id, bytes: Buffer.alloc(32, id) })
const keysIn = (...ids: string[]) => ids.map((id) => `${id}:${keyOf(id).bytes.toString('base64')}`).join(',')
const placeWith = (...ids: string[]): Installation => ({
  ...place,
  environment: { SANDBOX_URL: sandbox.url, ENCRYPTION_KEYS: keysIn(...ids) },
})

/** Starts one of several services on the same database. */
async function newMember(...keyIds: string[]): Promise<ClusterMember> {
  const member = await memberAt(placeWith(...keyIds))
  leftovers.push(() => member.stop('SIGKILL'))
  return member
}

const advance = (members: readonly ClusterMember[], byMs: number) => advanceAll(sandbox, members, byMs)

describe.skipIf(onSqlite)('an encryption key rotation over several processes', () => {
  test('completes under load without a failed call, and leaves no secret under the old key', async () => {
    // First all processes can decrypt with the new key. Then one process after the other encrypts with it.
    let members: [ClusterMember, ClusterMember] = await Promise.all([
      newMember('a', 'b'),
      newMember('a', 'b'),
    ])
    const user = await linkUserThrough(members[0])
    await addCredentials(user.workspaceId, 500)
    const outcomes: unknown[] = []
    let rewrapping = true
    const load = async (member: ClusterMember) => {
      const got = await member.command<unknown[]>({ does: 'connect', ...user, times: 20 })
      outcomes.push(...got)
    }
    for (let replacements = 0; replacements < 2; replacements++) {
      const [oldest, other] = members
      members = [other, await newMember('b', 'a')]
      await oldest.stop('SIGTERM')
      await advance(members, 2 * hourMs)
      await Promise.all(members.map(load))
    }

    const rewrap = admin(placeWith('b', 'a'), 'rewrap').finally(() => {
      rewrapping = false
    })
    while (rewrapping) {
      await advance(members, 2 * hourMs)
      await Promise.all(members.map(load))
    }

    expect(await rewrap).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Re-encrypted \d{3,4} /),
    })
    expect(outcomes.filter((outcome) => typeof outcome !== 'number')).toEqual([])
    const store = await openStore(place)
    leftovers.push(() => store.close())
    for (const column of encryptedColumns)
      expect(await listEncryptedByOtherKeys(store.db, column, ['b'], '', 10)).toEqual([])

    // The old key can be removed, and no process starts without the new key.
    const later = await newMember('b')
    await advance([later], 2 * hourMs)
    expect(await later.command({ does: 'connect', ...user, times: 1 })).toEqual([expect.any(Number)])
    const locked = spawn(placeWith('c'))
    expect(await locked.exit).toBe(1)
    expect(locked.stderr).toMatch(
      /^Secrets in credentials are encrypted with the key "b".*ENCRYPTION_KEYS.*rewrap\n$/,
    )
  })
})

/** Adds credentials of users who never call, encrypted under the old key. */
async function addCredentials(workspaceId: string, count: number): Promise<void> {
  const store = await openStore(place)
  const vault = makeVault(makeKeyring([keyOf('a')], systemRuntime()))
  const tokens = {
    accessToken: 'access',
    accessExpiresAt: null,
    refreshToken: 'refresh',
    refreshExpiresAt: null,
    dataAccessExpiresAt: null,
    issuedAt: Number.MAX_SAFE_INTEGER,
    scopes: [],
  }
  await store.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < count; number++) {
      const row = { id: `crd_${number}`, workspace_id: workspaceId }
      await insertCredential(transaction, {
        ...freshCredential,
        ...row,
        ...encryptTokens(vault, row, tokens),
        platform: 'search',
        upstream_user_id: `person ${number}`,
      })
    }
  })
  await store.close()
}
