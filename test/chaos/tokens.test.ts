// The token of two processes expires for all callers at once. The sandbox's ledger shows the number of
// refreshes.

import { startSandbox } from '@adrail/sandbox'
import {
  advanceAll,
  type ClusterMember,
  hourMs,
  type Installation,
  type LinkedUser,
  linkUserThrough,
  startClusterMember,
  testDatabaseUrl,
  useProcesses,
  withStore,
} from '@adrail/server/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const onSqlite = testDatabaseUrl() === ''
const { newInstallation } = useProcesses('file')
vi.setConfig({ testTimeout: proofTimeoutMs })
const callsEach = 200

describe.skipIf(onSqlite)('two processes with an expired token', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let members: [ClusterMember, ClusterMember]
  let user: LinkedUser
  let place: Installation
  const join = () => startClusterMember(place)
  beforeAll(async () => {
    sandbox = await startSandbox({ clock: 'real', ledgerCapacity: 1_000_000 })
    place = { ...(await newInstallation()), environment: { SANDBOX_URL: sandbox.url } }
    members = await Promise.all([join(), join()])
    user = await linkUserThrough(members[0])
  })
  afterAll(async () => {
    await Promise.all(members.map((member) => member.stop('SIGKILL')))
    await sandbox.close()
  })

  // A process that joins later needs the same time as the others.
  let aheadMs = 0
  const passTwoHours = async () => {
    aheadMs += 2 * hourMs
    await advanceAll(sandbox, members, 2 * hourMs)
  }
  /** Expires the lease of the process that refreshes the token. */
  const endTokenLeases = () =>
    withStore(place, ({ db }) => db.updateTable('credentials').set({ lease_until: 0 }).execute())
  const refreshes = () =>
    sandbox.requests
      .list({ platform: 'search', call: 'oauth.token' })
      .filter(({ body }) => body.includes('grant_type=refresh_token')).length
  /** Returns the token versions that callers received, or their errors. */
  const connect = (member: ClusterMember, times: number) =>
    member.command<unknown[]>({ does: 'connect', workspaceId: user.workspaceId, userId: user.userId, times })
  const failuresAmong = (versions: readonly unknown[]) =>
    versions.filter((version) => typeof version !== 'number').length

  test.each([
    ['keeps refresh tokens', false, proofSize(4, 50)],
    ['replaces refresh tokens and revokes all tokens of one that is used twice', true, proofSize(4, 50)],
  ])('send one refresh for 400 calls in each round when the platform %s', async (_, rotation, roundCount) => {
    sandbox.state().switches.search.rotation = rotation
    const before = refreshes()
    const began = performance.now()
    let failed = 0
    for (let round = 1; round <= roundCount; round++) {
      await passTwoHours()
      const tokenVersions = (await Promise.all(members.map((member) => connect(member, callsEach)))).flat()
      failed += failuresAmong(tokenVersions)
      expect([...new Set(tokenVersions)]).toEqual([expect.any(Number)])
      expect(refreshes() - before).toBe(round)
    }
    expect(sandbox.requests.effects().filter(({ kind }) => kind === 'family_killed')).toEqual([])
    const calls = roundCount * members.length * callsEach
    const part = rotation ? 'rotating' : 'kept'
    reportProof(`T6 ${part}`, {
      rounds: roundCount,
      calls,
      refreshes: refreshes() - before,
      failed,
      seconds: secondsSince(began),
    })
  })

  test('refresh the token and serve all calls after a third process is killed during its refresh', async () => {
    sandbox.state().switches.search.rotation = false
    const roundCount = proofSize(1, 10)
    let [maxRefreshes, failed] = [0, 0]
    for (let round = 0; round < roundCount; round++) {
      const victim = await join()
      await victim.command({ does: 'advance', byMs: aheadMs })
      const before = refreshes()
      // The fault is injected before the clock advances, because maintenance may notice the expired token
      // first. Only the victim can notice at this point, because the clocks of the others advance afterwards.
      const stall = sandbox.faults.order({ platform: 'search', call: 'oauth.token', kind: 'stall' })
      await advanceAll(sandbox, [victim], 2 * hourMs)
      connect(victim, 1).catch(() => {})
      await expect.poll(() => stall.holding).toBe(1)
      await victim.stop('SIGKILL')
      for (const member of members) await member.command({ does: 'advance', byMs: 2 * hourMs })
      aheadMs += 2 * hourMs
      if (!isLong) await endTokenLeases()

      const tokenVersions = await connect(members[0], 50)
      failed += failuresAmong(tokenVersions)
      expect([...new Set(tokenVersions)]).toEqual([expect.any(Number)])
      maxRefreshes = Math.max(maxRefreshes, refreshes() - before)
      expect(maxRefreshes).toBeLessThanOrEqual(2)
    }
    reportProof('T6 killed', { kills: roundCount, mostRefreshesEach: maxRefreshes, failed })
  })
})
