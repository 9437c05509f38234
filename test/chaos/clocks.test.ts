// Processes work while their clocks are wrong by ten minutes either way and jump by an hour.

import {
  advanceAll,
  type ClusterMember,
  hourMs,
  leadForm,
  linkUserThrough,
  listEffects,
  noLimits,
  post,
  startClusterMember,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  withStore,
} from '@adrail/server/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const tenMinutes = 600_000
const copies = 10

test.skipIf(testDatabaseUrl() === '')(
  'processes whose clocks are wrong and jump execute each key once, refresh each token once, and still replay keys',
  async () => {
    const sandbox = await startTestSandbox({ clock: 'real', ledgerCapacity: 1_000_000 })
    const place = { ...(await newInstallation()), environment: { ...noLimits, SANDBOX_URL: sandbox.url } }
    const members = await Promise.all([startClusterMember(place), startClusterMember(place)])
    onTestFinished(async () => void (await Promise.all(members.map((member) => member.stop('SIGKILL')))))
    const [behind, ahead] = members
    await behind.command({ does: 'jump', byMs: -tenMinutes })
    await ahead.command({ does: 'jump', byMs: tenMinutes })
    const { workspaceId, userId, apiKey } = await linkUserThrough(behind)

    const create = async ({ url }: ClusterMember, key: string) => {
      const body = { userId, ...leadForm, name: `Form ${key}` }
      const response = await post(`${url}/search/create_lead_form`, apiKey, body, { 'idempotency-key': key })
      return { ...response, replayed: response.headers.get('idempotency-replayed') === 'true' }
    }
    const refreshes = () =>
      sandbox.requests
        .list({ platform: 'search', call: 'oauth.token' })
        .filter(({ body }) => body.includes('grant_type=refresh_token')).length
    const made = () => listEffects(sandbox, 'asset.create').length

    const began = performance.now()
    const roundCount = proofSize(4, 40)
    const jumps = [hourMs, -hourMs, -hourMs, hourMs]
    const keys: string[] = []
    for (let round = 0; round < roundCount; round++) {
      const jumping = members[round % 2] ?? behind
      const key = `clock-${round}`
      keys.push(key)
      const pendingResponses = Array.from({ length: copies }, (_, copy) =>
        create(members[copy % 2] ?? ahead, key),
      )
      await jumping.command({ does: 'jump', byMs: jumps[round % jumps.length] ?? 0 })
      const statuses = new Set((await Promise.all(pendingResponses)).map(({ status }) => status))
      expect([200, 409]).toEqual(expect.arrayContaining([...statuses]))
      expect(made()).toBe(round + 1)

      const before = refreshes()
      await advanceAll(sandbox, members, 2 * hourMs)
      const versions = await Promise.all(
        members.map((member) =>
          member.command<unknown[]>({ does: 'connect', workspaceId, userId, times: 50 }),
        ),
      )
      expect([...new Set(versions.flat())]).toEqual([expect.any(Number)])
      expect(refreshes() - before).toBe(1)
    }
    // Keys are retained for at least a day by any of the clocks. Later rounds exceed a day, so the test
    // checks only the last ten keys.
    for (const key of keys.slice(-10))
      for (const member of members)
        expect(await create(member, key)).toMatchObject({ status: 200, replayed: true })
    expect(made()).toBe(roundCount)
    const stuck = await withStore(place, ({ db }) =>
      db.selectFrom('operations').select('id').where('state', 'not in', ['SUCCEEDED', 'FAILED']).execute(),
    )
    expect(stuck).toEqual([])
    const counts = { jumps: roundCount, requests: roundCount * copies, made: made(), refreshes: refreshes() }
    reportProof('T21', { ...counts, stuck: stuck.length, seconds: secondsSince(began) })
  },
)
