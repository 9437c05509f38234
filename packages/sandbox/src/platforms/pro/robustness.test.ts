// Fuzz tests: LinkedIn returns its own error format for every request, never crashes, and never changes data
// without a permission.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { errorDefinitions } from './errors.ts'
import { decodeValue, encodeLeaf, type RestliValue } from './restli.ts'

const { sandbox, call, json, patch, create } = usePro()
/** FUZZ_RUNS sets how many queries and bodies are sent. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 200)

const encode = (value: RestliValue): string => {
  if (typeof value === 'string') return encodeLeaf(value)
  if (Array.isArray(value)) return `List(${value.map(encode).join(',')})`
  return `(${Object.entries(value)
    .map(([key, member]) => `${encodeLeaf(key)}:${encode(member)}`)
    .join(',')})`
}

const { value: structure } = fc.letrec<{ value: RestliValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('decodeValue restores every Rest.li structure that is encoded', () => {
  fc.assert(
    fc.property(structure, (value) => {
      expect(decodeValue(encode(value))).toEqual(value)
    }),
    { numRuns: 500 },
  )
})

const word = fc.oneof(
  fc.constantFrom(
    'q',
    'ids',
    'search',
    'fields',
    'start',
    'count',
    'pageSize',
    'pageToken',
    'account',
    'accounts',
  ),
  fc.constantFrom('campaigns', 'sortOrder', 'constructor', '__proto__', 'toString', 'q=search', 'a.b[0]'),
)
const piece = fc.oneof(
  fc.constantFrom(
    'search',
    'account',
    'criteria',
    'List()',
    'List(1,2)',
    '(status:(values:List(ACTIVE)))',
    "''",
    '%',
  ),
  fc.constantFrom(
    'urn%3Ali%3AsponsoredAccount%3A512345678',
    '(__proto__:(values:List(a)))',
    '-1',
    '1e9',
    '((',
    'id:(a',
  ),
  structure.map(encode),
)
const query = fc
  .array(fc.tuple(word, piece), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))
const path = fc.constantFrom(
  '/rest/adAccounts',
  '/rest/adAccounts/512345678',
  '/rest/adAccountUsers',
  '/rest/adAccountUsers/(account:x,user:y)',
  '/rest/dmpSegments',
  '/rest/dmpSegments/21400801',
  '/rest/adSegments',
  '/rest/organizationsLookup',
  '/rest/adAccounts/512345678/adCampaigns',
  '/rest/adAccounts/512345678/adCampaigns/361084726',
  '/rest/adAccounts/512345678/adCampaignGroups',
  '/rest/adAccounts/512345678/creatives',
  '/rest/adAccounts/constructor',
  '/rest/adAccounts/512345678/adCampaigns/__proto__',
)
const method = fc.constantFrom({}, { 'x-restli-method': 'FINDER' }, { 'x-restli-protocol-version': '1.0.0' })

test('a fuzzed query of a LinkedIn resource returns 200 or a client error', async () => {
  await fc.assert(
    fc.asyncProperty(path, query, method, async (target, text, headers) => {
      const { status } = await call(`${target}?${text}`, { headers })
      expect([200, 400, 403, 404, 414]).toContain(status)
    }),
    { numRuns: runs },
  )
})

const member = fc.constantFrom(
  'dailyBudget',
  'status',
  'name',
  'runSchedule',
  'targetingCriteria',
  '$set',
  '$delete',
  'id',
  'colour',
)
const content = fc.oneof(
  fc.constantFrom<unknown>(
    { amount: '75.00', currencyCode: 'USD' },
    'ACTIVE',
    ['totalBudget'],
    { $set: { amount: '1e5' } },
    null,
  ),
  fc.constantFrom<unknown>(
    { amount: '-5', currencyCode: 'USD' },
    { start: 5, end: 4 },
    { $set: { $set: { $set: 1 } } },
  ),
  fc.jsonValue(),
)
const change = fc.oneof(
  fc.jsonValue(),
  fc.record({ patch: fc.dictionary(member, content, { maxKeys: 4, noNullPrototype: true }) }),
  fc.record({
    patch: fc.record({ $set: fc.dictionary(member, content, { maxKeys: 4, noNullPrototype: true }) }),
  }),
)

test('a fuzzed write returns 204 or a client error, and a refused write changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/rest/adAccounts/512345678/adCampaigns/361084726',
        '/rest/adAccounts/512345678/adCampaignGroups/640118001',
        '/rest/adAccounts/512345678/creatives/urn%3Ali%3AsponsoredCreative%3A295104001',
      ),
      change,
      async (target, body) => {
        const before = JSON.stringify(sandbox.state().pro)
        const { status } = await patch(target, body)
        expect([204, 400, 403, 422]).toContain(status)
        if (status !== 204) expect(JSON.stringify(sandbox.state().pro)).toBe(before)
        else sandbox.state().pro = JSON.parse(before)
      },
    ),
    { numRuns: Math.ceil(runs / 4) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/rest/dmpSegments',
        '/rest/adAccounts/512345678/adCampaigns',
        '/rest/adAccounts/512345678/creatives',
      ),
      fc.oneof(fc.jsonValue(), fc.dictionary(member, content, { noNullPrototype: true })),
      async (target, body) => {
        const before = JSON.stringify(sandbox.state().pro)
        const { status } = await create(target, body)
        expect([400, 403, 422]).toContain(status)
        expect(JSON.stringify(sandbox.state().pro)).toBe(before)
      },
    ),
    { numRuns: Math.ceil(runs / 4) },
  )
})

test('every known LinkedIn error can be injected by its name and by its service error code', async () => {
  for (const definition of errorDefinitions) {
    const names = [
      definition.code,
      ...(definition.serviceErrorCode === undefined ? [] : [String(definition.serviceErrorCode)]),
    ]
    for (const code of names) {
      sandbox.faults.order({
        platform: 'pro',
        call: 'me.get',
        kind: 'status',
        status: definition.status,
        code,
      })
      const { status, body, headers } = await json('/rest/me')
      expect([status, body.status, body.code]).toEqual([
        definition.status,
        definition.status,
        definition.code,
      ])
      expect(headers.get('x-li-uuid')).toBeTruthy()
    }
  }
})

test('a token reaches only the resources that its scopes permit', async () => {
  const limited = sandbox.state()
  const token = Object.values(limited.tokens).find(
    ({ platform, kind }) => platform === 'pro' && kind === 'access',
  )
  if (token === undefined) throw new Error('the starting world has no token')
  const narrow = (scopes: string[]) => {
    limited.tokens['narrow'] = { ...token, text: 'narrow', person: 'ada', scopes }
    return { authorization: 'Bearer narrow' }
  }
  const status = async (target: string, scopes: string[]) =>
    (await call(target, { headers: narrow(scopes) })).status
  const campaign = '/rest/adAccounts/512345678/adCampaigns/361084726'
  expect(await status('/rest/me', ['openid', 'profile'])).toBe(403)
  expect(await status('/rest/me', ['r_basicprofile'])).toBe(200)
  expect(await status('/rest/adAccounts?q=search', ['r_basicprofile'])).toBe(403)
  expect(await status('/rest/adAccounts?q=search', ['r_ads'])).toBe(200)
  expect(await status('/rest/organizationAcls?q=roleAssignee', ['r_ads'])).toBe(403)
  const budget = { patch: { $set: { dailyBudget: { amount: '75.00', currencyCode: 'USD' } } } }
  const refused = await patch(campaign, budget, { headers: narrow(['r_ads']) })
  expect(refused.body.message).toBe(
    'Not enough permissions to access: partnerApiAdCampaigns.PARTIAL_UPDATE.20260901',
  )
  expect((await patch(campaign, budget, { headers: narrow(['rw_ads']) })).status).toBe(204)
})
