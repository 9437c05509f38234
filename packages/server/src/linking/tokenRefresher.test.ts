import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  createLinkingProcess,
  findUserCredential,
  readUserHealth,
  relinkUser,
  valueOrErrorCode,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { withDeadline } from '../platforms/connector-kit/deadline.ts'
import { hourMs, minuteMs } from '../runtime/durations.ts'
import { decryptTokens } from './tokenEncryption.ts'

const service = useService()

/** Every test starts with a reset platform and a user who has just linked. */
let user = ''
let id = ''
beforeEach(async () => {
  await createSandboxAdmin(service).reset()
  user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
  id = (await credential()).id
})

const credential = () => findUserCredential(service, user, 'SEARCH')
const refreshes = () => createSandboxAdmin(service, 'search').countRefreshes()
const tokenTrouble = { platform: 'search', call: 'oauth.token' } as const

/** Expires the lease, as if its holder had died. */
const endLease = () =>
  service.app.store.db.updateTable('credentials').set({ lease_until: 0 }).where('id', '=', id).execute()

/** Starts a refresh that the platform stalls until the test calls `go`. */
async function stalledRefresh(refresher: { getFreshToken(id: string): Promise<{ version: number }> }) {
  const sandbox = createSandboxAdmin(service)
  const stall = await sandbox.injectFault({ ...tokenTrouble, kind: 'stall' })
  const stalled = valueOrErrorCode(refresher.getFreshToken(id))
  await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
  const go = () => sandbox.release(stall)
  // The next test counts its own requests only.
  onTestFinished(async () => {
    await go()
    await stalled
  })
  return { held: stalled, go }
}

describe('an expired token', () => {
  test('is refreshed once for 150 callers in three processes, and all callers get the same token', async () => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    const processes = [
      createLinkingProcess(service),
      createLinkingProcess(service),
      createLinkingProcess(service),
    ]

    const tokens = await Promise.all(
      processes.flatMap(({ refresher }) => Array.from({ length: 50 }, () => refresher.getFreshToken(id))),
    )

    expect(await refreshes()).toBe(1)
    expect(new Set(tokens.map((token) => token.version))).toEqual(new Set([version + 1]))
    expect(new Set(tokens.map((token) => token.accessToken)).size).toBe(1)
  })

  test('makes callers in other processes wait for a slow refresh instead of failing them', async () => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    const { held, go } = await stalledRefresh(createLinkingProcess(service).refresher)
    const other = createLinkingProcess(service).refresher.getFreshToken(id)
    await go()

    expect(await held).toMatchObject({ version: version + 1 })
    expect(await other).toMatchObject({ version: version + 1 })
    expect(await refreshes()).toBe(1)
  })

  test('fails callers at their deadline, while the refresh continues and completes', async () => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    const { refresher } = createLinkingProcess(service)
    const { held, go } = await stalledRefresh(refresher)
    let failureCode: unknown
    void withDeadline(service.clock, 5000, () => valueOrErrorCode(refresher.getFreshToken(id))).then(
      (failure) => {
        failureCode = failure
      },
    )
    await expect
      .poll(() => {
        service.clock.advance(5000)
        return failureCode
      })
      .toBe('UPSTREAM_UNAVAILABLE')
    await go()

    expect(await held).toMatchObject({ version: version + 1 })
    expect(await refreshes()).toBe(1)
  })

  test('keeps its refresh token when the platform returns no new one', async () => {
    const { vault } = service.app.service.linking
    const before = decryptTokens(vault, await credential())
    await advanceClocks(service, 2 * hourMs)
    await createLinkingProcess(service).refresher.getFreshToken(id)

    const after = decryptTokens(vault, await credential())
    expect(after.refreshToken).toBe(before.refreshToken)
    expect(after.accessToken).not.toBe(before.accessToken)
  })
})

describe('a token that expires soon', () => {
  test('stays in use while one process fetches a new token in the background', async () => {
    const { version } = await credential()
    await advanceClocks(service, 52 * minuteMs)
    const processes = [createLinkingProcess(service), createLinkingProcess(service)]

    const stall = await createSandboxAdmin(service).injectFault({ ...tokenTrouble, kind: 'stall' })
    for (const { refresher } of processes)
      expect(await refresher.getFreshToken(id)).toMatchObject({ version })
    await expect.poll(() => createSandboxAdmin(service).isHolding(stall)).toBe(true)
    for (const { refresher } of processes)
      expect(await refresher.getFreshToken(id)).toMatchObject({ version })
    await createSandboxAdmin(service).release(stall)
    await Promise.all(processes.map(({ refresher }) => refresher.drain()))

    expect(await refreshes()).toBe(1)
    expect(await createLinkingProcess(service).refresher.getFreshToken(id)).toMatchObject({
      version: version + 1,
    })
  })

  test('stays in use until it expires while the platform fails, and the interval between attempts grows', async () => {
    const { version } = await credential()
    await createSandboxAdmin(service).injectFault({
      ...tokenTrouble,
      kind: 'status',
      status: 500,
      times: 100,
    })
    const { refresher } = createLinkingProcess(service)
    const refreshTimes: number[] = []
    await advanceClocks(service, 50 * minuteMs)
    for (let seconds = 0; seconds < 9 * 60; seconds += 15) {
      const before = await refreshes()
      expect(await refresher.getFreshToken(id)).toMatchObject({ version })
      await refresher.drain()
      if ((await refreshes()) > before) refreshTimes.push(seconds)
      await advanceClocks(service, 15_000)
    }

    // Attempts follow after 0 s, 30 s and 150 s. The next background attempt would come ten minutes later. In
    // the last minute, the calls themselves refresh the token.
    expect(refreshTimes.slice(0, 3)).toEqual([0, 30, 150])
    expect(refreshTimes.slice(3).every((seconds) => seconds >= 8.5 * 60)).toBe(true)
  })
})

describe('a token refresh whose process dies', () => {
  test('makes other processes wait until its lease expires, and no longer', async () => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    // The response never arrives, and no process renews the lease.
    await stalledRefresh(createLinkingProcess(service).refresher)

    const { refresher } = createLinkingProcess(service)
    const waiting = refresher.getFreshToken(id)
    await endLease()

    expect(await waiting).toMatchObject({ version: version + 1 })
    expect(await refreshes()).toBe(1)
  })

  test('makes callers wait for a limited time, after which they get UPSTREAM_UNAVAILABLE', async () => {
    await advanceClocks(service, 2 * hourMs)
    await stalledRefresh(createLinkingProcess(service).refresher)

    expect(await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id))).toBe(
      'UPSTREAM_UNAVAILABLE',
    )
    expect(await credential()).toMatchObject({ health: 'active', fail_count: 0 })
  })
})

/** Stalls a refresh until another process has stored new tokens. */
async function overtaken(refresher = createLinkingProcess(service).refresher) {
  await advanceClocks(service, 2 * hourMs)
  const { held, go } = await stalledRefresh(refresher)
  await endLease()
  const winner = await createLinkingProcess(service).refresher.getFreshToken(id)
  await go()
  return { held, winner }
}

describe('a token refresh that completes too late', () => {
  test('does not overwrite the token that a faster refresh stored', async () => {
    const { version } = await credential()
    const { held, winner } = await overtaken()

    expect(await held).toEqual(winner)
    expect(await credential()).toMatchObject({ version: version + 1, health: 'active', lease_owner: '' })
    expect(await refreshes()).toBe(2)
  })

  test('provides its own token when the platform refuses the stored one, before adrail requests another', async () => {
    const late = createLinkingProcess(service).refresher
    const { held, winner } = await overtaken(late)
    await held
    await advanceClocks(service, minuteMs)

    const spare = await late.getFreshToken(id, winner.version)

    expect(spare.version).toBe(winner.version + 1)
    expect(spare.accessToken).not.toBe(winner.accessToken)
    expect(await refreshes()).toBe(2)
  })

  test('keeps the connection active when the platform refuses its replaced refresh token', async () => {
    await createSandboxAdmin(service).setSwitches({ search: { rotation: true } })
    const { held, winner } = await overtaken()

    expect(await held).toEqual(winner)
    expect(await readUserHealth(service, user)).toBe('active')
  })
})

describe('a refresh token that the platform refuses', () => {
  test('requires a new consent only after a second refusal, and the error mentions auth/create_link [R7.3.not-linked]', async () => {
    await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })
    await advanceClocks(service, 2 * hourMs)
    const { connections } = createLinkingProcess(service)

    await expect(connections.connect(service.workspaceId, user, 'search')).rejects.toMatchObject({
      code: 'ACCOUNT_RELINK_REQUIRED',
      status: 409,
      message: expect.stringContaining('auth/create_link'),
    })
    expect(await refreshes()).toBe(2)
    expect(await readUserHealth(service, user)).toBe('needs_reauth refresh_token_expired')

    // From now on adrail sends no refresh, and nothing was deleted.
    expect(await valueOrErrorCode(connections.connect(service.workspaceId, user, 'search'))).toBe(
      'ACCOUNT_RELINK_REQUIRED',
    )
    expect(await refreshes()).toBe(2)
  })

  test('makes search/get_campaigns return ACCOUNT_RELINK_REQUIRED even before the access token expires [R7.3.not-linked]', async () => {
    const ask = () => service.call('search/get_campaigns', { userId: user })
    expect((await ask()).status).toBe(200)
    await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })

    for (let call = 0; call < 2; call++)
      expect(await ask()).toMatchObject({
        status: 409,
        results: { code: 'ACCOUNT_RELINK_REQUIRED', error: expect.stringContaining('auth/create_link') },
      })
    expect(await refreshes()).toBe(2)
  })

  test('causes no failure when the platform accepts it at the second attempt', async () => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    await createSandboxAdmin(service).injectFault({
      ...tokenTrouble,
      kind: 'status',
      status: 400,
      code: 'invalid_grant',
    })

    await expect(createLinkingProcess(service).refresher.getFreshToken(id)).resolves.toMatchObject({
      version: version + 1,
    })
    expect(await credential()).toMatchObject({ health: 'active', fail_count: 0 })
  })

  test('is distinguished from a user without a link, who gets ACCOUNT_NOT_LINKED [R7.3.not-linked]', async () => {
    const stranger = await newUser(service)
    const { connections } = service.app.service

    await expect(connections.connect(service.workspaceId, stranger, 'pro')).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_LINKED',
      status: 409,
      message: expect.stringContaining('auth/create_link'),
    })
  })
})

describe('a failed token refresh', () => {
  test.each([
    ['an internal failure', { kind: 'status', status: 500 }],
    ['a rate limit', { kind: 'rate_limit' }],
    ['a connection reset before the refresh', { kind: 'reset', when: 'before' }],
    ['a success whose response was lost', { kind: 'reset', when: 'after' }],
    ['a truncated response', { kind: 'truncate' }],
    ['a malformed response', { kind: 'garbage' }],
    ['a web page', { kind: 'html' }],
    ['a web page with status 200', { kind: 'html', status: 200 }],
  ] as const)('is retried after 30 seconds, not before, when its cause was %s', async (_, trouble) => {
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    await createSandboxAdmin(service).injectFault({ ...tokenTrouble, ...trouble })
    const processes = [createLinkingProcess(service), createLinkingProcess(service)]

    for (const { refresher } of [...processes, ...processes])
      expect(await valueOrErrorCode(refresher.getFreshToken(id))).toBe('UPSTREAM_UNAVAILABLE')
    expect(await refreshes()).toBe(1)
    expect(await credential()).toMatchObject({ health: 'active', fail_count: 1, version })

    await advanceClocks(service, 30_000)
    for (const { refresher } of processes)
      expect(await refresher.getFreshToken(id)).toMatchObject({ version: version + 1 })
    expect(await credential()).toMatchObject({ health: 'active', fail_count: 0, retry_at: 0 })
  })

  test('is attempted once for five processes that request the token at the same time', async () => {
    await advanceClocks(service, 2 * hourMs)
    await createSandboxAdmin(service).injectFault({ ...tokenTrouble, kind: 'status', status: 500, times: 10 })
    const processes = Array.from({ length: 5 }, () => createLinkingProcess(service))

    const ends = await Promise.all(
      processes.map(({ refresher }) => valueOrErrorCode(refresher.getFreshToken(id))),
    )

    expect(new Set(ends)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    expect(await refreshes()).toBe(1)
  })

  test('degrades the connection after three failures in a row, until a retry succeeds', async () => {
    await advanceClocks(service, 2 * hourMs)
    const { refresher } = createLinkingProcess(service)
    await createSandboxAdmin(service).injectFault({ ...tokenTrouble, kind: 'status', status: 503, times: 5 })
    for (let failures = 1; failures <= 5; failures++) {
      expect(await valueOrErrorCode(refresher.getFreshToken(id))).toBe('UPSTREAM_UNAVAILABLE')
      expect(await refreshes()).toBe(failures)
      expect(await readUserHealth(service, user)).toBe(failures < 3 ? 'active' : 'degraded status 503')
      await advanceClocks(service, 30_000)
    }

    await refresher.getFreshToken(id)
    expect(await readUserHealth(service, user)).toBe('active')
  })

  test('pauses the platform for a while and changes no connection when the platform refuses the app', async () => {
    const before = await credential()
    await advanceClocks(service, 2 * hourMs)
    await createSandboxAdmin(service).injectFault({
      ...tokenTrouble,
      kind: 'status',
      status: 401,
      code: 'invalid_client',
    })
    const { refresher } = createLinkingProcess(service)

    for (let call = 0; call < 5; call++)
      expect(await valueOrErrorCode(refresher.getFreshToken(id))).toBe('UPSTREAM_UNAVAILABLE')
    expect(await refreshes()).toBe(1)
    expect(await credential()).toEqual({ ...before, look_at: expect.any(Number) })

    await advanceClocks(service, 5 * minuteMs)
    expect(await refresher.getFreshToken(id)).toMatchObject({ version: before.version + 1 })
  })

  test('keeps new tokens in memory until the database can store them, even if the old ones are invalid', async () => {
    await createSandboxAdmin(service).setSwitches({ search: { rotation: true } })
    const { version } = await credential()
    await advanceClocks(service, 2 * hourMs)
    const { refresher } = createLinkingProcess(service)
    const { held, go } = await stalledRefresh(refresher)
    const { db } = service.app.store
    await sql`alter table credentials rename to away`.execute(db)
    await go()
    expect(await held).not.toMatchObject({ version: version + 1 })
    await sql`alter table away rename to credentials`.execute(db)
    await endLease()

    await expect(refresher.getFreshToken(id)).resolves.toMatchObject({ version: version + 1 })
    expect(await refreshes()).toBe(1)
    await advanceClocks(service, 2 * hourMs)
    expect(await refresher.getFreshToken(id)).toMatchObject({ version: version + 2 })
  })
})

describe('a token that the platform refused', () => {
  test('is replaced once for all callers who report it', async () => {
    await createSandboxAdmin(service).simulate('expire', { person: 'ben', platform: 'search' })
    const processes = [createLinkingProcess(service), createLinkingProcess(service)]
    const { version } = await credential()

    const tokens = await Promise.all(
      processes.flatMap(({ refresher }) =>
        Array.from({ length: 50 }, () => refresher.getFreshToken(id, version)),
      ),
    )

    expect(new Set(tokens.map((token) => token.version))).toEqual(new Set([version + 1]))
    expect(await refreshes()).toBe(1)
  })

  test('is not replaced for a caller who used an older token', async () => {
    const { version } = await credential()

    expect(await createLinkingProcess(service).refresher.getFreshToken(id, version - 1)).toMatchObject({
      version,
    })
    expect(await refreshes()).toBe(0)
  })

  test('is returned again, not replaced, in the 30 seconds after its refresh', async () => {
    const { version } = await credential()
    const { refresher } = createLinkingProcess(service)
    const second = await refresher.getFreshToken(id, version)

    expect(await refresher.getFreshToken(id, second.version)).toEqual({ ...second, renewableInMs: 30_000 })
    expect(await refreshes()).toBe(1)
    await advanceClocks(service, 30_000)
    expect(await refresher.getFreshToken(id, second.version)).toMatchObject({ version: second.version + 1 })
  })
})

describe('a cached connection', () => {
  test('needs no database call, and neither does its token', async () => {
    const { store } = service.app.service.linking
    let calls = 0
    const counting = Object.defineProperty({ ...store }, 'db', {
      get() {
        calls += 1
        return store.db
      },
    })
    const { connections } = createLinkingProcess(service, { store: counting })
    const use = async () => (await connections.connect(service.workspaceId, user, 'search')).token()
    // The service caches nothing until it has polled for changes at the present time.
    await pollTwice(service.app.changes)
    const first = await use()
    calls = 0
    for (let call = 0; call < 20; call++) expect(await use()).toEqual(first)
    expect(calls).toBe(0)

    service.clock.advance(4000)
    await use()
    expect(calls).toBeGreaterThan(0)
  })

  test('is replaced in every process within five seconds when its user links again', async () => {
    const here = service.app.service.connections
    const there = createLinkingProcess(service).connections
    const accountOf = async (connections: typeof here) =>
      (await connections.connect(service.workspaceId, user, 'search')).selection.accountId
    const before = await accountOf(here)
    expect(await accountOf(there)).toBe(before)

    await relinkUser(service, { userId: user, platform: 'SEARCH' }, 'yuki')

    const after = await accountOf(here)
    expect(after).not.toBe(before)
    service.clock.advance(4000)
    expect(await accountOf(there)).toBe(after)
  })

  test('is looked up again, not refused, when another process has replaced its credential', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { connections, linking } = createLinkingProcess(service)
    const accountOf = async () =>
      (await connections.connect(service.workspaceId, userId, 'pro')).selection.accountId
    const before = await accountOf()
    const old = await findUserCredential(service, userId, 'PROFESSIONAL')
    await relinkUser(service, { userId, platform: 'PROFESSIONAL' }, 'yuki')

    linking.cache.credentials.delete(old.id)
    expect(await accountOf()).not.toBe(before)
  })
})
