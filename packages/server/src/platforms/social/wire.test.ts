import { describe, expect, test } from 'vitest'
import { toUpstreamResponse } from '../connector-kit/upstream.ts'
import { createdRow } from './rows.ts'
import {
  buildGraphRequest,
  type GraphCall,
  GraphRefusal,
  parseBatchResponse,
  parseGraphResponse,
  parseSocialPage,
} from './wire.ts'

const endpoints = {
  apiUrl: 'https://graph.example',
  authorizeUrl: '',
  tokenUrl: '',
  version: 'v26.0',
  clientId: 'app',
  clientSecret: 'secret',
}
const call: GraphCall = {
  method: 'GET',
  path: ['123'],
  params: { fields: 'id' },
  token: 'user',
  bucket: { type: 'ads_management', object: '1' },
}
const batchResponse = (text: string, status = 200) =>
  toUpstreamResponse({ status, headers: {} }, Buffer.from(text))

describe('a request to the Graph API', () => {
  test('contains its access token only in a header', () => {
    const { url, headers } = buildGraphRequest(call, endpoints, 'EAAtoken')
    expect(headers).toEqual({ authorization: 'Bearer EAAtoken' })
    expect(url).toMatch(/^https:\/\/graph\.example\/v26\.0\/123\?fields=id&appsecret_proof=[0-9a-f]{64}$/)
  })

  test.each(['..', '.'])('is refused when a path segment is "%s"', (piece) => {
    expect(() => buildGraphRequest({ ...call, path: [piece, 'x'] }, endpoints, 't')).toThrow('pieces')
  })

  test.each(['a/b', '../me', '%2e%2e', 'a?b', 'a#b', '//x', '@x'])(
    'encodes %s so that it stays within its path segment',
    (piece) => {
      const { url } = buildGraphRequest({ ...call, path: [piece, 'insights'] }, endpoints, 't')
      const { origin, pathname } = new URL(url)
      expect(origin).toBe('https://graph.example')
      expect(pathname.split('/')).toHaveLength(4)
      expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(piece)
    },
  )
})

describe('a response of the Graph API', () => {
  test('is parsed with all digits of ids that are JSON numbers', () => {
    const body = parseGraphResponse(
      batchResponse('{"report_run_id": 60239201490501234567, "n": 1, "s": "x,12345678901234567890]"}'),
    )
    expect(body).toEqual({ report_run_id: '60239201490501234567', n: 1, s: 'x,12345678901234567890]' })
  })

  test('is parsed as a refusal when it contains an error, regardless of its status', () => {
    const text = '{"error":{"message":"no","code":100}}'
    for (const status of [200, 400, 500])
      expect(() => parseGraphResponse(batchResponse(text, status))).toThrow(GraphRefusal)
  })

  test('to a batch is parsed as a body, a refusal or undefined for each part', () => {
    const text = JSON.stringify([
      { code: 200, headers: [{ name: 'X-App-Usage', value: '{}' }], body: '{"data":[]}' },
      { code: 400, body: '{"error":{"code":100,"message":"(#100) no"}}' },
      null,
      { code: 200, body: '<html>' },
    ])
    const [first, second, third, fourth] = parseBatchResponse(batchResponse(text))
    expect(first).toEqual({ body: { data: [] }, headers: { 'x-app-usage': '{}' } })
    expect(second).toBeInstanceOf(GraphRefusal)
    expect(third).toBeUndefined()
    expect(fourth).toBeInstanceOf(GraphRefusal)
  })

  test('to a batch is parsed as a refusal when Meta rejects the whole batch without a code', () => {
    const text = '{"error":{"message":"Too many requests in batch message.","type":"GraphBatchException"}}'
    expect(() => parseBatchResponse(batchResponse(text))).toThrow(GraphRefusal)
  })
})

describe('a page of a Graph API list', () => {
  test('keeps only the cursor and the limit of its link to the next page', () => {
    const link = 'https://graph.example/v26.0/act_1/x?access_token=EAAsecret&fields=id&limit=25&after=QVFI'
    expect(
      parseSocialPage({ data: [{ id: '1' }], paging: { cursors: { after: 'z' }, next: link } }, createdRow),
    ).toEqual({
      rows: [{ id: '1' }],
      next: { after: 'QVFI', limit: '25' },
    })
  })

  test('keeps the parameters that mark the previous page of a time-based list', () => {
    const link = 'https://graph.example/v26.0/1/x?since=1&__paging_token=enc_A&__previous=1&limit=25'
    expect(parseSocialPage({ data: [], paging: { previous: link } }, createdRow).previous).toEqual({
      since: '1',
      __paging_token: 'enc_A',
      __previous: '1',
      limit: '25',
    })
  })

  test('keeps a cursor of 2,500 characters, and is malformed with a cursor of 10,000 characters', () => {
    const page = (length: number) => ({
      data: [],
      paging: { next: `https://graph.example/v26.0/1/x?after=${'Q'.repeat(length)}` },
    })
    expect(parseSocialPage(page(2_500), createdRow).next?.['after']).toHaveLength(2_500)
    expect(() => parseSocialPage(page(10_000), createdRow)).toThrow(/paging.after/)
  })

  test.each([
    ['is not text', { href: 'https://graph.example/v26.0/1/x?after=QVFI' }],
    ['is not a URL', 'QVFI'],
    ['has no cursor', 'https://graph.example/v26.0/1/x?fields=id&limit=25'],
  ])('is malformed when the link to the next page %s, because the list would end early', (_, next) => {
    expect(() => parseSocialPage({ data: [{ id: '1' }], paging: { next } }, createdRow)).toThrow(
      /paging\.next/,
    )
  })

  test('is the last page when it has no link to the next page, even if it has a cursor', () => {
    expect(parseSocialPage({ data: [], paging: { cursors: { after: 'z' } } }, createdRow)).toEqual({
      rows: [],
    })
  })
})
