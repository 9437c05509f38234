import type { State } from '@adrail/sandbox'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { newUserOnAllPlatforms } from '../../../testing/reports.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandboxes = {
  social: createSandboxAdmin(service, 'social'),
  search: createSandboxAdmin(service, 'search'),
  pro: createSandboxAdmin(service, 'pro'),
}
const all = ['social', 'search', 'pro'] as const
type Platform = (typeof all)[number]
let userId: string

beforeAll(async () => {
  userId = await newUserOnAllPlatforms(service)
})
beforeEach(async () => {
  for (const platform of all) await sandboxes[platform].clearFaults()
  await set({ approval: {}, guard: {}, freeze: { frozen: false } })
  for (const platform of all)
    for (const id of [...(await idsOf(platform, 'PAUSED')), ...(await idsOf(platform, 'ACTIVE'))].slice(0, 2))
      await setStatus(platform, id, 'ACTIVE')
})

type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
const set = async (settings: Settings) =>
  expectSuccess('workspace/update_settings', await service.call('workspace/update_settings', settings))

async function idsOf(platform: Platform, status: 'ACTIVE' | 'PAUSED'): Promise<string[]> {
  const { results } = await service.call(`${platform}/get_campaigns`, { userId, status })
  return results.campaigns.map(({ id }) => id)
}

/** Returns the ids of the active campaigns of each platform. */
async function active(): Promise<Record<Platform, string[]>> {
  const [social, search, pro] = await Promise.all(all.map((platform) => idsOf(platform, 'ACTIVE')))
  return { social: social ?? [], search: search ?? [], pro: pro ?? [] }
}

async function setStatus(platform: Platform, campaignId: string, status: 'ACTIVE' | 'PAUSED') {
  const response = await service.call(`${platform}/update_campaign_status`, { userId, campaignId, status })
  return expectSuccess(`${platform}/update_campaign_status`, response)
}

type PauseBody = Parameters<typeof service.call<'campaign/pause_campaigns'>>[1]
const pause = async (body: PauseBody = {}, key?: string) =>
  await service.call('campaign/pause_campaigns', body, {
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const pauseAll = async (body: PauseBody = {}, key?: string) =>
  expectSuccess('campaign/pause_campaigns', await pause(body, key))
const undo = async (operationId: string) => await service.call('operation/undo_operation', { operationId })
const undone = async (operationId: string) =>
  expectSuccess('operation/undo_operation', await undo(operationId))
const show = async (operationId: string) =>
  expectSuccess('operation/get_operation', await service.call('operation/get_operation', { operationId }))

/** Returns how often adrail has set the status of a campaign at the platforms. */
async function sets(): Promise<number> {
  const effects = await Promise.all(all.map((platform) => sandboxes[platform].effects()))
  return effects.flat().length
}

describe('campaign/pause_campaigns', () => {
  test('pauses every active campaign on all platforms and returns the number of paused campaigns per account [R4.add.campaign-pause_campaigns] [R4.add.campaign-pause_campaigns.results]', async () => {
    const before = await active()
    const count = all.flatMap((platform) => before[platform]).length
    expect(count).toBeGreaterThanOrEqual(6)
    const { state, isComplete, progress, accounts, failures, operationId } = await pauseAll()
    expect({ state, isComplete, failures }).toEqual({ state: 'SUCCEEDED', isComplete: true, failures: [] })
    expect(progress).toEqual({
      total: count,
      changed: count,
      unchanged: 0,
      failed: 0,
      open: 0,
      accountsOpen: 0,
    })
    expect(accounts.map(({ platform, changed }) => [platform, changed])).toEqual(
      ['pro', 'search', 'social'].map((platform) => [platform, before[platform as Platform].length]),
    )
    expect(await active()).toEqual({ social: [], search: [], pro: [] })
    expect(await show(operationId)).toMatchObject({ state: 'SUCCEEDED', progress })
  })

  test('returns a plan and changes nothing in a dry run, and accepts the hash of the plan until the plan changes', async () => {
    const before = await active()
    const { results } = await pause({ dryRun: true })
    const plan = results as unknown as {
      planHash: string
      accounts: { platform: Platform; campaigns: number }[]
      plan: { says: string }[]
    }
    expect(plan.accounts.map(({ platform, campaigns }) => [platform, campaigns])).toEqual(
      expect.arrayContaining(all.map((platform) => [platform, before[platform].length])),
    )
    expect(plan.plan.map(({ says }) => says).join()).toMatch(/Pause \d+ campaigns of user .*: "/)
    expect(await active()).toEqual(before)
    expect((await pauseAll({ planHash: plan.planHash })).isComplete).toBe(true)
    await setStatus('social', before.social[0] ?? '', 'ACTIVE')
    expectRefusal(await pause({ planHash: plan.planHash }), 'PLAN_CHANGED')
  })

  test('plans the pause of every active campaign of an ad account with thousands of campaigns', async () => {
    const many = 5001
    const { callAdmin } = sandboxes.social
    const before = await active()
    // A snapshot contains the state that the sandbox exports.
    const world = (await callAdmin('GET', 'snapshot')) as { state: State }
    const grown = structuredClone(world)
    const { campaigns } = grown.state.social
    const like = campaigns[before.social[0] ?? '']
    if (!like) throw new Error('No campaign is active.')
    for (let number = 0; number < many; number++) {
      const id = `12099000000${String(number).padStart(7, '0')}`
      campaigns[id] = { ...like, id }
    }
    await callAdmin('PUT', 'snapshot', grown)

    const { results } = await pause({ platforms: ['social'], dryRun: true })

    await callAdmin('PUT', 'snapshot', world)
    const { accounts } = results as unknown as { accounts: { campaigns: number }[] }
    expect(accounts.map(({ campaigns }) => campaigns)).toEqual([before.social.length + many])
  })

  test('pauses only campaigns of the users and platforms that the request names', async () => {
    const before = await active()
    const other = await newLinkedUser(service, { person: 'ben' })
    expect((await pauseAll({ userIds: [other] })).accounts.map(({ userId }) => userId)).not.toContain(userId)
    expect(await active()).toEqual(before)
    await pauseAll({ userIds: [userId], platforms: ['search'] })
    expect(await active()).toEqual({ ...before, search: [] })
    expectRefusal(await pause({ userIds: [userId, 'usr_nobody'] }), 'USER_NOT_FOUND', { field: 'userIds[1]' })
  })

  test('pauses a campaign once when two users share its ad account', async () => {
    const { social } = await active()
    const other = await newLinkedUser(service)
    const before = await sets()
    const { progress } = await pauseAll({ userIds: [userId, other], platforms: ['social'] })
    expect(progress).toMatchObject({ total: social.length, changed: social.length, unchanged: 0 })
    expect((await sets()) - before).toBe(social.length)
  })

  test('returns the first response again under the same Idempotency-Key', async () => {
    const first = await pauseAll({}, 'stop-all')
    await setStatus('search', (await idsOf('search', 'PAUSED'))[0] ?? '', 'ACTIVE')
    const second = await pause({}, 'stop-all')
    expect(second.results).toEqual(first)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await idsOf('search', 'ACTIVE')).toHaveLength(1)
    expectRefusal(await pause({ platforms: ['pro'] }, 'stop-all'), 'IDEMPOTENCY_KEY_REUSED')
  })

  test('pauses campaigns without approval, also while spend increases are blocked', async () => {
    await set({
      approval: { kinds: ['CREATE', 'ENABLE', 'RAISE'] },
      freeze: { frozen: true, reason: 'Audit' },
    })
    expect((await pauseAll()).isComplete).toBe(true)
    expect(await active()).toEqual({ social: [], search: [], pro: [] })
  })

  test('pauses the other campaigns where one platform fails, reports the campaigns that still run, and pauses them later', async () => {
    const before = await active()
    await sandboxes.search.injectFault({ kind: 'status', status: 503, call: 'googleAds:mutate', times: 1000 })
    const { state, isComplete, progress, failures, operationId } = await pauseAll()
    expect({ state, isComplete }).toEqual({ state: 'EXECUTING', isComplete: false })
    expect(progress).toMatchObject({ open: before.search.length, failed: 0 })
    expect(new Set(failures.map(({ platform, isFinal }) => `${platform} ${isFinal}`))).toEqual(
      new Set(['search false']),
    )
    expect(await active()).toEqual({ social: [], search: before.search, pro: [] })
    await sandboxes.search.clearFaults()
    await expect
      .poll(
        async () => {
          service.clock.advance(5000)
          return (await show(operationId)).state
        },
        { timeout: 20_000 },
      )
      .toBe('SUCCEEDED')
    expect((await active()).search).toEqual([])
    expect((await show(operationId)).outcome).toMatchObject({ isComplete: true })
  })

  test('reports an ad account that cannot be listed at first, and pauses its campaigns later', async () => {
    await sandboxes.search.injectFault({ kind: 'status', status: 503, call: 'googleAds:search', times: 1000 })
    const { state, isComplete, progress, failures, operationId } = await pauseAll()
    expect({ state, isComplete }).toEqual({ state: 'EXECUTING', isComplete: false })
    expect(progress).toMatchObject({ accountsOpen: 1, failed: 0 })
    expect(failures.map(({ platform, campaignId, isFinal }) => [platform, campaignId, isFinal])).toEqual([
      ['search', '', false],
    ])
    expect([await idsOf('social', 'ACTIVE'), await idsOf('pro', 'ACTIVE')]).toEqual([[], []])
    await sandboxes.search.clearFaults()
    await expect
      .poll(
        async () => {
          service.clock.advance(5000)
          return (await show(operationId)).state
        },
        { timeout: 20_000 },
      )
      .toBe('SUCCEEDED')
    expect(await idsOf('search', 'ACTIVE')).toEqual([])
  })

  test('pauses each campaign once although responses of the platform are lost', async () => {
    const { social } = await active()
    const before = await sandboxes.social.effects()
    await sandboxes.social.injectFault({
      kind: 'reset',
      when: 'after',
      call: 'campaign.update',
      times: social.length,
    })
    const { operationId } = await pauseAll({ platforms: ['social'] })
    await expect
      .poll(
        async () => {
          service.clock.advance(5000)
          return (await show(operationId)).state
        },
        { timeout: 20_000 },
      )
      .toBe('SUCCEEDED')
    expect((await show(operationId)).progress).toMatchObject({ changed: social.length, unchanged: 0 })
    expect((await active()).social).toEqual([])
    expect((await sandboxes.social.effects()).length - before.length).toBe(social.length)
  })
})

testOperationCosts('campaign/pause_campaigns', { store: 250, upstream: 31 }, async (service) => ({
  userIds: [await newLinkedUser(service)],
  platforms: ['social'],
}))

describe('the undo of campaign/pause_campaigns', () => {
  test('resumes exactly the campaigns that the write paused, and is refused the second time', async () => {
    const pausedId = (await active()).social[0] ?? ''
    await setStatus('social', pausedId, 'PAUSED')
    const before = await active()
    const { operationId } = await pauseAll()
    const { undone: undoneId, progress } = await undone(operationId)
    expect(undoneId).toBe(operationId)
    expect(progress).toMatchObject({ failed: 0, open: 0 })
    expect(await active()).toEqual(before)
    expectRefusal(await undo(operationId), 'UNDO_REFUSED')
  })

  test('leaves a campaign paused that someone else paused before the write reached it', async () => {
    const before = await active()
    const [first = ''] = before.social
    const fault = await sandboxes.social.injectFault({ kind: 'stall', call: 'campaign.update', times: 1 })
    const byOthers = setStatus('social', first, 'PAUSED')
    await expect.poll(() => sandboxes.social.listUnusedFaults()).toEqual([])
    const { state, operationId } = await pauseAll({ platforms: ['social'] })
    expect(state).toBe('EXECUTING')
    await sandboxes.social.release(fault)
    await byOthers
    await expect
      .poll(
        async () => {
          service.clock.advance(5000)
          return (await show(operationId)).state
        },
        { timeout: 20_000 },
      )
      .toBe('SUCCEEDED')
    expect((await show(operationId)).progress).toMatchObject({
      changed: before.social.length - 1,
      unchanged: 1,
    })
    expect((await undone(operationId)).isComplete).toBe(true)
    expect((await active()).social).toEqual(before.social.filter((id) => id !== first))
  })

  test('leaves a campaign paused that someone resumed and paused again since', async () => {
    const before = await active()
    const [first = ''] = before.search
    const { operationId } = await pauseAll({ platforms: ['search'] })
    service.clock.advance(1000)
    await setStatus('search', first, 'ACTIVE')
    await setStatus('search', first, 'PAUSED')
    const { isComplete, failures = [] } = await undone(operationId)
    expect(isComplete).toBe(false)
    expect(failures.map(({ campaignId, code }) => [campaignId, code])).toEqual([[first, 'UNDO_REFUSED']])
    expect((await active()).search).toEqual(before.search.filter((id) => id !== first))
  })

  test('is refused while spend increases are blocked, obeys spend limits, and needs approval where rules require it', async () => {
    const before = await active()
    const { operationId } = await pauseAll({ platforms: ['pro'] })
    await set({ freeze: { frozen: true } })
    expectRefusal(await undo(operationId), 'SPEND_FROZEN')
    // A currency without a limit is refused while another one has a limit.
    await set({
      freeze: { frozen: false },
      guard: { currencies: [{ currencyCode: 'JPY', maxCampaignPerDay: '1' }] },
    })
    const { failures: overLimit = [] } = await undone(operationId)
    expect(overLimit.map(({ code }) => code)).toEqual(before.pro.map(() => 'SPEND_LIMIT_EXCEEDED'))
    await set({ guard: {}, approval: { kinds: ['ENABLE'] } })
    const { failures = [] } = await undone(operationId)
    expect(failures.map(({ code }) => code)).toEqual(before.pro.map(() => 'APPROVAL_REQUIRED'))
    expect((await active()).pro).toEqual([])
    await set({ approval: {} })
    await undone(operationId)
    expect(await active()).toEqual(before)
  })
})
