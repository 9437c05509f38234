// Varied responses are the same for a seed, differ between seeds, and never differ in meaning.

import { describe, expect, test } from 'vitest'
import { useSandbox } from '../../testing/sandbox.ts'
import { standingTokenText, startSandbox } from '../index.ts'
import { definitionOf, platforms } from '../platforms/index.ts'
import { type VariationKind, variationKinds } from './kinds.ts'
import { varyResponse } from './vary.ts'
import { rewordError } from './wording.ts'

const sandbox = useSandbox()
type Json = Record<string, unknown>

const control = (seed: string | null) =>
  fetch(`${sandbox.url}/_sandbox/variation`, { method: 'POST', body: JSON.stringify({ seed }) })

const requests = {
  campaigns: () =>
    get(
      'social',
      '/v26.0/act_1001200300400/campaigns?limit=3&fields=id,name,daily_budget,stop_time,issues_info',
    ),
  insights: () =>
    get('social', '/v26.0/act_1001200300400/insights?level=ad&fields=ad_id,clicks,spend,actions&limit=25'),
  missing: () => get('social', '/v26.0/999999999/campaigns'),
  search: () =>
    get('search', '/v25/customers/4823109756/googleAds:search', {
      query: 'SELECT campaign.id, campaign.name, campaign.status FROM campaign',
    }),
  conversions: () =>
    get(
      'pro',
      '/rest/conversions?q=account&account=urn%3Ali%3AsponsoredAccount%3A512345678&start=0&count=10',
    ),
}

async function get(
  platform: 'social' | 'search' | 'pro',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(`${sandbox.url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${sandbox.person('ada')[platform].accessToken}`,
      'content-type': 'application/json',
      ...(platform === 'search' ? { 'login-customer-id': '7710000001' } : {}),
      ...(platform === 'pro' ? { 'linkedin-version': '202607', 'x-restli-protocol-version': '2.0.0' } : {}),
      ...headers,
    },
  })
  return await response.text()
}

async function everything(seed: string | null): Promise<string[]> {
  expect((await control(seed)).status).toBe(200)
  return await Promise.all(Object.values(requests).map((request) => request()))
}

test('a seed returns the same responses in any order of requests, and another seed returns different ones', async () => {
  const first = await everything('seven')
  const backwards = []
  for (const request of Object.values(requests).toReversed()) backwards.unshift(await request())
  expect(backwards).toEqual(first)
  expect(await everything('eight')).not.toEqual(first)
})

test('removing the seed restores the responses from before the seed was set', async () => {
  const before = await everything(null)
  expect(await everything('seven')).not.toEqual(before)
  expect(await everything(null)).toEqual(before)
})

test('a sandbox that starts with a seed varies its first response, and a request can opt out', async () => {
  const plain = await everything(null)
  await using other = await startSandbox({ clock: sandbox.clock.now(), variation: 'seven' })
  const url = `${other.url}/v26.0/act_1001200300400/campaigns?limit=3&fields=id,name,daily_budget,stop_time,issues_info`
  const headers = { authorization: `Bearer ${other.person('ada').social.accessToken}` }
  const read = async (more = {}) => await (await fetch(url, { headers: { ...headers, ...more } })).text()
  const own = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'host')
  expect(own(await read())).not.toEqual(own(plain[0] ?? ''))
  expect(own(await read({ 'x-sandbox-variation': 'off' }))).toEqual(own(plain[0] ?? ''))
})

test('the admin API refuses an invalid seed and keeps the current one', async () => {
  await control('seven')
  const refused = await control('no seed!')
  expect(refused.status).toBe(400)
  const now = (await (await fetch(`${sandbox.url}/_sandbox/variation`)).json()) as Json
  expect(now).toMatchObject({ seed: 'seven' })
})

test('a client that follows varied cursors receives every entry of the list exactly once', async () => {
  const seeds = Array.from({ length: 20 }, (_, number) => `walk-${number}`)
  const idsFor = async (seed: string | null) => {
    await control(seed)
    const ids: unknown[] = []
    let longest = 0
    let path = '/v26.0/act_1001200300400/ads?limit=3&fields=id'
    for (let page = 0; path !== '' && page < 100; page++) {
      const { data, paging } = JSON.parse(await get('social', path)) as {
        data: { id: string }[]
        paging?: { next?: string; cursors?: { after: string } }
      }
      ids.push(...data.map(({ id }) => id))
      longest = Math.max(longest, paging?.cursors?.after.length ?? 0)
      const next = paging?.next === undefined ? undefined : new URL(paging.next)
      path = next === undefined ? '' : `${next.pathname}${next.search}`
    }
    return { ids: ids.sort(), longest }
  }
  const plain = await idsFor(null)
  for (const seed of seeds) {
    const { ids, longest } = await idsFor(seed)
    expect(ids).toEqual(plain.ids)
    expect(longest).toBeGreaterThanOrEqual(1100)
  }
})

/** Follows a list to its end and returns its rows, the number of empty pages and the longest token. */
async function walk(
  first: () => Promise<string>,
  readNextLink: (page: Json) => (() => Promise<string>) | undefined,
  readRows: string,
) {
  const rows: unknown[] = []
  let emptyPages = 0
  let longest = 0
  for (let sendRequest: (() => Promise<string>) | undefined = first; sendRequest !== undefined; ) {
    const text = await sendRequest()
    const page = JSON.parse(text) as Json
    const results = (page[readRows] ?? []) as unknown[]
    rows.push(...results)
    if (results.length === 0) emptyPages++
    longest = Math.max(longest, /"nextPageToken":"([^"]*)"/.exec(text)?.[1]?.length ?? 0)
    sendRequest = readNextLink(page)
  }
  return { rows, emptyPages, longest }
}

const otto = { authorization: `Bearer ${standingTokenText('pro', 'otto')}` }
const query = 'SELECT campaign.id FROM campaign'
const wholeLists = {
  'a list of Google Ads': () => {
    sandbox.state().search.pageRows = 2
    const page = (pageToken?: string) => () =>
      get('search', '/v25/customers/4823109756/googleAds:search', {
        query,
        ...(pageToken === undefined ? {} : { pageToken }),
      })
    const readNextLink = ({ nextPageToken }: Json) =>
      nextPageToken === undefined ? undefined : page(String(nextPageToken))
    return walk(page(), readNextLink, 'results')
  },
  'a list of LinkedIn by token': () => {
    const path =
      '/rest/adAccounts?q=search&search=(status:(values:List(ACTIVE,DRAFT)),test:false)&pageSize=12&fields=id'
    const page = (after: string) => () => get('pro', `${path}${after}`, undefined, otto)
    const readNextLink = ({ metadata }: Json) => {
      const { nextPageToken } = metadata as { nextPageToken?: string }
      return nextPageToken === undefined ? undefined : page(`&pageToken=${nextPageToken}`)
    }
    return walk(page(''), readNextLink, 'elements')
  },
  'a list of LinkedIn by start': () => {
    const account = 'urn%3Ali%3AsponsoredAccount%3A512345678'
    const page = (path: string) => () => get('pro', path)
    const readNextLink = ({ paging }: Json) => {
      const { links } = paging as { links: { rel: string; href: string }[] }
      const next = links.find(({ rel }) => rel === 'next')
      return next && page(next.href)
    }
    return walk(
      page(`/rest/dmpSegments?q=account&account=${account}&start=0&count=5`),
      readNextLink,
      'elements',
    )
  },
}
const cursorLengths: Readonly<Record<string, number>> = {
  'a list of Google Ads': 600,
  'a list of LinkedIn by token': 400,
}

test.each(Object.entries(wholeLists))(
  '%s contains the same entries for every seed and ends with an empty page for some seeds',
  async (name, wholeList) => {
    await control(null)
    const readIds = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(readId(row))).sort()
    const plain = await wholeList()
    expect(plain).toMatchObject({ emptyPages: 0 })
    expect(plain.rows.length).toBeGreaterThan(4)
    const ends: number[] = []
    const lengths: number[] = []
    for (let number = 0; number < 8; number++) {
      await control(`walk-${number}`)
      const { rows, emptyPages, longest } = await wholeList()
      expect(readIds(rows)).toEqual(readIds(plain.rows))
      ends.push(emptyPages)
      lengths.push(longest)
    }
    expect(new Set(ends)).toEqual(new Set([0, 1]))
    const length = cursorLengths[name]
    if (length !== undefined) expect(Math.max(...lengths)).toBe(length)
  },
)

function readId(row: unknown): unknown {
  const { id, campaign } = row as { id?: unknown; campaign?: Json }
  return id ?? campaign?.['id']
}

describe('a null value for an absent field', () => {
  const across = async (path: string, platform: 'social' | 'pro' = 'social') => {
    const texts: string[] = []
    for (let number = 0; number < 8; number++) {
      await control(`null-${number}`)
      texts.push(await get(platform, path))
    }
    return texts
  }

  test('occurs in single objects and nested lists for some seeds, and never in a required field', async () => {
    const path =
      '/v26.0/120210000000000011?fields=id,name,daily_budget,lifetime_budget,adsets{id,name,daily_budget,lifetime_budget,end_time}'
    await control(null)
    const plain = JSON.parse(await get('social', path)) as Json
    expect(plain).not.toHaveProperty('lifetime_budget')
    const objects = (await across(path)).map((text) => JSON.parse(text) as Json)
    const entries = objects.map(({ adsets }) => (adsets as { data: Json[] }).data)
    expect(new Set(objects.map((object) => object['lifetime_budget']))).toEqual(new Set([null, undefined]))
    expect(entries.flat().some((entry) => Object.values(entry).includes(null))).toBe(true)
    for (const { id, name } of [...objects, ...entries.flat()]) {
      expect(String(id)).toMatch(/^\d+$/)
      expect(name).toBeTypeOf('string')
    }
  })

  test('occurs in single objects of LinkedIn for some seeds', async () => {
    const path = '/rest/adAccounts/512345678/adCampaigns/361084726?fields=id,name,dailyBudget,totalBudget'
    const results = (await across(path, 'pro')).map((text) => JSON.parse(text) as Json)
    expect(results.map(({ id }) => id)).toEqual(results.map(() => 361084726))
    expect(new Set(results.map((campaign) => campaign['totalBudget']))).toEqual(new Set([null, undefined]))
  })
})

describe('a reworded error message', () => {
  const seeds = Array.from({ length: 14 }, (_, number) => `word-${number}`)
  const collectErrors = async (path: string) => {
    const errors: Json[] = []
    for (const seed of seeds) {
      await control(seed)
      errors.push((JSON.parse(await get('social', path)) as { error: Json }).error)
    }
    return errors
  }

  test('shares no word with the original message and keeps its code and subcode', async () => {
    await control(null)
    const { error } = JSON.parse(await requests.missing()) as { error: Json }
    const words = new Set(String(error['message']).match(/\w{4,}/g))
    const errors = await collectErrors('/v26.0/999999999/campaigns')
    const otherErrors = errors.filter(({ message }) => message !== error['message'])
    expect(otherErrors.length).toBeGreaterThan(2)
    for (const { message, code, error_subcode } of otherErrors) {
      expect([code, error_subcode]).toEqual([100, 33])
      expect((String(message).match(/\w{4,}/g) ?? []).filter((word) => words.has(word))).toEqual([])
    }
  })

  test('keeps the words that no code represents', async () => {
    const errors = await collectErrors('/v26.0/act_1001200300400?fields=shoe_size')
    expect(new Set(errors.map(({ message }) => message)).size).toBeGreaterThan(2)
    for (const { message } of errors)
      expect(message).toContain('nonexisting field (shoe_size) on node type (AdAccount)')
  })

  test('keeps the words of a code only under that code, and drops them when the subcode decides', () => {
    const text = "(#100) Reduce the amount of data. It requires the 'ads_read' permission"
    const rewordWith = (code: number, subcode?: number) =>
      rewordError(text, definitionOf('social').variation.errorTexts, { code, subcode }, 0.9)
    expect(rewordWith(100)).toMatch(/ requires the 'ads_read' permission$/)
    expect(rewordWith(1, 99)).toMatch(/ Reduce the amount of data$/)
    expect(rewordWith(100, 33)).not.toMatch(/permission|data/)
  })

  test('keeps the path of each schema violation for LinkedIn', () => {
    const text = 'ERROR :: /objectiveType :: "X" is not an enum symbol\nERROR :: /name :: is required\n'
    expect(rewordError(text, definitionOf('pro').variation.errorTexts, {}, 0).split('\n')).toEqual([
      'ERROR :: /objectiveType :: Not accepted',
      'ERROR :: /name :: Not accepted',
      '',
    ])
  })

  test('has a documented reason for every text that it keeps', () => {
    for (const { reason } of platforms.flatMap(({ variation }) => variation.errorTexts.required))
      expect(reason).toMatch(/^[A-Z].{30,}\.$/)
  })
})

describe('each kind of variation', () => {
  const exchange = {
    method: 'GET',
    path: '/v26.0/1/campaigns',
    rawQuery: 'limit=2',
    query: new URLSearchParams('limit=2'),
    headers: {},
    body: Buffer.alloc(0),
    origin: 'http://localhost',
    now: 0,
    state: sandboxState(),
    effect: () => {},
    dispatchInner: () => null,
  }
  const rows = [
    { id: '1', name: 'A', daily_budget: '500', issues_info: [], stop_time: 'x', targeting: { clicks: 0 } },
    {
      id: '2',
      name: 'B',
      actions: [
        { action_type: 'a', value: '1' },
        { action_type: 'b', value: '2' },
      ],
    },
  ]
  const paging = { cursors: { before: 'b', after: 'a' } }
  const refusal = { error: { message: '(#100) Odd', code: 100, error_data: { blame_field_specs: [['a']] } } }
  const totals = { elements: [{ id: 1 }], paging: { start: 0, count: 10, total: 1 } }

  const listChanges = (kind: VariationKind) =>
    Array.from({ length: 40 }, (_, number) => {
      const variation = { seed: `${number}`, kinds: [kind] }
      const social = { platform: 'social', call: 'adaccounts.list' } as const
      const pro = { platform: 'pro', call: 'conversions.account' } as const
      return JSON.stringify([
        varyResponse(variation, definitionOf('social').variation, social, exchange, {
          status: 200,
          body: { data: rows, paging },
        }).body,
        varyResponse(variation, definitionOf('social').variation, social, exchange, {
          status: 400,
          body: refusal,
        }).body,
        varyResponse(variation, definitionOf('pro').variation, pro, exchange, { status: 200, body: totals })
          .body,
      ])
    })
  const expectedPatterns: Readonly<Record<VariationKind, RegExp>> = {
    numberOrText: /"daily_budget":500/,
    omitted: /"name":"A","daily_budget":"500","stop_time"/,
    nulls: /"id":"2".*"stop_time":null/,
    unknownFields: /delivery_hint/,
    order: /"id":"2".*"id":"1"/,
    wording: /"message":"(?!\(#100\) Odd)/,
    longCursors: /"after":"axVARx0{1094}"/,
    emptyLastPage: /"next":"http:\/\/localhost\/v26.0\/1\/campaigns\?limit=2&after=axENDx"/,
    offsetTotals: /"total":-1/,
    errorDataText: /"error_data":"\{/,
  }

  test.each(variationKinds)('occurs for some seeds and not for others: %s', (kind) => {
    const matchingChanges = listChanges(kind).filter((text) => expectedPatterns[kind].test(text))
    expect(matchingChanges.length).toBeGreaterThan(5)
    expect(matchingChanges.length).toBeLessThan(40)
  })

  test('keeps ids, names, error codes and content from callers unchanged', () => {
    for (const kind of variationKinds)
      for (const text of listChanges(kind)) {
        const [list, refused] = JSON.parse(text) as [{ data: Json[] }, { error: Json }]
        const sorted = list.data.toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])))
        expect(sorted.map(({ id, name }) => [id, name])).toEqual([
          ['1', 'A'],
          ['2', 'B'],
        ])
        expect(sorted[0]?.['targeting']).toEqual({ clicks: 0 })
        expect(refused.error['code']).toBe(100)
      }
  })

  test('is enabled by a seed', async () => {
    await control('seven')
    const { kinds } = (await (await fetch(`${sandbox.url}/_sandbox/variation`)).json()) as {
      kinds: VariationKind[]
    }
    expect([...kinds].sort()).toEqual([...variationKinds].sort())
  })

  function sandboxState() {
    // A variation reads the request and the response, but never the state.
    return {} as ReturnType<typeof sandbox.state>
  }
})
