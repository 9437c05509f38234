// Fuzz test: Meta returns data or its own error format for every request. FUZZ_RUNS sets the number of
// requests.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'
import { socialPlatform } from './index.ts'

const social = useSocial()

const ids = fc.constantFrom(
  'me',
  'act_1001200300400',
  'act_1001200300402',
  '120210000000000011',
  '120210100000001000',
  '120210200000100000',
  '104500000000001',
  '104500000000001_2272',
  '17841400000000001',
  '17900000000000650',
  '990011',
  '330001',
  '440001',
  '700011',
  '220011',
  '23840000000000101',
  '102200000000101',
  '999',
  'act_',
  '__proto__',
  'toString',
  '%00',
  '1001200300400:x',
)
const edges = fc.constantFrom(
  ...new Set(socialPlatform.calls.flatMap(({ path }) => /\\\/(\w+)\\\/\?\$$/.exec(path.source)?.[1] ?? [])),
  'nothing',
  'constructor',
)
const names = fc.constantFrom(
  'fields',
  'limit',
  'after',
  'before',
  'filtering',
  'effective_status',
  'time_range',
  'time_ranges',
  'date_preset',
  'time_increment',
  'level',
  'sort',
  'q',
  'type',
  'class',
  'location_types',
  'name',
  'status',
  'daily_budget',
  'lifetime_budget',
  'execution_options',
  'rule',
  'subtype',
  'targeting',
  'creative',
  'adset_id',
  'campaign_id',
  'stop_time',
  'end_time',
  'start_time',
  'aggregation',
  'hashes',
  'upload_phase',
  'video_id',
  'file_url',
  'bytes',
  'batch',
  'special_ad_categories',
  'objective',
  'summary',
  'limit_type',
)
const values = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '[]',
    '{}',
    '[null]',
    '[{}]',
    'null',
    'true',
    '"x"',
    '{"since":"2026-01-01","until":"2026-02-01"}',
    '[{"field":"id","operator":"IN","value":[1]}]',
    'id,name',
    'adsets{ads{insights{spend}}}',
    'insights.date_preset(maximum){spend}',
    'a{',
    'PAUSED',
    'ACTIVE',
    '["ACTIVE"]',
    '9999999999999999999',
    'MAZDZD',
    'QVFIUkZD',
    '2026-13-45',
    '[{"method":"GET","relative_url":"me"},{"method":"PATCH","relative_url":"%zz"}]',
    '{"creative_id":"__proto__"}',
    '{"inclusions":{"operator":"or","rules":[{}]}}',
    'adgeolocation',
    'maximum',
  ),
  fc.string({ maxLength: 12 }),
)
const params = fc.dictionary(names, values, { maxKeys: 4 })
const methods = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'DELETE', 'PUT')

test('every fuzzed request returns data or an error in Meta’s format', async () => {
  const page = await social.pageToken()
  await fc.assert(
    fc.asyncProperty(
      methods,
      ids,
      fc.option(edges, { nil: undefined }),
      params,
      fc.boolean(),
      async (method, id, edge, fuzzedParams, asPage) => {
        const query = new URLSearchParams(fuzzedParams)
        const url = `${social.sandbox.url}/v26.0/${id}${edge === undefined ? '' : `/${edge}`}`
        // Other tests cover the OAuth calls.
        if (edge === 'oauth' || edge === 'permissions') return
        const response = await fetch(method === 'POST' ? url : `${url}?${query}`, {
          method,
          headers: { authorization: `Bearer ${asPage ? page : social.token()}` },
          ...(method === 'POST' ? { body: query } : {}),
        })
        const text = await response.text()
        expect([200, 400, 403]).toContain(response.status)
        const body = JSON.parse(text)
        if (response.status !== 200) {
          expect(body.error).toMatchObject({
            message: expect.any(String),
            type: expect.any(String),
            code: expect.any(Number),
          })
        }
        expect(response.headers.get('x-fb-trace-id')).toBeTruthy()
      },
    ),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500) },
  )
})
