// What holds between several processes on one database: they share tokens, take over from each other, and change keys
// without stopping.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@adrail/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshCredential } from '../../testing/credentialRow.ts'
import type { Order } from '../../testing/linking.child.ts'
import { hourMs, linkUser } from '../../testing/linking.ts'
import { type Place, useProcesses } from '../../testing/processes.ts'
import { testDatabase } from '../../testing/service.ts'
import { makeKeyring } from '../base/keyring.ts'
import { systemRuntime } from '../base/runtime.ts'
import { insertCredential } from '../store/credentials.ts'
import { openStore } from '../store/open.ts'
import { sealedByOthers, sealedColumns } from '../store/sealedColumns.ts'
import { sealTokens } from './tokenSeals.ts'
import { makeVault } from './vault.ts'

const { newPlace, spawn, admin } = useProcesses()
const onSqlite = testDatabase() === ''

/** What a test made, taken down in reverse. */
const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const remove of leftovers.splice(0).reverse()) await remove()
})

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let place: Place
beforeEach(async () => {
  if (onSqlite) return
  sandbox = await startSandbox({ clock: 'real' })
  leftovers.push(() => sandbox.close())
  place = await newPlace()
})

const keyOf = (id: string) => ({ id, bytes: Buffer.alloc(32, id) })
const keysIn = (...ids: string[]) => ids.map((id) => `${id}:${keyOf(id).bytes.toString('base64')}`).join(',')
const placeWith = (...ids: string[]): Place => ({
  ...place,
  environment: { SANDBOX_URL: sandbox.url, ENCRYPTION_KEYS: keysIn(...ids) },
})

/** One of several services on the same database. */
interface Member {
  readonly url: string
  order<Answer>(order: Order): Promise<Answer>
  end(signal: NodeJS.Signals): Promise<void>
}

async function newMember(...keyIds: string[]): Promise<Member> {
  const { dataDir, databaseUrl, environment } = placeWith(...keyIds)
  const child = fork(fileURLToPath(new URL('../../testing/linking.child.ts', import.meta.url)), {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // Where whole services keep their compiled code, too: this one is killed before it could write any.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...environment,
    },
  })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  leftovers.push(() => end('SIGKILL'))
  let orders = 0
  const answerTo = async (wanted: number): Promise<unknown> => {
    const answered = new Promise<{ answer: unknown }>((resolve) => {
      const look = (message: { id: number; answer: unknown }) => {
        if (message.id !== wanted) return
        child.off('message', look)
        resolve(message)
      }
      child.on('message', look)
    })
    const first = await Promise.race([answered, exited])
    if (Array.isArray(first)) throw new Error('The process ended.')
    return first.answer
  }
  const url = String(await answerTo(0))
  return {
    url,
    // The child answers each order with what its kind promises.
    order: <Answer>(order: Order) => {
      const id = ++orders
      const answer = answerTo(id)
      child.send({ id, order })
      return answer as Promise<Answer>
    },
    end,
  }
}

/** A user linked on the search platform through one of the processes. */
async function linkThrough(member: Member): Promise<{ workspaceId: string; userId: string }> {
  const begun = await member.order<{ workspaceId: string; userId: string; apiKey: string }>({ does: 'begin' })
  await linkUser({ url: member.url, apiKey: begun.apiKey }, { userId: begun.userId, platform: 'SEARCH' })
  return begun
}

const refreshes = () =>
  sandbox.requests
    .list({ platform: 'search', call: 'oauth.token' })
    .filter(({ body }) => body.includes('grant_type=refresh_token')).length

async function advance(members: readonly Member[], byMs: number): Promise<void> {
  sandbox.clock.advance(byMs)
  for (const member of members) await member.order({ does: 'advance', byMs })
}

describe.skipIf(onSqlite)('several processes', () => {
  test.each([
    ['keeps refresh tokens', false, 20],
    ['replaces refresh tokens and kills the family of one that is used twice', true, 10],
  ])(
    'with an expired token make one refresh for four hundred calls, round after round, where a platform %s',
    async (_, rotation, rounds) => {
      const members = await Promise.all([newMember('a'), newMember('a')])
      const [first] = members
      const user = await linkThrough(first)
      sandbox.state().switches.search.rotation = rotation
      for (let round = 1; round <= rounds; round++) {
        await advance(members, 2 * hourMs)
        const calls = members.map((member) =>
          member.order<unknown[]>({ does: 'connect', ...user, times: 200 }),
        )
        expect(new Set((await Promise.all(calls)).flat())).toEqual(new Set([round + 1]))
        expect(refreshes()).toBe(round)
      }
      expect(sandbox.requests.effects().filter(({ kind }) => kind === 'family_killed')).toEqual([])
    },
    120_000,
  )

  test('outlive the one that was killed in the middle of a refresh: it delays, and breaks nothing', async () => {
    const [victim, survivor] = await Promise.all([newMember('a'), newMember('a')])
    const user = await linkThrough(survivor)
    await advance([victim, survivor], 2 * hourMs)
    const stall = sandbox.faults.order({ platform: 'search', call: 'oauth.token', kind: 'stall' })
    victim.order({ does: 'connect', ...user, times: 1 }).catch(() => {})
    await expect.poll(() => stall.holding).toBe(1)
    await victim.end('SIGKILL')

    const answers = await survivor.order<unknown[]>({ does: 'connect', ...user, times: 50 })

    expect(new Set(answers)).toEqual(new Set([2]))
    expect(refreshes()).toBeLessThanOrEqual(2)
  })
})

describe.skipIf(onSqlite)('a change of keys', () => {
  test('goes through under load without a failed call, and leaves no secret under the old key', async () => {
    // First every process learns to open the new key, then one after the other seals under it.
    let members: [Member, Member] = await Promise.all([newMember('a', 'b'), newMember('a', 'b')])
    const user = await linkThrough(members[0])
    await addCredentials(user.workspaceId, 500)
    const answers: unknown[] = []
    let rewrapping = true
    const load = async (member: Member) => {
      const got = await member.order<unknown[]>({ does: 'connect', ...user, times: 20 })
      answers.push(...got)
    }
    for (let replacements = 0; replacements < 2; replacements++) {
      const [oldest, other] = members
      members = [other, await newMember('b', 'a')]
      await oldest.end('SIGTERM')
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
      stdout: expect.stringMatching(/^Sealed \d{3,4} /),
    })
    expect(answers.filter((answer) => typeof answer !== 'number')).toEqual([])
    const store = await openStore(place)
    leftovers.push(() => store.close())
    for (const column of sealedColumns)
      expect(await sealedByOthers(store.db, column, ['b'], '', 10)).toEqual([])

    // The old key can go; and nobody starts without the new one.
    const later = await newMember('b')
    await advance([later], 2 * hourMs)
    expect(await later.order({ does: 'connect', ...user, times: 1 })).toEqual([expect.any(Number)])
    const locked = spawn(placeWith('c'))
    expect(await locked.exit).toBe(1)
    expect(locked.stderr).toMatch(
      /^Secrets in credentials are sealed under the key "b".*ENCRYPTION_KEYS.*rewrap\n$/,
    )
  }, 120_000)
})

/** Credentials of people who never come, sealed under the old key. */
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
        ...sealTokens(vault, row, tokens),
        platform: 'search',
        upstream_user_id: `person ${number}`,
      })
    }
  })
  await store.close()
}
