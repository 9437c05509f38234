import type { RequestBody } from '@adrail/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { newUserOnAllPlatforms } from '../../../testing/reports.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newUserOnAllPlatforms(service)
})

const december = { startDate: '2025-12-01', endDate: '2025-12-31' }
type ReportBody = Partial<RequestBody<'report/get_report'>>

async function report(overrides: ReportBody = {}) {
  const usual: RequestBody<'report/get_report'> = { userIds: [userId], level: 'CAMPAIGN', ...december }
  const body = { ...usual, ...overrides }
  return expectSuccess('report/get_report', await service.call('report/get_report', body))
}

const cents = (text: string) => Math.round(Number(text) * 100)

type Row = Awaited<ReturnType<typeof report>>['rows'][number]

function added(rows: readonly Row[]) {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    spend: sum(({ spend }) => cents(spend)),
    conversions: sum(({ conversions }) => cents(conversions)),
    conversionsValue: sum(({ conversionsValue }) => cents(conversionsValue)),
    leads: sum(({ leads }) => cents(leads)),
    videoViews: sum(({ videoViews = 0 }) => videoViews),
  }
}

describe('report/get_report', () => {
  test('returns rows of every linked platform, each with its currency, attribution and time of the figures [R4.add.report-get_report] [R4.add.report-get_report.results]', async () => {
    const { rows, accounts, errors, skipped, warnings } = await report()
    expect(
      accounts.map(({ platform, currencyCode, timeZone }) => [platform, currencyCode, timeZone]),
    ).toEqual([
      ['social', 'EUR', 'Europe/Berlin'],
      ['search', 'USD', 'America/New_York'],
      ['pro', 'USD', 'UTC'],
    ])
    expect([errors, skipped]).toEqual([[], []])
    expect(new Set(rows.map(({ platform }) => platform)).size).toBe(3)
    for (const row of rows) {
      expect(row).toMatchObject({
        userId,
        level: 'CAMPAIGN',
        ...december,
        campaignId: expect.stringMatching(/^\d+$/),
        campaignName: expect.stringMatching(/./),
        spend: expect.stringMatching(/^\d+\.\d\d+$/),
        currencyCode: expect.stringMatching(/^[A-Z]{3}$/),
        attribution: expect.stringMatching(/^(META|GOOGLE|LINKEDIN):/),
        provisional: true,
        asOf: new Date(service.clock.now()).toISOString(),
      })
      // Google Ads reports no reach, so the field is absent instead of 0.
      expect('reach' in row).toBe(row.platform !== 'search')
    }
    expect(warnings?.map((text) => text.split(':')[0])).toEqual(['MIXED_CURRENCIES', 'MIXED_TIME_ZONES'])
  })

  test('warns about the days of an account that its platform no longer keeps', async () => {
    const period = { startDate: '2022-12-14', endDate: '2025-12-31' }
    const { rows, accounts, errors, warnings } = await report({ platforms: ['search'], ...period })
    expect([errors, accounts.length]).toEqual([[], 1])
    expect(rows.length).toBeGreaterThan(0)
    expect(warnings).toEqual([
      `DAYS_MISSING: search account ${accounts[0]?.accountId}: The platform keeps metrics for 37 months. Days before 2022-12-15 are missing.`,
    ])
  })

  test('waits for a platform that needs more than ten seconds to respond', async () => {
    // Each of the two queries stalls twice, so that a retry stalls, too.
    const slow = {
      platform: 'search',
      call: 'googleAds:search',
      kind: 'stall',
      milliseconds: 10_500,
      times: 4,
    }
    await sandbox.injectFault(slow)
    onTestFinished(() => sandbox.clearFaults())
    const { rows, errors } = await report({ level: 'ACCOUNT', platforms: ['search'] })
    expect([errors, rows.length]).toEqual([[], 1])
  })

  test('returns days and parts that add up to the account totals on every platform, and rates of the totals', async () => {
    const [whole, byDay, groups, ads] = [
      await report({ level: 'ACCOUNT' }),
      await report({ level: 'CAMPAIGN', granularity: 'DAY' }),
      await report({ level: 'AD_GROUP' }),
      await report({ level: 'AD' }),
    ]
    for (const platform of ['social', 'search', 'pro'] as const) {
      const own = whole.accounts.find((account) => account.platform === platform)
      const [account] = whole.rows.filter((row) => row.platform === platform)
      expect(account?.spend).toBe(own?.totals.spend)
      for (const { rows, accounts } of [byDay, groups, ads]) {
        const parts = rows.filter((row) => row.platform === platform)
        expect(parts.length).toBeGreaterThan(1)
        expect(parts.reduce((sum, { spend }) => sum + cents(spend), 0)).toBe(cents(own?.totals.spend ?? ''))
        expect(parts.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(own?.totals.clicks)
        expect(parts.reduce((sum, row) => sum + Number(row.leads), 0)).toBe(Number(own?.totals.leads))
        expect(accounts.find((each) => each.platform === platform)?.unattributed).toBeUndefined()
        for (const { leads, conversions } of parts)
          expect(Number(leads)).toBeLessThanOrEqual(Number(conversions))
      }
      const { impressions = 1, clicks = 1, spend = '', cpm, ctr } = account ?? {}
      expect(cpm).toBe(((Number(spend) * 1000) / impressions).toFixed(4))
      expect(ctr).toBe(((clicks * 100) / impressions).toFixed(4))
    }
    // Each row covers one day, which is both its start date and its end date.
    for (const { date, startDate, endDate } of byDay.rows) expect([startDate, endDate]).toEqual([date, date])
  })

  test('sends 3 requests to Meta, 4 to Google Ads and 5 to LinkedIn for a report by ad', async () => {
    await sandbox.clearRequests()
    await report({ level: 'AD' })
    const calls = await Promise.all(
      (['social', 'search', 'pro'] as const).map(async (platform) =>
        (await createSandboxAdmin(service, platform).requests()).map(({ call }) => call).toSorted(),
      ),
    )
    expect(calls).toEqual([
      ['batch', 'insights.list', 'insights.list'],
      Array(4).fill('googleAds:search'),
      [
        'adAnalytics.analytics',
        'adAnalytics.statistics',
        'adCampaignGroups.search',
        'adCampaigns.search',
        'creatives.criteria',
      ],
    ])
  })

  test('returns keywords of Google Ads, and reports the platforms without keywords as skipped', async () => {
    const { rows, skipped } = await report({ level: 'KEYWORD' })
    expect(skipped.map(({ platform }) => platform)).toEqual(['social', 'pro'])
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows)
      expect(row).toMatchObject({
        platform: 'search',
        keywordText: expect.stringMatching(/./),
        adGroupId: expect.any(String),
      })
  })

  test('returns only the requested campaigns, with account totals that are their sum', async () => {
    const campaignIds = ['120210000000000011']
    const { rows, accounts } = await report({ platforms: ['social'], level: 'AD_GROUP', campaignIds })
    expect(new Set(rows.map(({ campaignId }) => campaignId))).toEqual(new Set(campaignIds))
    expect(accounts[0]?.unattributed).toBeUndefined()
    expect(cents(accounts[0]?.totals.spend ?? '')).toBe(
      rows.reduce((sum, { spend }) => sum + cents(spend), 0),
    )
  })

  test.each(['social', 'search', 'pro'] as const)(
    'returns rows by account and by campaign that add up to the requested campaigns on %s',
    async (platform) => {
      const asking = { platforms: [platform], granularity: 'DAY' } satisfies ReportBody
      const everything = await report(asking)
      const campaignIds = [...new Set(everything.rows.map(({ campaignId = '' }) => campaignId))].slice(0, 2)
      expect(campaignIds).toHaveLength(2)
      const some = everything.rows.filter(({ campaignId = '' }) => campaignIds.includes(campaignId))
      const days = [...new Set(some.map(({ date }) => date))].toSorted()
      expect(some.length).toBeGreaterThan(days.length)
      for (const level of ['ACCOUNT', 'CAMPAIGN'] as const) {
        const byDay = await report({ ...asking, level, campaignIds })
        const whole = await report({ ...asking, level, campaignIds, granularity: 'TOTAL' })
        expect([byDay.errors, whole.errors]).toEqual([[], []])
        expect([byDay.rows.length, whole.rows.length]).toEqual(
          level === 'ACCOUNT' ? [days.length, 1] : [some.length, 2],
        )
        for (const date of days) {
          const ofDay = byDay.rows.filter((row) => row.date === date)
          expect(added(ofDay)).toEqual(added(some.filter((row) => row.date === date)))
        }
        for (const { rows, accounts } of [byDay, whole]) {
          expect(added(rows)).toEqual(added(some))
          expect(accounts[0]?.unattributed).toBeUndefined()
          for (const row of rows) expect('campaignId' in row).toBe(level === 'CAMPAIGN')
        }
      }
      // Campaigns reach some people in common, so reach has no sum. Google Ads reports no reach here.
      const [{ reach } = {}] = (await report({ ...asking, level: 'ACCOUNT', campaignIds })).rows
      expect(reach === undefined).toBe(platform === 'search')
    },
  )

  test('marks up costs but no other figures, and returns the percentage', async () => {
    const [plain, marked] = [
      await report({ platforms: ['search'] }),
      await report({ platforms: ['search'], clientCostAdjustment: { percentage: 12.5 } }),
    ]
    expect(marked.clientCostAdjustment).toEqual({ percentage: 12.5 })
    expect(plain).not.toHaveProperty('clientCostAdjustment')
    for (const [index, row] of plain.rows.entries()) {
      const other = marked.rows[index]
      expect(other?.spend).toBe((Math.round(Number(row.spend) * 112.5 + 1e-9) / 100).toFixed(2))
      expect(other).toMatchObject({
        clicks: row.clicks,
        ctr: row.ctr,
        conversionsValue: row.conversionsValue,
      })
    }
  })

  test('reports the account that fails, and returns the other accounts', async () => {
    await sandbox.injectFault({
      platform: 'search',
      call: 'googleAds:search',
      kind: 'status',
      status: 403,
      code: 'authorizationError.USER_PERMISSION_DENIED',
      times: 4,
    })
    const { accounts, errors } = await report({ level: 'AD' })
    await sandbox.clearFaults()
    expect(accounts.map(({ platform }) => platform)).toEqual(['social', 'pro'])
    expect(errors).toEqual([
      {
        userId,
        platform: 'search',
        code: 'ACCOUNT_RELINK_REQUIRED',
        error: expect.any(String),
        retryable: false,
      },
    ])
    service.clock.advance(600_000)
  })

  test('resumes a report that Meta is still preparing, and returns its progress', async () => {
    const overrides = { platforms: ['social'], level: 'AD', granularity: 'DAY' } satisfies ReportBody
    await sandbox.clearRequests()
    const asking = report(overrides)
    // After 500 ms, Meta reports the progress of the report, but has not completed the report.
    while ((await sandbox.requests('insights.create')).length < 2);
    await sandbox.advance(500)
    const early = await asking
    expect(early.errors).toMatchObject([{ code: 'UPSTREAM_TIMEOUT', retryable: true, progress: 0 }])
    await sandbox.advance(1_500)
    const later = await report(overrides)
    expect(later.errors[0]?.progress).toBeGreaterThan(30)
    await sandbox.advance(2_000)
    const { rows, accounts, errors } = await report(overrides)
    expect(errors).toEqual([])
    expect(rows.length).toBeGreaterThan(500)
    expect(accounts[0]?.unattributed).toBeUndefined()
    // A further request, because of another account that was late, does not wait for this account.
    expect((await report(overrides)).rows).toHaveLength(rows.length)
    // adrail created one report for the rows, and one for the totals of the same time.
    expect(await sandbox.requests('insights.create')).toHaveLength(2)
  })

  test('returns rows and totals of the same time for a second request while the platform still counts', async () => {
    const overrides = {
      platforms: ['social'],
      level: 'AD',
      granularity: 'DAY',
      startDate: '2025-12-20',
      endDate: '2026-01-15',
    } satisfies ReportBody
    let isOver = false
    const asking = report(overrides).finally(() => {
      isOver = true
    })
    while (!isOver) await sandbox.advance(400)
    const first = await asking
    expect(first.errors).toEqual([])
    // The platform keeps counting, and adrail sends it no other request meanwhile.
    await sandbox.advance(4 * 60_000)
    service.clock.advance(4 * 60_000)
    const second = await report(overrides)
    for (const { rows, accounts } of [first, second]) {
      const [{ asOf, totals, unattributed } = { asOf: '', totals: undefined }] = accounts
      expect(unattributed).toBeUndefined()
      expect(added(rows).spend).toBe(cents(totals?.spend ?? ''))
      expect(new Set(rows.map((row) => row.asOf))).toEqual(new Set([asOf]))
    }
    // `asOf` remains the time of the earlier count.
    expect(second.accounts[0]?.asOf).toBe(first.accounts[0]?.asOf)
    const now = await report({ ...overrides, level: 'ACCOUNT', granularity: 'TOTAL' })
    expect(cents(now.accounts[0]?.totals.spend ?? '')).toBeGreaterThan(added(second.rows).spend)
  })

  test('reports a requested platform that a user has not linked, but no platform that was not requested', async () => {
    const other = await newLinkedUser(service, { platform: 'SEARCH' })
    const overrides: ReportBody = { userIds: [other, userId], level: 'ACCOUNT' }
    const named = await report({ ...overrides, platforms: ['search', 'pro'] })
    expect(named.errors).toMatchObject([{ userId: other, platform: 'pro', code: 'ACCOUNT_NOT_LINKED' }])
    expect(named.accounts).toHaveLength(3)
    const all = await report(overrides)
    expect(all.errors).toEqual([])
    expect(all.accounts.map((account) => account.platform)).toEqual(['search', 'social', 'search', 'pro'])
  })

  test('returns an account that is disconnected during the report either in accounts or in errors', async () => {
    const leaving = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const stall = { platform: 'pro', call: 'adAnalytics.analytics', kind: 'stall', times: 2 }
    const stalled = await sandbox.injectFault(stall)
    const asking = report({ userIds: [leaving] })
    await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
    expectSuccess(
      'auth/remove_link',
      await service.call('auth/remove_link', { userId: leaving, platform: 'PROFESSIONAL' }),
    )
    await sandbox.release(stalled)
    await sandbox.clearFaults()
    const { accounts, errors } = await asking
    expect([...accounts, ...errors].map(({ platform }) => platform)).toEqual(['pro'])
  })

  test('marks the days whose figures the platform may still change as provisional', async () => {
    const { rows, accounts } = await report({ granularity: 'DAY', endDate: '2026-01-14', level: 'ACCOUNT' })
    const open = (platform: string) =>
      rows
        .filter((row) => row.platform === platform && row.provisional)
        .map(({ date }) => String(date))
        .sort()[0]
    expect([open('social'), open('search'), open('pro')]).toEqual(['2025-12-18', '2025-12-16', '2025-12-16'])
    for (const { dataThrough } of accounts) expect(dataThrough).toBe('2026-01-14')
  })

  test('returns yen without decimals, and no rows for an account without activity', async () => {
    const yuki = await newLinkedUser(service, {
      platform: 'PROFESSIONAL',
      person: 'yuki',
      accountId: '517300214',
    })
    await linkExistingUser(service, yuki, { person: 'yuki' })
    const { rows } = await report({ userIds: [yuki] })
    expect(new Set(rows.map(({ platform }) => platform))).toEqual(new Set(['social', 'pro']))
    for (const { currencyCode, spend } of rows)
      expect([currencyCode, spend]).toEqual(['JPY', expect.stringMatching(/^\d+$/)])
    const before = await report({ userIds: [yuki], startDate: '2023-06-01', endDate: '2023-06-30' })
    expect(before.rows).toEqual([])
    expect(before.accounts.map(({ totals }) => totals.spend)).toEqual(['0', '0'])
  })

  test.each([
    [{ userIds: [] }, 'userIds'],
    [{ platforms: ['search', 'social', 'search'] }, 'platforms[2]'],
    [{ endDate: '2025-11-30' }, 'endDate'],
    [{ startDate: '2022-12-01' }, 'startDate'],
    [{ level: 'AD', granularity: 'DAY', startDate: '2025-09-01' }, 'endDate'],
  ] as const)('refuses %o and reports the field', async (overrides, field) => {
    const body = { userIds: [userId], level: 'CAMPAIGN', ...december, ...overrides }
    const { results } = JSON.parse((await service.post('report/get_report', body)).text)
    expect([results.code, results.field]).toEqual(['INVALID_FIELD', field])
  })

  test('marks the rows and accounts of an ad account that a second user also linked with duplicateOf, also in CSV', async () => {
    const second = await newLinkedUser(service)
    const overrides: ReportBody = { userIds: [userId, second], platforms: ['social'] }
    const alone = await report({ userIds: [userId], platforms: ['social'] })
    const { rows, accounts, warnings } = await report(overrides)
    // The report returns the rows of each user.
    expect(rows).toHaveLength(2 * alone.rows.length)
    expect(accounts.map(({ userId, duplicateOf }) => [userId, duplicateOf])).toEqual([
      [userId, undefined],
      [second, userId],
    ])
    for (const row of rows) expect(row.duplicateOf).toBe(row.userId === second ? userId : undefined)
    const once = rows.filter(({ duplicateOf }) => duplicateOf === undefined)
    expect(added(once)).toEqual(added(alone.rows))
    const { accountId } = accounts[0] ?? {}
    expect(warnings).toEqual([
      `SHARED_ACCOUNT: 2 users linked social account ${accountId}: ${userId}, ${second}. Sum only rows and accounts without duplicateOf.`,
    ])
    const body = { ...overrides, level: 'CAMPAIGN', ...december }
    const table = await service.send('/report/get_report', {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json', accept: 'text/csv' },
      body: JSON.stringify(body),
    })
    const [head = '', ...lines] = (await table.text()).trim().split('\r\n')
    const at = head.split(',').indexOf('duplicateOf')
    expect(lines.filter((line) => line.split(',')[at] === userId)).toHaveLength(alone.rows.length)
  })

  test('returns a shared ad account without duplicateOf after the first user disconnected it', async () => {
    const first = await newLinkedUser(service, { platform: 'SEARCH' })
    const second = await newLinkedUser(service, { platform: 'SEARCH' })
    await service.call('auth/remove_link', { userId: first, platform: 'SEARCH' })
    const overrides: ReportBody = { userIds: [first, second], platforms: ['search'], level: 'ACCOUNT' }
    const { rows, accounts, errors } = await report(overrides)
    expect([accounts.length, errors.length, rows.length]).toEqual([1, 1, 1])
    expect([accounts[0]?.duplicateOf, rows[0]?.duplicateOf]).toEqual([undefined, undefined])
  })

  test('returns USER_NOT_FOUND for a user of another workspace', async () => {
    const { apiKey } = await service.newWorkspace()
    const body: RequestBody<'report/get_report'> = { userIds: [userId], level: 'CAMPAIGN', ...december }
    expectRefusal(await service.call('report/get_report', body, { apiKey }), 'USER_NOT_FOUND')
  })
})

testOperationCosts('report/get_report', { store: 3, upstream: 8 }, async (fresh) => ({
  userIds: [await newUserOnAllPlatforms(fresh)],
  level: 'CAMPAIGN',
  ...december,
}))
