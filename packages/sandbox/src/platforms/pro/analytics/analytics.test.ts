import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usePro } from '../../../../testing/pro.ts'
import { noon } from '../../../../testing/sandbox.ts'

const pro = usePro()

const account = 'urn:li:sponsoredAccount:512345678'
const additive = 'impressions,clicks,costInLocalCurrency,externalWebsiteConversions,oneClickLeads'
const shown = `pivotValues,dateRange,${additive}`

interface Row {
  readonly pivotValues: string[]
  readonly dateRange: { readonly start: object; readonly end: object }
  readonly [metric: string]: unknown
}

const daysAgo = (days: number) => new Date(noon - days * 86_400_000)
const part = (date: Date) =>
  `(year:${date.getUTCFullYear()},month:${date.getUTCMonth() + 1},day:${date.getUTCDate()})`
const range = (from: number, until: number) => `(start:${part(daysAgo(from))},end:${part(daysAgo(until))})`

function ask(
  {
    q = 'analytics',
    timeGranularity = 'ALL',
    dateRange = range(30, 1),
    fields = shown,
    ...more
  }: Record<string, string>,
  person = 'ada',
) {
  const params = { q, timeGranularity, dateRange, fields, ...more }
  const query = Object.entries(params).map(
    ([name, value]) =>
      `${name}=${value.replaceAll('urn:li:', 'urn%3Ali%3A').replace(/(urn%3Ali%3A\w+):/g, '$1%3A')}`,
  )
  return pro.json(`/rest/adAnalytics?${query.join('&')}`, { person })
}

async function rows(more: Record<string, string>, person = 'ada'): Promise<Row[]> {
  const { status, body } = await ask({ accounts: `List(${account})`, ...more }, person)
  expect(status).toBe(200)
  // Each test reads only the fields that it requests.
  return body.elements as unknown as Row[]
}

/** Returns whole hundredths, because sums of floating-point numbers have rounding errors. */
const centsOf = (row: Row, name: string) => Math.round(Number(row[name]) * 100)
const sumOf = (list: readonly Row[], name: string) => list.reduce((sum, row) => sum + centsOf(row, name), 0)

test('analytics of days and of each level add up to the account over any range, except for reach', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(200), fc.nat(60), async (ago, days) => {
      const dateRange = range(ago + days, ago)
      const fields = `${shown},approximateMemberReach`
      const whole = await rows({ pivot: 'ACCOUNT', dateRange, fields })
      const parts = [await rows({ pivot: 'ACCOUNT', dateRange, fields, timeGranularity: 'DAILY' })]
      for (const pivot of ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'])
        parts.push(await rows({ pivot, dateRange, fields }))
      for (const list of parts) {
        for (const name of additive.split(',')) expect(sumOf(list, name)).toBe(sumOf(whole, name))
        expect(sumOf(list, 'approximateMemberReach')).toBeGreaterThanOrEqual(
          sumOf(whole, 'approximateMemberReach'),
        )
        for (const row of list)
          expect(centsOf(row, 'approximateMemberReach')).toBeLessThanOrEqual(centsOf(row, 'impressions'))
      }
    }),
    { numRuns: 8 },
  )
})

test('the statistics finder returns the pivot values in the requested order, and its days are in UTC', async () => {
  const list = await rows({
    q: 'statistics',
    pivots: 'List(CAMPAIGN_GROUP,CAMPAIGN,CREATIVE)',
    timeGranularity: 'DAILY',
    dateRange: range(1, 1),
  })
  expect(list.length).toBeGreaterThan(3)
  for (const { pivotValues, dateRange } of list) {
    expect(pivotValues.map((value) => value.split(':')[2])).toEqual([
      'sponsoredCampaignGroup',
      'sponsoredCampaign',
      'sponsoredCreative',
    ])
    expect(dateRange).toEqual({
      start: { year: 2026, month: 11, day: 14 },
      end: { year: 2026, month: 11, day: 14 },
    })
  }
})

test('analytics return impressions and clicks by default, and omit rows without values', async () => {
  const usual = await pro.json(
    `/rest/adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=ALL&dateRange=${range(30, 1)}&accounts=List(${account.replaceAll(':', '%3A')})`,
  )
  expect(Object.keys(usual.body.elements[0] ?? {})).toEqual(['impressions', 'clicks'])
  const leads = await rows({ pivot: 'CAMPAIGN', fields: 'pivotValues,oneClickLeads' })
  const all = await rows({ pivot: 'CAMPAIGN', fields: 'pivotValues,dateRange' })
  expect(leads.length).toBeGreaterThan(0)
  expect(leads.length).toBeLessThan(all.length)
})

test('a message campaign has sends but no impressions in analytics', async () => {
  const [row] = await rows({
    pivot: 'CAMPAIGN',
    campaigns: 'List(urn:li:sponsoredCampaign:361084748)',
    dateRange: range(80, 40),
    fields: 'impressions,sends',
  })
  expect(row).toMatchObject({ impressions: 0 })
  expect(Number(row?.['sends'])).toBeGreaterThan(100)
})

test('analytics return no rows for an account of another person', async () => {
  const foreign = { accounts: 'List(urn:li:sponsoredAccount:513200451)', pivot: 'ACCOUNT' }
  expect(await rows(foreign)).toEqual([])
  expect(await rows(foreign, 'ben')).toHaveLength(1)
})

test('analytics truncate a response at the maximum number of elements without an error', async () => {
  pro.sandbox.state().pro.analyticsBounds = { mostElements: 7, mostValues: 45_000_000 }
  const { body } = await ask({ accounts: `List(${account})`, pivot: 'CREATIVE', timeGranularity: 'DAILY' })
  expect(body.elements).toHaveLength(7)
  expect(body.paging).toEqual({ start: 0, count: 10, links: [] })
})

test('analytics refuse more than the allowed number of values until five minutes have passed', async () => {
  pro.sandbox.state().pro.analyticsBounds = { mostElements: 15_000, mostValues: 20 }
  const once = () => ask({ accounts: `List(${account})`, pivot: 'ACCOUNT' })
  expect([(await once()).status, (await once()).status, (await once()).status]).toEqual([200, 200, 429])
  expect((await once()).body.message).toContain('45 million metric values')
  pro.sandbox.clock.advance(5 * 60_000)
  expect((await once()).status).toBe(200)
})

test.each([
  ['more than 20 fields', { fields: `${Array.from({ length: 21 }, (_, index) => `m${index}`)}` }],
  ['an unknown field', { fields: 'pivotValue,impressions' }],
  ['an unknown pivot', { pivot: 'PLANET' }],
  ['a range that ends before it starts', { dateRange: range(1, 30) }],
  ['reach over more than 92 days', { dateRange: range(93, 1), fields: 'approximateMemberReach' }],
  ['an unknown parameter', { page: '2' }],
])('analytics refuse a request with %s', async (_, more) => {
  const { status } = await ask({ accounts: `List(${account})`, pivot: 'ACCOUNT', ...more })
  expect(status).toBe(400)
})

test('pausing a campaign keeps its past analytics and stops later delivery', async () => {
  const campaign = { pivot: 'CAMPAIGN', campaigns: 'List(urn:li:sponsoredCampaign:361084726)' }
  const before = await rows(campaign)
  const path = '/rest/adAccounts/512345678/adCampaigns/361084726'
  await pro.patch(path, { patch: { $set: { status: 'PAUSED' } } })
  expect(await rows(campaign)).toEqual(before)
  pro.sandbox.clock.advance(2 * 86_400_000)
  expect(await rows({ ...campaign, dateRange: range(-1, -1) })).toEqual([])
  expect(sumOf(await rows(campaign), 'costInLocalCurrency')).toBe(sumOf(before, 'costInLocalCurrency'))
})
