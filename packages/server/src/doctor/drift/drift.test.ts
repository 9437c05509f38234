// Tests that the drift check reports every change in the responses of a platform, and nothing else.

import { declarationOf, operationNames, platforms } from '@adrail/contract'
import { expect, onTestFinished, test } from 'vitest'
import { linkExistingUser, newLinkedUser, useLinkedUser } from '../../../testing/linked.ts'
import { type ForwardedResponse, usePlatformProxy } from '../../../testing/platformProxy.ts'
import { startTestService, testDatabaseUrl, useService } from '../../../testing/service.ts'
import { systemRuntime } from '../../runtime/runtime.ts'
import { type DriftReport, findDrift } from './drift.ts'
import { formatDrift } from './driftText.ts'
import { loadProbes } from './platformDrift.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url }, sharesPlatformClock: true })
const linked = useLinkedUser(async () => {
  const userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  return userId
})

async function drift(userId = linked.userId, of = service): Promise<DriftReport> {
  return await findDrift({
    environment: {
      DATA_DIR: of.dataDir,
      DATABASE_URL: of.databaseUrl,
      SANDBOX_URL: of.app.sandbox?.url ?? between.url,
    },
    // Retries of failed reads need no pauses in this test.
    runtime: { ...systemRuntime(), pause: async () => {} },
    userId,
    progress: () => {},
  })
}

const found = (report: DriftReport) =>
  report.platforms.flatMap(({ platform, differences }) =>
    differences.map(({ weight, probe, path }) => `${platform} ${weight} ${probe}: ${path}`),
  )

/** An object in a response that an alteration changes. */
type Row = Record<string, unknown>
const rowsIn = (json: unknown, member: string): Row[] => (json as Record<string, Row[]>)[member] ?? []

interface Alteration {
  /** Part of the URL or of the request body. */
  readonly at: string
  readonly change: (response: ForwardedResponse) => void
  /** Findings of other probes that receive the same altered response. */
  readonly also?: string | readonly string[]
  readonly found: string
}

const each =
  (member: string, change: (row: Row) => void) =>
  ({ json }: ForwardedResponse) =>
    rowsIn(json, member).forEach(change)
const data = (change: (row: Row) => void) => each('data', change)
const results = (resource: string, change: (row: Row) => void) =>
  each('results', (row) => {
    const found = row[resource]
    if (found !== undefined) change(found as Row)
  })
/** Alters one part of a batch response. The body of each part is a string of JSON. */
const inBatch =
  (part: number, change: (body: Row) => void) =>
  ({ json }: ForwardedResponse) => {
    const entry = (json as Row[])[part]
    if (!entry) return
    const body = JSON.parse(String(entry['body']))
    change(body)
    entry['body'] = JSON.stringify(body)
  }

const alterations: readonly Alteration[] = [
  {
    at: '/leadgen_forms',
    change: data((row) => delete row['status']),
    found: 'social breaks lead forms: data[].status',
    also: 'social breaks questions of lead forms: data[].status',
  },
  {
    at: '/adimages',
    change: data((row) => Object.assign(row, { width: 'wide' })),
    found: 'social breaks images: data[].width',
  },
  {
    at: '/campaigns',
    change: data((row) => delete row['objective']),
    found: 'social differs campaigns: data[].objective',
  },
  {
    at: '/campaigns',
    change: data((row) => Object.assign(row, { effective_status: 'SLEEPING' })),
    found: 'social differs campaigns: data[].effective_status',
    also: [
      'social differs campaigns of the account: data[].effective_status',
      'social new running budgets: data[].effective_status',
    ],
  },
  {
    at: '/campaigns',
    change: data((row) => Object.assign(row, { start_time: 1_768_000_000 })),
    found: 'social differs campaigns: data[].start_time',
    also: [
      'social differs campaigns of the account: data[].start_time',
      'social new running budgets: data[].start_time',
    ],
  },
  {
    at: '/published_posts',
    change: ({ json }) => delete ((json as Row)['paging'] as Row)['cursors'],
    found: 'social differs page posts: paging.cursors',
  },
  {
    at: '/adspixels',
    // A batch request also contains the edge, but the batch response has no paging.
    change: ({ json }) => Object.assign(((json as Row)['paging'] ?? {}) as Row, { pages: 3 }),
    found: 'social new pixels: paging.pages',
  },
  {
    at: '/media?',
    change: data((row) => Object.assign(row, { timestamp: null })),
    found: 'social breaks photo posts: data[].timestamp',
  },
  {
    at: 'type=adlocale',
    change: data((row) => Object.assign(row, { key: true })),
    found: 'social breaks locales: data[].key',
  },
  {
    at: 'type=adgeolocation',
    change: ({ json }) => delete (json as Row)['data'],
    found: 'social breaks places: data',
  },
  {
    at: '/targetingsearch',
    change: data((row) => Object.assign(row, { topic: 'Food' })),
    found: 'social new interests: data[].topic',
  },
  {
    at: '/customaudiences',
    change: data((row) => Object.assign(row, { rule: {} })),
    found: 'social breaks audiences: data[].rule',
    also: 'social new all audiences: data[].rule',
  },
  {
    at: 'insights',
    change: inBatch(3, (body) => {
      for (const row of rowsIn(body, 'data')) delete row['spend']
    }),
    found: 'social differs insights: data[].spend',
  },
  {
    at: '/v26.0',
    change: ({ headers }) => delete headers['x-business-use-case-usage'],
    found: 'social differs headers: x-business-use-case-usage',
  },
  {
    at: 'FROM language_constant',
    change: results('languageConstant', (row) => delete row['code']),
    found: 'search breaks languages: results[].languageConstant.code',
    also: ['search breaks ad groups: results[].languageConstant.code'],
  },
  {
    at: 'FROM conversion_action',
    change: ({ json }) => delete (json as Row)['fieldMask'],
    found: 'search breaks conversion actions: fieldMask',
  },
  {
    at: 'FROM customer_conversion_goal',
    change: ({ json }) => Object.assign(json as Row, { results: {} }),
    found: 'search breaks conversion goals: results',
  },
  {
    at: 'FROM currency_constant',
    change: results('currencyConstant', (row) => Object.assign(row, { billableUnitMicros: 10_000 })),
    found: 'search differs currencies: results[].currencyConstant.billableUnitMicros',
  },
  {
    at: 'LIMIT 101',
    change: results('campaign', (row) => Object.assign(row, { status: 'LEARNING' })),
    found: 'search differs campaigns: results[].campaign.status',
    // Rows of ads and of negative keywords have their campaign, too, but not its status.
    also: [
      'search new ads: results[].campaign.status',
      'search new negative keywords: results[].campaign.status',
    ],
  },
  {
    at: ':suggest',
    change: each('geoTargetConstantSuggestions', (row) => Object.assign(row, { reach: [] })),
    found: 'search breaks suggested places: geoTargetConstantSuggestions[].reach',
  },
  {
    at: '/v25/',
    change: ({ headers }) => delete headers['request-id'],
    found: 'search differs headers: request-id',
  },
  {
    at: '/dmpSegments',
    change: each('elements', (row) => Object.assign(row, { id: `urn:li:dmpSegment:${row['id']}` })),
    found: 'pro differs audiences: elements[].id',
    also: 'pro differs audiences of ad groups: elements[].id',
  },
  {
    at: '/dmpSegments',
    change: each('elements', (row) => {
      for (const to of rowsIn(row, 'destinations')) to['status'] = 'WARMING'
    }),
    found: 'pro differs audiences: elements[].destinations[].status',
    also: 'pro differs audiences of ad groups: elements[].destinations[].status',
  },
  {
    at: '/dmpSegments',
    change: ({ json }) => delete ((json as Row)['paging'] as Row)['start'],
    found: 'pro differs audiences: paging.start',
    also: 'pro differs audiences of ad groups: paging.start',
  },
]

test('the drift check reports no differences in unaltered responses for each of two users', async () => {
  const otto = await newLinkedUser(service, { person: 'otto' })
  for (const report of [await drift(), await drift(otto)]) {
    expect(found(report)).toEqual([])
    expect(report.outcome).toBe('same')
  }
})

test('the drift check reports each of 24 altered fields, nothing else, and no value of a response', async () => {
  const values = new Set<string>()
  between.alterResponses((response) => {
    for (const [, value = ''] of JSON.stringify(response.json).matchAll(/"((?:[^"\\]|\\.)*)"/g))
      if (/\d{6}|\S \S/.test(value)) values.add(value)
    const question = decodeURIComponent(`${response.path} ${response.requestBody}`)
    for (const { at, change } of alterations) if (question.includes(at)) change(response)
  })
  const report = await drift()
  expect(found(report).sort()).toEqual(
    alterations.flatMap(({ found, also = [] }) => [found, also].flat()).sort(),
  )
  expect(report.outcome).toBe('breaks')
  const output = `${JSON.stringify(report)}\n${formatDrift(report)}`
  expect(values.size).toBeGreaterThan(500)
  expect([...values].filter((value) => output.includes(value))).toEqual([])
  for (const line of formatDrift(report).split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('the drift check does not read leads when the permission is not granted', async () => {
  const unasked = (await drift()).platforms.flatMap((each) =>
    each.unasked
      .filter(({ probe }) => /leads$|notifications/.test(probe))
      .map(({ probe, why }) => [each.platform, probe, why].join(' ')),
  )
  expect(unasked.sort()).toEqual(
    ['pro lead notifications', 'pro leads', 'social leads', 'social test leads'].map(
      (probe) => `${probe} the permission has not been granted`,
    ),
  )
})

test('the drift check reads leads when the permission is granted, and reports no differences', async () => {
  const reading = await startTestService({
    databaseUrl: testDatabaseUrl(),
    environment: { LEADS: 'on' },
    sharesPlatformClock: true,
  })
  onTestFinished(() => reading.stop())
  const userId = await newLinkedUser(reading)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(reading, userId, { platform })
  const report = await drift(userId, reading)
  expect(found(report)).toEqual([])
  expect(
    report.platforms.flatMap(({ unasked }) => unasked).filter(({ probe }) => probe.includes('lead')),
  ).toEqual([])
})

test('every operation that calls a platform has a probe, except search/get_image_asset_eligibility', async () => {
  const probes = (await Promise.all(platforms.map((platform) => loadProbes(platform, 0)))).flat()
  const probed = new Set(probes.flatMap(({ operations }) => operations))
  const asking = operationNames.filter((name) => declarationOf(name).platform !== undefined)
  // This operation sends a request with `validateOnly`, whose response has no fields to compare.
  const unprobed = ['search/get_image_asset_eligibility']
  expect(asking.filter((name) => !probed.has(name))).toEqual(unprobed)
})

test('the drift check refuses an unknown user and a user without linked accounts', async () => {
  await expect(drift('usr_nobody')).rejects.toThrow('No user usr_nobody.')
  const { results } = await service.call('user/create_user', { name: 'Unlinked' })
  await expect(drift(results.user.userId)).rejects.toThrow('has not linked an account')
})
