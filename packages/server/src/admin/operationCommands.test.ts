// Operators list and resolve writes on the command line while the service runs.

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { useProcesses } from '../../testing/processes.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { createUnresolvedWrite } from '../../testing/unresolvedWrite.ts'
import { type ConnectionListQuery, listConnections } from '../linking/connectionList.ts'
import { type EntryListQuery, listNewestEntries } from '../store/entryLists.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const { admin: run } = useProcesses('file')
const admin = async (...args: string[]) => {
  const { dataDir, databaseUrl } = service
  const { stdout, stderr, exit } = await run({ dataDir, databaseUrl }, ...args)
  return { stdout, stderr, isDone: exit === 0 }
}
const campaignId = '120210000000000011'

interface Workspace {
  readonly id: string
  readonly apiKey: string
  readonly userId: string
}

afterEach(async () => {
  await sandbox.clearFaults()
  service.clock.advance(10 * 60_000)
})

async function workspace(): Promise<Workspace> {
  const { id, apiKey } = await service.newWorkspace()
  return { id, apiKey, userId: await newLinkedUser(service, { apiKey }) }
}

/** Runs a list command with --json. Returns the record of each line. */
async function listed(...args: string[]): Promise<Record<string, unknown>[]> {
  const { stdout, isDone } = await admin(...args, '--json')
  expect(isDone).toBe(true)
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** Returns the requests that could change something. The runner may send reads at any time. */
async function changes() {
  return (await sandbox.requests()).filter(({ method }) => method !== 'GET')
}

const video = { url: 'https://media.foxbakery.example/rye.mp4', name: 'Rye day' }

describe('a write that needs attention', () => {
  test('is resolved as done without a platform request, returns its outcome, unblocks its campaign and is audited', async () => {
    const { id, apiKey, userId } = await workspace()
    const budget = { userId, campaignId, amount: 33 }
    const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', budget, apiKey)
    await sandbox.clearRequests()

    const result = await admin('operations', 'settle', operationId, '--done', '--reason', 'It is there.')
    expect(result).toMatchObject({ isDone: true, stderr: '' })
    expect(result.stdout).toBe(`Recorded ${operationId} (social/edit_campaign) as done.\n`)

    expect(await changes()).toEqual([])
    const { results } = await service.call('operation/get_operation', { operationId }, { apiKey })
    expect(results).toMatchObject({
      state: 'SUCCEEDED',
      reason: '',
      steps: [{ state: 'DONE' }],
      outcome: {
        success: true,
        operationId,
        warnings: ['An operator confirmed that the write succeeded: It is there.'],
      },
    })
    // After the platform recovers, adrail accepts the next write to the campaign.
    await sandbox.clearFaults()
    service.clock.advance(10_000)
    expect((await service.call('social/edit_campaign', { ...budget, amount: 34 }, { apiKey })).status).toBe(
      200,
    )
    expect(await listed('audit', 'print', id, '--event', 'operation.settled')).toMatchObject([
      {
        actor: 'admin',
        operation_id: operationId,
        user_id: userId,
        after: { done: true, reason: 'It is there.' },
      },
    ])
  })

  test('is resolved as done only with the results of its operation', async () => {
    const place = await workspace()
    const body = { ...video, userId: place.userId }
    const operationId = await createUnresolvedWrite(service, 'social/upload_video', body, place.apiKey)
    const resolveDone = (...more: string[]) =>
      admin('operations', 'settle', operationId, '--done', '--reason', 'Seen.', ...more)
    const refused = await resolveDone()
    expect(refused).toMatchObject({ stdout: '', isDone: false })
    expect(refused.stderr).toContain('Nothing changed. Send an object with videoId as results.')

    expect(await resolveDone('--results', '{"videoId":"77001"}')).toMatchObject({ isDone: true, stderr: '' })
    const stored = await service.call('operation/get_operation', { operationId }, { apiKey: place.apiKey })
    expect(stored.results.outcome).toMatchObject({ success: true, videoId: '77001' })
  })

  test('is resolved as not done without a platform request, and its outcome is OPERATION_ABANDONED', async () => {
    const place = await workspace()
    const body = { ...video, userId: place.userId }
    const operationId = await createUnresolvedWrite(service, 'social/upload_video', body, place.apiKey)
    await sandbox.clearRequests()
    const result = await admin(
      'operations',
      'settle',
      operationId,
      '--not-done',
      '-r',
      'The account is empty.',
    )
    expect(result).toMatchObject({ isDone: true, stderr: '' })
    expect(await changes()).toEqual([])
    const stored = await service.call('operation/get_operation', { operationId }, { apiKey: place.apiKey })
    expect(stored.results).toMatchObject({
      state: 'FAILED',
      outcome: { code: 'OPERATION_ABANDONED', operationId },
    })
  })
})

test('the command spending limits, freezes and thaws spend, and the audit records admin as the actor', async () => {
  const { id, apiKey, userId } = await workspace()
  const spending = (command: string, ...more: string[]) => admin('spending', command, id, ...more)
  const edit = async (amount: number) =>
    (await service.call('social/edit_campaign', { userId, campaignId, amount }, { apiKey })).results
  const guard = { currencies: [{ currencyCode: 'EUR', maxCampaignPerDay: '175' }] }
  expect(await spending('limit', JSON.stringify(guard), '--user', userId)).toMatchObject({ isDone: true })
  expect(await edit(101)).toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
  expect((await spending('limit', '{"maxRaise":1}')).stderr).toBe(
    'guard.maxRaise is not a field of this request.\n',
  )
  await spending('freeze', '--platform', 'social', '--reason', 'Card was stolen')
  expect(await edit(60)).toMatchObject({
    code: 'SPEND_FROZEN',
    error: expect.stringMatching(/^A freeze by admin .*: Card was stolen\./),
  })
  const shown = JSON.parse((await spending('show')).stdout)
  expect(shown).toMatchObject({ freezes: [{ platform: 'social', frozenBy: 'admin' }] })
  await spending('thaw', '--platform', 'social')
  expect(await edit(60)).toMatchObject({ success: true })
  const audit = await service.call('workspace/list_audit', { actor: 'admin' }, { apiKey })
  expect(audit.results.entries.map(({ event, subject }) => `${event} ${subject}`)).toEqual([
    'workspace.settings_changed platform/social',
    'workspace.settings_changed platform/social',
    `workspace.settings_changed user/${userId}`,
  ])
})

describe('the admin commands', () => {
  let place: Workspace
  let other = ''
  const made: string[] = []
  beforeAll(async () => {
    place = await workspace()
    service.clock.advance(60_000)
    other = await newLinkedUser(service, { apiKey: place.apiKey })
    for (const [userId, amount] of [
      [place.userId, 40],
      [other, 41],
      [place.userId, 42],
    ] as const) {
      service.clock.advance(60 * 60_000)
      const body = { userId, campaignId, amount }
      const { results } = await service.call('social/edit_campaign', body, { apiKey: place.apiKey })
      made.unshift(String(results.operationId))
    }
  })

  test('list writes newest first, filter them by user, state and time, and continue after an ID', async () => {
    const list = ['operations', 'list', place.id]
    const first = await admin(...list, '--limit', '2', '--state', 'succeeded,needs_attention')
    expect(first.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['id', made[0], made[1], ''])
    expect(first.stdout).toMatch(/ +social\/edit_campaign +usr_\w+ +SUCCEEDED +\d{4}-\d\d-\d\d \d\d:\d\d/)
    expect(first.stderr).toBe(`There may be more entries. To continue, add --after ${made[1]}\n`)
    const remaining = await listed(...list, '--after', made[1] ?? '')
    expect(remaining).toMatchObject([{ id: made[2], operation: 'social/edit_campaign', state: 'SUCCEEDED' }])

    const ids = async (filter: Partial<EntryListQuery>) => {
      const any = { states: [], since: 0, until: Number.MAX_SAFE_INTEGER }
      return (await listNewestEntries(service.app.store.db, place.id, { ...any, ...filter }, 10)).map(
        ({ id }) => id,
      )
    }
    expect(await ids({})).toEqual(made)
    expect(await ids({ userId: other })).toEqual([made[1]])
    expect(await ids({ states: ['UNKNOWN', 'FAILED'] })).toEqual([])
    expect(await ids({ since: service.clock.now() - 90 * 60_000 })).toEqual(made.slice(0, 2))
    expect(await ids({ until: service.clock.now() - 90 * 60_000 })).toEqual(made.slice(2))
  })

  test('list connections newest first without tokens, and filter them by user, health and time', async () => {
    const list = ['connections', 'list', place.id]
    const { stdout } = await admin(...list, '--limit', '1')
    expect(stdout).toMatch(
      /^id +user +platform +health +made +ends +reason\ncon_\w+ +usr_\w+ +social +active +\d/,
    )
    expect(stdout).toContain(other)
    const before = new Date(service.clock.now() - 3 * 60 * 60_000 - 30_000).toISOString()
    const older = await listed(...list, '--health', 'active', '--until', before, '--user', place.userId)
    expect(older.map(({ userId }) => userId)).toEqual([place.userId])
    expect(Object.keys(older[0] ?? {})).toEqual([
      ...['id', 'userId', 'platform', 'health', 'reason', 'expiresAt', 'createdAt'],
    ])

    const users = async (wanted: Partial<ConnectionListQuery>) => {
      const any = { healths: [], since: 0, until: Number.MAX_SAFE_INTEGER }
      const found = await listConnections(service.app.store.db, place.id, { ...any, ...wanted }, 10)
      return found.map(({ user_id }) => user_id)
    }
    expect(await users({})).toEqual([other, place.userId])
    expect(await users({ healths: ['revoked', 'needs_reauth'] })).toEqual([])
    const [newest] = await listConnections(
      service.app.store.db,
      place.id,
      { healths: [], since: 0, until: Number.MAX_SAFE_INTEGER },
      1,
    )
    expect(await users(newest ? { after: newest } : {})).toEqual([place.userId])
  })

  test('print audit entries filtered by user, event and time', async () => {
    const now = new Date(service.clock.now() - 30 * 60_000).toISOString()
    const print = ['audit', 'print', place.id, '--event', 'campaign.budget_changed', '--user', place.userId]
    const printed = await listed(...print, '--until', now)
    expect(printed.map(({ operation_id }) => operation_id)).toEqual([made[2]])
    const later = await admin(...print, '--since', now)
    expect(later.stdout).toMatch(
      /^number +at +event +actor +user +operation +subject\n\d+ +\S+Z +campaign\.budget_changed/,
    )
    expect(later.stdout).toContain(String(made[0]))
    expect(later.stdout).not.toContain(String(made[2]))
  })
})
