import { expect, test } from 'vitest'
import { foxCustomerId, listErrors, type SearchRow, useSearch } from '../../../testing/search.ts'

const search = useSearch()

const names = async (where: string): Promise<string[]> =>
  (await search.query(`SELECT campaign.name FROM campaign WHERE ${where} ORDER BY campaign.name`)).map(
    (row: SearchRow) => row.campaign.name,
  )

const all = [
  'Fox Garden Shop brand',
  'Garden chairs New York',
  'Garden design leads',
  'Holiday wreaths',
  'Spring plants',
]

test('an id with leading zeros names the same campaign as the id without them', async () => {
  const [first] = await search.query('SELECT campaign.id, campaign.name FROM campaign LIMIT 1')
  const { id, name } = first?.campaign ?? {}
  expect(await names(`campaign.id = 00${id}`)).toEqual([name])
  expect(await names(`campaign.id IN (0${id})`)).toEqual([name])
  expect(await names(`campaign.id != 0${id}`)).not.toContain(name)
})

test('conversions by action category add up to all conversions at every level', async () => {
  const days = "segments.date BETWEEN '2026-09-01' AND '2026-11-14'"
  const conversions = (rows: SearchRow[]) =>
    rows.reduce((sum, row) => sum + Number(row.metrics.conversions), 0)
  const whole = conversions(await search.query(`SELECT metrics.conversions FROM customer WHERE ${days}`))
  expect(whole).toBeGreaterThan(50)
  const byKind: Record<string, number>[] = []
  for (const from of ['customer', 'campaign', 'ad_group', 'ad_group_ad']) {
    const rows = await search.query(
      `SELECT segments.conversion_action_category, segments.date, metrics.conversions, metrics.conversions_value FROM ${from} WHERE ${days}`,
    )
    expect(conversions(rows)).toBe(whole)
    const kinds = Map.groupBy(rows, (row: SearchRow) => String(row.segments.conversionActionCategory))
    byKind.push(Object.fromEntries([...kinds].map(([kind, list]) => [kind, conversions(list)]).sort()))
  }
  expect(Object.keys(byKind[0] ?? {}).length).toBeGreaterThan(1)
  for (const kinds of byKind) expect(kinds).toEqual(byKind[0])
})

test.each([
  ["campaign.status = 'PAUSED'", ['Spring plants']],
  ['campaign.status = PAUSED', ['Spring plants']],
  ["campaign.status != 'PAUSED'", all.slice(0, 4)],
  ["campaign.status IN ('PAUSED', 'REMOVED')", ['Spring plants']],
  ['campaign.status NOT IN (PAUSED)', all.slice(0, 4)],
  ["campaign.name = 'Holiday wreaths'", ['Holiday wreaths']],
  ['campaign.name = "Holiday wreaths"', ['Holiday wreaths']],
  ["campaign.name = 'holiday wreaths'", []],
  ["campaign.name LIKE 'garden%'", ['Garden chairs New York', 'Garden design leads']],
  ["campaign.name NOT LIKE '%garden%'", ['Holiday wreaths', 'Spring plants']],
  ["campaign.name LIKE 'Spring_plants'", ['Spring plants']],
  ["campaign.name LIKE 'Spring[_]plants'", []],
  ["campaign.name REGEXP_MATCH 'Garden .*'", ['Garden chairs New York', 'Garden design leads']],
  ["campaign.name REGEXP_MATCH '(?i).*SHOP.*'", ['Fox Garden Shop brand']],
  ["campaign.name NOT REGEXP_MATCH '.*[Gg]arden.*'", ['Holiday wreaths', 'Spring plants']],
  ['campaign.end_date_time IS NULL', all.filter((name) => name !== 'Holiday wreaths')],
  ['campaign.end_date_time IS NOT NULL', ['Holiday wreaths']],
  ['campaign_budget.amount_micros > 22000000', ['Garden chairs New York', 'Garden design leads']],
  [
    'campaign_budget.amount_micros >= 22000000 AND campaign_budget.amount_micros <= 32000000',
    ['Garden chairs New York', 'Holiday wreaths'],
  ],
  ['campaign_budget.amount_micros < 18000000', ['Fox Garden Shop brand']],
  ['campaign_budget.amount_micros BETWEEN 6000000 AND 18000000', ['Fox Garden Shop brand', 'Spring plants']],
  ['campaign.network_settings.target_google_search = TRUE', all],
  ['campaign.network_settings.target_search_network = true', []],
  ['campaign.missing_eu_political_advertising_declaration = TRUE', []],
  ['campaign.missing_eu_political_advertising_declaration = FALSE', all],
  ["campaign.bidding_strategy_type = 'MANUAL_CPC'", ['Fox Garden Shop brand']],
])('a filter returns the matching campaigns: %s', async (where, expected) => {
  expect(await names(where)).toEqual(expected)
})

test('a filter with CONTAINS matches a list field by ANY, ALL or NONE', async () => {
  const rows = async (condition: string): Promise<number> =>
    (
      await search.query(
        `SELECT asset.id FROM asset WHERE asset.type = 'LEAD_FORM' AND asset.final_urls ${condition}`,
      )
    ).length
  expect(await rows("CONTAINS ANY ('https://fox-garden.example/', 'https://other.example/')")).toBe(2)
  expect(await rows("CONTAINS ALL ('https://fox-garden.example/', 'https://other.example/')")).toBe(0)
  expect(await rows("CONTAINS NONE ('https://fox-garden.example/')")).toBe(0)
})

test('a filter matches a quoted text with escape sequences', async () => {
  const name = `O'Brien \\ 50% "off"`
  const [row] = await search.query(
    "SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Spring plants'",
  )
  const reply = await search.mutate([
    { campaignOperation: { updateMask: 'name', update: { resourceName: row.campaign.resourceName, name } } },
  ])
  expect(reply.status).toBe(200)
  expect(await names(`campaign.name = 'O\\'Brien \\\\ 50% "off"'`)).toEqual([name])
  await search.mutate([
    {
      campaignOperation: {
        updateMask: 'name',
        update: { resourceName: row.campaign.resourceName, name: 'Spring plants' },
      },
    },
  ])
})

test('rows are sorted by several fields, limited, and contain resource names unless a parameter omits them', async () => {
  const rows = await search.query(
    'SELECT ad_group.name, campaign.name FROM ad_group ORDER BY campaign.name DESC, ad_group.name LIMIT 4',
  )
  expect(rows.map((row: SearchRow) => [row.campaign.name, row.adGroup.name])).toEqual([
    ['Spring plants', 'Tulips and bulbs'],
    ['Holiday wreaths', 'Wreaths'],
    ['Garden design leads', 'Roof gardens'],
    ['Garden chairs New York', 'Folding chairs'],
  ])
  expect(rows[0].adGroup.resourceName).toMatch(/^customers\/4823109756\/adGroups\/\d+$/)
  expect(rows[0].campaign.resourceName).toMatch(/campaigns/)
  const [bare] = await search.query(
    'SELECT campaign.name FROM ad_group LIMIT 1 PARAMETERS omit_unselected_resource_names=true',
  )
  expect(bare).toEqual({ campaign: { name: expect.any(String) } })
})

test('a row of ad_group_ad contains the resource name and content of its ad', async () => {
  const [row] = await search.query(
    'SELECT ad_group_ad.ad.id, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.policy_summary.approval_status FROM ad_group_ad LIMIT 1',
  )
  expect(row.adGroupAd.ad.resourceName).toBe(`customers/${foxCustomerId}/ads/${row.adGroupAd.ad.id}`)
  expect(row.adGroupAd.ad.responsiveSearchAd.headlines[0]).toEqual({ text: 'Oak Garden Chairs' })
  expect(row.adGroupAd.policySummary.approvalStatus).toBe('APPROVED')
})

test.each([
  ['SELECT campaign.nonsense FROM campaign', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign.networkSettings.targetGoogleSearch FROM campaign', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign.network_settings FROM campaign', 'UNRECOGNIZED_FIELD'],
  ['SELECT nothing.id FROM campaign', 'UNRECOGNIZED_FIELD'],
  ['SELECT asset.image_asset.data FROM asset', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign.id FROM campaigns', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
  ['SELECT ad_group.id FROM campaign', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
  ['SELECT campaign.id FROM campaign WHERE ad_group.id = 1', 'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE'],
  ['SELECT asset.id, metrics.clicks FROM asset', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
  [
    'SELECT segments.conversion_action_category, metrics.clicks FROM campaign',
    'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
  ],
  ['SELECT asset.id, segments.date FROM asset', 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE'],
  ["SELECT campaign.id FROM campaign WHERE campaign.status = 'RUNNING'", 'BAD_ENUM_CONSTANT'],
  ["SELECT campaign.id FROM campaign WHERE campaign.status = 'UNKNOWN'", 'PROHIBITED_ENUM_CONSTANT'],
  [
    "SELECT campaign.id FROM campaign WHERE campaign.network_settings.target_google_search = 'TRUE'",
    'BAD_VALUE',
  ],
  ['SELECT campaign.id FROM campaign WHERE campaign.id = abc', 'BAD_VALUE'],
  ['SELECT campaign.id FROM campaign WHERE campaign.name = Spring', 'INVALID_STRING_VALUE'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id LIKE 3', 'OPERATOR_FIELD_MISMATCH'],
  ["SELECT campaign.id FROM campaign WHERE campaign.status > 'PAUSED'", 'OPERATOR_FIELD_MISMATCH'],
  ["SELECT campaign.id FROM campaign WHERE campaign.labels = 'a'", 'OPERATOR_FIELD_MISMATCH'],
  ['SELECT campaign.id FROM campaign WHERE campaign.name DURING TODAY', 'OPERATOR_FIELD_MISMATCH'],
  [
    'SELECT campaign.id FROM campaign WHERE campaign.url_custom_parameters = 1',
    'PROHIBITED_FIELD_IN_WHERE_CLAUSE',
  ],
  ['SELECT campaign.id FROM campaign WHERE campaign.id IN ()', 'PROHIBITED_EMPTY_LIST_IN_CONDITION'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id IN 3', 'EXPECTED_LIST'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id = (3, 4)', 'EXPECTED_SINGLE_VALUE'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id ~ 3', 'BAD_SYMBOL'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id EQUALS 3', 'BAD_OPERATOR'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id = 3 OR campaign.id = 4', 'EXPECTED_AND'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 3', 'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id =', 'UNEXPECTED_END_OF_QUERY'],
  ['SELECT campaign.id FROM campaign WHERE', 'UNEXPECTED_END_OF_QUERY'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'open", 'STRING_NOT_TERMINATED'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'a\nb'", 'PROHIBITED_NEWLINE_IN_STRING'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'a\\n'", 'BAD_ESCAPE_SEQUENCE'],
  ['SELECT campaign.id FROM campaign LIMIT 0', 'LIMIT_VALUE_TOO_LOW'],
  ['SELECT campaign.id FROM campaign LIMIT many', 'BAD_LIMIT_VALUE'],
  ['SELECT campaign.id FROM campaign LIMIT 3 extra', 'UNEXPECTED_INPUT'],
  ['SELECT campaign.id FROM campaign ORDER campaign.id', 'EXPECTED_BY'],
  ['SELECT campaign.id FROM campaign ORDER BY campaign.labels', 'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE'],
  ['SELECT campaign.id FROM campaign ORDER BY metrics.clicks', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE'],
  ['SELECT campaign.id FROM campaign PARAMETERS colour=true', 'BAD_PARAMETER_NAME'],
  ['SELECT campaign.id FROM campaign PARAMETERS include_drafts=7', 'BAD_PARAMETER_VALUE'],
  ['FROM campaign', 'EXPECTED_SELECT'],
  ['SELECT metrics.clicks', 'EXPECTED_FROM'],
  ["SELECT campaign.id FROM campaign WHERE segments.date = '2026-02-30'", 'INVALID_DATE_FORMAT'],
  [
    "SELECT campaign.id FROM campaign WHERE segments.date BETWEEN 'a' AND 'b'",
    'INVALID_VALUE_WITH_BETWEEN_OPERATOR',
  ],
  [
    'SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_CENTURY',
    'INVALID_VALUE_WITH_DURING_OPERATOR',
  ],
  ["SELECT campaign.id FROM campaign WHERE segments.month = '2026-03-02'", 'MISALIGNED_DATE_FOR_FILTER'],
])('an invalid query is refused with its query error: %s', async (query, code) => {
  const reply = await search.send(`/v25/customers/${foxCustomerId}/googleAds:search`, { body: { query } })
  expect(reply.status).toBe(400)
  expect(listErrors(reply)).toEqual([`queryError.${code}`])
})

test.each([
  ["segments.date, metrics.clicks FROM campaign WHERE segments.date BETWEEN '2023-10-15' AND '2026-11-14'"],
  ["metrics.clicks FROM campaign WHERE segments.date BETWEEN '2023-10-15' AND '2026-11-14'"],
  ["metrics.clicks FROM campaign WHERE segments.date >= '2023-10-15'"],
  ["metrics.clicks FROM campaign WHERE segments.date > '2023-10-14' AND segments.date < '2023-10-20'"],
  ["metrics.clicks FROM campaign WHERE segments.date = '2020-02-29'"],
  ["segments.date, metrics.clicks FROM campaign WHERE segments.date BETWEEN '2023-01-01' AND '2023-01-31'"],
])('a query for metrics of days more than 37 months ago is refused: %s', async (select) => {
  const body = { query: `SELECT ${select}` }
  const reply = await search.send(`/v25/customers/${foxCustomerId}/googleAds:search`, { body })
  expect(reply.status).toBe(400)
  expect(listErrors(reply)).toEqual(['dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED'])
})

test.each([
  ["segments.date, metrics.clicks FROM campaign WHERE segments.date BETWEEN '2023-10-16' AND '2026-11-14'"],
  ["metrics.clicks FROM campaign WHERE segments.date > '2023-10-15'"],
  ["metrics.clicks FROM campaign WHERE segments.date BETWEEN '2022-01-01' AND '2023-02-28'"],
  ["segments.month, metrics.clicks FROM campaign WHERE segments.date BETWEEN '2022-01-01' AND '2026-10-31'"],
  ["metrics.clicks FROM campaign WHERE segments.month = '2022-01-01'"],
])('a query for metrics within 37 months or of earlier whole months is accepted: %s', async (select) => {
  const body = { query: `SELECT ${select}` }
  expect((await search.send(`/v25/customers/${foxCustomerId}/googleAds:search`, { body })).status).toBe(200)
})

test('a query without a FROM clause reads the resource of its first field', async () => {
  expect(await search.query('SELECT campaign.id')).toHaveLength(5)
})

test('the clicks of days, weeks, months and levels add up to the same sum', async () => {
  const clicks = (rows: SearchRow[]) => rows.reduce((sum, row) => sum + Number(row.metrics.clicks), 0)
  const range = "segments.date BETWEEN '2026-09-01' AND '2026-10-31'"
  const whole = clicks(await search.query(`SELECT metrics.clicks FROM customer WHERE ${range}`))
  expect(whole).toBeGreaterThan(100)
  for (const select of [
    'segments.date, metrics.clicks FROM customer',
    'segments.month, metrics.clicks FROM campaign',
    'metrics.clicks FROM ad_group',
    'metrics.clicks FROM ad_group_ad',
    'segments.week, metrics.clicks FROM keyword_view',
    'segments.day_of_week, segments.year, metrics.clicks FROM campaign',
  ]) {
    expect([select, clicks(await search.query(`SELECT ${select} WHERE ${range}`))]).toEqual([select, whole])
  }
})

test('a paused campaign has no cost after its pause, and its past cost stays unchanged', async () => {
  const cost = async (range: string): Promise<number> => {
    const rows = await search.query(
      `SELECT metrics.cost_micros FROM campaign WHERE campaign.name = 'Spring plants' AND segments.date ${range}`,
    )
    return Number(rows[0]?.metrics.costMicros ?? 0)
  }
  expect(await cost('DURING LAST_7_DAYS')).toBe(0)
  const before = await cost("BETWEEN '2026-08-01' AND '2026-08-31'")
  expect(before).toBeGreaterThan(0)
  search.sandbox.clock.advance(3 * 86_400_000)
  expect(await cost("BETWEEN '2026-08-01' AND '2026-08-31'")).toBe(before)
})

test('a search returns pages whose tokens fit only their query and expire within three hours', async () => {
  search.sandbox.state().search.pageRows = 2
  const path = `/v25/customers/${foxCustomerId}/googleAds:search`
  const query = 'SELECT campaign.id FROM campaign'
  const settings = { searchSettings: { returnTotalResultsCount: true } }
  const first = await search.send(path, { body: { query, ...settings } })
  expect(first.body.results).toHaveLength(2)
  expect(first.body.totalResultsCount).toBe('5')
  const pageToken = first.body.nextPageToken
  const second = await search.send(path, { body: { query, pageToken } })
  const third = await search.send(path, { body: { query, pageToken: second.body.nextPageToken } })
  expect(third.body.results).toHaveLength(1)
  expect(third.body.nextPageToken).toBeUndefined()
  const other = await search.send(path, { body: { query: `${query} LIMIT 5`, pageToken } })
  expect(listErrors(other)).toEqual(['requestError.INVALID_PAGE_TOKEN @ page_token'])
  expect(listErrors(await search.send(path, { body: { query, pageToken: 'x' } }))).toEqual([
    'requestError.INVALID_PAGE_TOKEN @ page_token',
  ])
  search.sandbox.clock.advance(3 * 3_600_000)
  expect(listErrors(await search.send(path, { body: { query, pageToken } }))).toEqual([
    'requestError.EXPIRED_PAGE_TOKEN @ page_token',
  ])
  const stream = await search.send(`${path}Stream`, { body: { query } })
  expect(stream.body.map((chunk: SearchRow) => chunk.results.length)).toEqual([2, 2, 1])
  search.sandbox.state().search.pageRows = 10_000
  expect(listErrors(await search.send(path, { body: { query, pageSize: 100 } }))).toEqual([
    'requestError.PAGE_SIZE_NOT_SUPPORTED @ page_size',
  ])
})

test('a search stream returns its error in a list', async () => {
  const reply = await search.send(`/v25/customers/${foxCustomerId}/googleAds:searchStream`, {
    body: { query: 'SELECT x' },
  })
  expect(Array.isArray(reply.body)).toBe(true)
  expect(listErrors(reply)).toEqual(['queryError.EXPECTED_FROM'])
})

test('language, currency and location constants can be queried', async () => {
  const [english] = await search.query(
    "SELECT language_constant.id, language_constant.code, language_constant.targetable FROM language_constant WHERE language_constant.code = 'en'",
  )
  expect(english.languageConstant).toEqual({
    resourceName: 'languageConstants/1000',
    id: '1000',
    code: 'en',
    targetable: true,
  })
  const units = await search.query(
    "SELECT currency_constant.code, currency_constant.billable_unit_micros FROM currency_constant WHERE currency_constant.code IN ('USD', 'JPY') ORDER BY currency_constant.code",
  )
  expect(units.map((row: SearchRow) => row.currencyConstant.billableUnitMicros)).toEqual(['1000000', '10000'])
  expect(
    await search.query(
      "SELECT geo_target_constant.name FROM geo_target_constant WHERE geo_target_constant.country_code = 'US' AND geo_target_constant.target_type = 'State'",
    ),
  ).toHaveLength(51)
})
