// Tests the mirror of all campaigns of a workspace: the events that it emits, how often it polls the
// platforms, and when it deletes its rows.

import type { Platform, RequestBody } from '@adrail/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listEventDataSince, readEventCursor } from '../../testing/events.ts'
import { expectSuccess } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { advanceClocks, readUserHealth } from '../../testing/linking.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, testDatabaseUrl, useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'
import { dayMs, hourMs, minuteMs } from '../runtime/durations.ts'
import { MirrorReader } from './mirrorReader.ts'

// Each test starts its own service, because users of one account see each other's changes and the clock
// advances by weeks.
const service = useService({ environment: { MIRROR: 'on' } }, 'test')
const sandbox = createSandboxAdmin(service)
const databaseUrl = testDatabaseUrl()
const everywhere: readonly Platform[] = ['social', 'search', 'pro']
let userId: string
beforeEach(async () => {
  userId = await newUserOnAllPlatforms(service)
  await poll()
})

const poll = () => pollTwice(service.app.mirrorReader)

async function list(request: RequestBody<'campaign/list_campaigns'> = {}) {
  return expectSuccess('campaign/list_campaigns', await service.call('campaign/list_campaigns', request))
}

async function report(request: Partial<RequestBody<'report/get_report'>> = {}) {
  const body: RequestBody<'report/get_report'> = {
    userIds: [userId],
    level: 'CAMPAIGN',
    startDate: '2025-12-01',
    endDate: '2025-12-31',
    ...request,
  }
  return expectSuccess('report/get_report', await service.call('report/get_report', body))
}

/** Returns the number of requests that each platform receives while the work runs. */
async function countRequests(work: () => Promise<unknown>): Promise<number[]> {
  const doors = everywhere.map((platform) => createSandboxAdmin(service, platform))
  for (const door of doors) await door.clearRequests()
  await work()
  return await Promise.all(doors.map(async (door) => (await door.requests()).length))
}

describe('the mirror of all connected accounts', () => {
  test('lists the campaigns of each platform with their status, issues and budgets', async () => {
    const { campaigns } = await list({ userId })
    for (const [index, platform] of everywhere.entries()) {
      const operation = (['social/get_campaigns', 'search/get_campaigns', 'pro/get_campaigns'] as const)[
        index
      ]
      const own = await service.call(operation ?? 'social/get_campaigns', { userId })
      const seen = campaigns.filter((each) => each.platform === platform)
      expect(
        seen
          .map(({ campaignId, name, status, dailyBudget, currencyCode }) => ({
            id: campaignId,
            name,
            status,
            dailyBudget,
            currencyCode,
          }))
          .toSorted((a, b) => a.id.localeCompare(b.id)),
      ).toEqual(
        own.results.campaigns
          .map(({ id, name, status, dailyBudget, currencyCode }) => ({
            id,
            name,
            status,
            dailyBudget,
            currencyCode,
          }))
          .toSorted((a, b) => a.id.localeCompare(b.id)),
      )
    }
    expect(campaigns.find(({ effectiveStatus }) => effectiveStatus === 'WITH_ISSUES')?.issues).toEqual([
      expect.stringContaining('not approved'),
    ])
  })

  test('reports the same metrics as the platforms without sending requests to them', async () => {
    for (const level of ['ACCOUNT', 'CAMPAIGN'] as const)
      for (const granularity of ['TOTAL', 'DAY'] as const) {
        const whole = await report({ level, granularity })
        const requests = await countRequests(async () => {
          const cached = await report({ level, granularity, maxAgeSeconds: 3600 })
          const comparable = ({ rows, accounts, ...others }: typeof whole) => ({
            ...others,
            rows: rows
              .map(({ reach: _, status: __, ...row }) => row)
              .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
            accounts: accounts.map(({ totals: { reach: _, ...totals }, ...account }) => ({
              ...account,
              totals,
            })),
          })
          expect(cached.rows.length).toBeGreaterThan(2)
          expect(comparable(cached)).toEqual(comparable(whole))
        })
        expect(requests).toEqual([0, 0, 0])
      }
  })
})

describe('a campaign whose status changes', () => {
  const setStatus = (status: 'ACTIVE' | 'PAUSED') =>
    service.call('social/update_campaign_status', { userId, campaignId: springCampaignId, status })
  const changed = (to: string, from: string) => ({
    type: 'campaign.status_changed',
    userId,
    platform: 'social',
    accountId: '1001200300400',
    campaignId: springCampaignId,
    status: to,
    effectiveStatus: to,
    previousStatus: from,
    previousEffectiveStatus: from,
  })
  const statusEvents = async (before: string) =>
    (await listEventDataSince(service, before)).filter(({ type }) => type === 'campaign.status_changed')

  test('emits one campaign.status_changed event for each user of its account, and none for its first status', async () => {
    const before = await readEventCursor(service)
    const other = await newLinkedUser(service)
    await poll()
    expect(await statusEvents(before)).toEqual([])
    await setStatus('PAUSED')
    // The next round reads the account of the user who wrote. The mirror of the other user is read when it
    // is due.
    await poll()
    expect(await statusEvents(before)).toEqual([changed('PAUSED', 'ACTIVE')])
    await advanceClocks(service, 15 * minuteMs)
    await poll()
    expect(await statusEvents(before)).toEqual([
      changed('PAUSED', 'ACTIVE'),
      { ...changed('PAUSED', 'ACTIVE'), userId: other },
    ])
    await service.call('user/delete_user', { userId: other })
    await setStatus('ACTIVE')
    await poll()
    expect(await statusEvents(before)).toContainEqual(changed('ACTIVE', 'PAUSED'))
  })

  test('emits campaign.status_changed when it is deleted, and is then listed only with status DELETED', async () => {
    const user = await newLinkedUser(service, { platform: 'SEARCH' })
    await poll()
    const { campaigns } = await list({ userId: user })
    const [{ campaignId = '' } = {}] = campaigns.filter(({ status }) => status === 'PAUSED')
    const before = await readEventCursor(service)
    await service.call('search/update_campaign_status', { userId: user, campaignId, status: 'DELETED' })
    await poll()
    expect(await statusEvents(before)).toMatchObject([
      { campaignId, status: 'DELETED', previousStatus: 'PAUSED' },
    ])
    expect((await list({ userId: user })).campaigns).toHaveLength(campaigns.length - 1)
    expect(
      (await list({ userId: user, status: 'DELETED' })).campaigns.map((each) => each.campaignId),
    ).toContain(campaignId)
  })
})

describe('a mirrored account', () => {
  test('is polled by one of two processes, every 15 minutes for campaigns and every hour for metrics', async () => {
    const { linking, accounts } = service.app.service
    const secondReader = new MirrorReader({ linking, accounts, isEnabled: true, getUsedQuotaShare: () => 0 })
    const after = (durationMs: number) =>
      countRequests(async () => {
        await advanceClocks(service, durationMs)
        await Promise.all([poll(), secondReader.poll()])
      })
    // Campaigns need one request per platform. The other requests read metrics, tokens and names.
    expect(await after(hourMs)).toEqual([5, 6, 4])
    expect(await after(14 * minuteMs)).toEqual([0, 0, 0])
    expect(await after(minuteMs)).toEqual([1, 1, 1])
    await secondReader.stop()
  })

  test('without running campaigns is polled every six hours, and directly after a write', async () => {
    const idle = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'yuki' })
    await poll()
    const [{ campaignId = '' } = {}, ...others] = (await list({ userId: idle, status: 'ACTIVE' })).campaigns
    expect(others).toEqual([])
    const seenAt = async () => (await list({ userId: idle })).campaigns[0]?.asOf
    const now = () => new Date(service.clock.now()).toISOString()
    await service.call('pro/update_campaign_status', { userId: idle, campaignId, status: 'PAUSED' })
    await poll()
    const paused = now()
    await advanceClocks(service, 6 * hourMs - minuteMs)
    await poll()
    expect(await seenAt()).toBe(paused)
    await advanceClocks(service, minuteMs)
    await poll()
    expect(await seenAt()).toBe(now())
    await advanceClocks(service, minuteMs)
    await service.call('pro/update_campaign_status', { userId: idle, campaignId, status: 'ACTIVE' })
    await poll()
    expect(await seenAt()).toBe(now())
  })

  test('is not polled while more than half of the daily quota of Google Ads is used', async () => {
    const environment = { MIRROR: 'on', SEARCH_OPERATIONS_PER_DAY: '40' }
    const own = await startTestService({ databaseUrl, environment })
    onTestFinished(() => own.stop())
    // Linking six users uses more than half of the quota.
    for (let user = 0; user < 6; user++) await newLinkedUser(own, { platform: 'SEARCH' })
    const seen = async () => {
      await pollTwice(own.app.mirrorReader)
      const { results } = await own.call('campaign/list_campaigns', {})
      return new Set(results.campaigns.map((campaign) => campaign.userId)).size
    }
    expect(await seen()).toBe(0)
    await advanceClocks(own, 2 * dayMs)
    expect(await seen()).toBe(6)
  })

  test('keeps its campaigns and their asOf time when a poll fails, and is polled again later', async () => {
    const { campaigns } = await list({ userId, platform: 'pro' })
    await sandbox.injectFault({
      platform: 'pro',
      call: 'adCampaignGroups.search',
      kind: 'status',
      status: 500,
      times: 9,
    })
    await advanceClocks(service, 15 * minuteMs)
    await poll()
    expect((await list({ userId, platform: 'pro' })).campaigns).toEqual(campaigns)
    expect(await mirrorsOf(userId)).toContainEqual(
      expect.objectContaining({ platform: 'pro', problem: 'UPSTREAM_ERROR' }),
    )
    await sandbox.clearFaults()
    await advanceClocks(service, 15 * minuteMs)
    await poll()
    const [{ asOf = '' } = {}] = (await list({ userId, platform: 'pro' })).campaigns
    expect(asOf).toBe(new Date(service.clock.now()).toISOString())
  })

  test.each([
    ['SOCIAL_A', 'social'],
    ['SEARCH', 'search'],
    ['PROFESSIONAL', 'pro'],
  ] as const)(
    'is reported as broken within 100 seconds when a new consent to %s is revoked, without any call by a user',
    async (platform, name) => {
      const ben = await newLinkedUser(service, { platform, person: 'ben' })
      await sandbox.simulate('revoke', { person: 'ben', platform: name })
      const isBroken = async () => !/^(active|degraded)/.test(await readUserHealth(service, ben))
      for (let seconds = 0; seconds < 100 && !(await isBroken()); seconds += 5) {
        await sandbox.advance(5000)
        service.clock.advance(5000)
        await poll()
      }
      expect(await isBroken()).toBe(true)
    },
  )

  test('is no longer listed when its connection is replaced or removed, and its rows are deleted', async () => {
    const user = await newLinkedUser(service)
    await poll()
    expect((await list({ userId: user })).campaigns.length).toBeGreaterThan(0)
    await linkExistingUser(service, user, { person: 'ben' })
    expect((await list({ userId: user })).campaigns).toEqual([])
    await poll()
    const accounts = new Set((await list({ userId: user })).campaigns.map(({ accountId }) => accountId))
    expect([...accounts]).not.toContain('1001200300400')
    await service.call('auth/remove_link', { userId: user, platform: 'SOCIAL_A' })
    expect((await list({ userId: user })).campaigns).toEqual([])
    await poll()
    expect(await mirrorsOf(user)).toEqual([])
    const { db } = service.app.store
    const mirrors = await db.selectFrom('mirrors').select('id').execute()
    for (const table of ['mirror_campaigns', 'mirror_days'] as const) {
      const remaining = await db.selectFrom(table).select('mirror_id').distinct().execute()
      expect(mirrors.map(({ id }) => id)).toEqual(
        expect.arrayContaining(remaining.map(({ mirror_id }) => mirror_id)),
      )
    }
  })
})

describe('mirrored metrics', () => {
  test('equal the current metrics of the platforms, cover 90 days, and otherwise are read from the platforms', async () => {
    await advanceClocks(service, 40 * dayMs)
    await poll()
    const day = (ago: number) => new Date(service.clock.now() - ago * dayMs).toISOString().slice(0, 10)
    const period = { startDate: day(80), endDate: day(1), level: 'CAMPAIGN', granularity: 'DAY' } as const
    const figures = ({ rows }: Awaited<ReturnType<typeof report>>) =>
      rows
        .map(({ platform, date, campaignId, spend, conversions }) => [
          platform,
          date,
          campaignId,
          spend,
          conversions,
        ])
        .toSorted((a, b) => a.join().localeCompare(b.join()))
    const request = { ...period, maxAgeSeconds: 60 }
    expect(figures(await report(request))).toEqual(figures(await report(period)))
    const { db } = service.app.store
    const days = await db.selectFrom('mirror_days').select('day').distinct().orderBy('day').execute()
    expect(days.length).toBeLessThanOrEqual(91)
    // Earlier days, other levels and data that is too old each cause requests to the platforms.
    const none = [0, 0, 0]
    expect(await countRequests(() => report(request))).toEqual(none)
    expect(await countRequests(() => report({ ...request, startDate: day(95) }))).not.toEqual(none)
    expect(await countRequests(() => report({ ...request, level: 'AD_GROUP' }))).not.toEqual(none)
    await advanceClocks(service, 2 * minuteMs)
    expect(await countRequests(() => report(request))).not.toEqual(none)
  })

  test('keep the asOf, provisional and dataThrough values of the time at which they were read', async () => {
    const day = (ago: number) => new Date(service.clock.now() - ago * dayMs).toISOString().slice(0, 10)
    const period = { startDate: day(40), endDate: day(0), level: 'ACCOUNT', granularity: 'DAY' } as const
    const fresh = await report(period)
    await advanceClocks(service, 3 * dayMs)
    const cached = await report({ ...period, maxAgeSeconds: 7 * 86_400 })
    const final = ({ rows }: typeof fresh) =>
      rows.map(({ platform, date, asOf, provisional }) => ({ platform, date, asOf, provisional }))
    const through = ({ accounts }: typeof fresh) =>
      accounts.map(({ platform, asOf, dataThrough }) => ({ platform, asOf, dataThrough }))
    expect(new Set(final(fresh).map(({ provisional }) => provisional)).size).toBe(2)
    expect(through(cached)).toEqual(through(fresh))
    expect(final(cached)).toEqual(final(fresh))
  })
})

const mirrorsOf = (user: string) =>
  service.app.store.db.selectFrom('mirrors').selectAll().where('user_id', '=', user).execute()
