import { describe, expect, test } from 'vitest'
import { toUpstreamResponse } from '../connector-kit/upstream.ts'
import { createdRow } from './rows.ts'
import {
  buildGraphRequest,
  type GraphCall,
  GraphRefusal,
  parseSocialPage,
  readBatchResponse,
  readGraphResponse,
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

describe('a call', () => {
  test('carries its token in a header alone', () => {
    const { url, headers } = buildGraphRequest(call, endpoints, 'EAAtoken')
    expect(headers).toEqual({ authorization: 'Bearer EAAtoken' })
    expect(url).toMatch(/^https:\/\/graph\.example\/v26\.0\/123\?fields=id&appsecret_proof=[0-9a-f]{64}$/)
  })

  test.each(['..', '.'])('refuses a piece of a path that is %s', (piece) => {
    expect(() => buildGraphRequest({ ...call, path: [piece, 'x'] }, endpoints, 't')).toThrow('pieces')
  })

  test.each(['a/b', '../me', '%2e%2e', 'a?b', 'a#b', '//x', '@x'])(
    'keeps %s within its piece of the path',
    (piece) => {
      const { url } = buildGraphRequest({ ...call, path: [piece, 'insights'] }, endpoints, 't')
      const { origin, pathname } = new URL(url)
      expect(origin).toBe('https://graph.example')
      expect(pathname.split('/')).toHaveLength(4)
      expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(piece)
    },
  )
})

describe('an answer', () => {
  test('keeps all digits of ids that come as bare numbers', () => {
    const body = readGraphResponse(
      batchResponse('{"report_run_id": 60239201490501234567, "n": 1, "s": "x,12345678901234567890]"}'),
    )
    expect(body).toEqual({ report_run_id: '60239201490501234567', n: 1, s: 'x,12345678901234567890]' })
  })

  test('that holds an error is a refusal, whatever its status', () => {
    const text = '{"error":{"message":"no","code":100}}'
    for (const status of [200, 400, 500])
      expect(() => readGraphResponse(batchResponse(text, status))).toThrow(GraphRefusal)
  })

  test('to a batch has an entry for each part: an answer, a refusal, or nothing', () => {
    const text = JSON.stringify([
      { code: 200, headers: [{ name: 'X-App-Usage', value: '{}' }], body: '{"data":[]}' },
      { code: 400, body: '{"error":{"code":100,"message":"(#100) no"}}' },
      null,
      { code: 200, body: '<html>' },
    ])
    const [first, second, third, fourth] = readBatchResponse(batchResponse(text))
    expect(first).toEqual({ body: { data: [] }, headers: { 'x-app-usage': '{}' } })
    expect(second).toBeInstanceOf(GraphRefusal)
    expect(third).toBeUndefined()
    expect(fourth).toBeInstanceOf(GraphRefusal)
  })

  test('to a batch that is too long is a refusal without a code', () => {
    const text = '{"error":{"message":"Too many requests in batch message.","type":"GraphBatchException"}}'
    expect(() => readBatchResponse(batchResponse(text))).toThrow(GraphRefusal)
  })
})

describe('a page', () => {
  test('keeps nothing of the links but where the neighbours begin', () => {
    const link = 'https://graph.example/v26.0/act_1/x?access_token=EAAsecret&fields=id&limit=25&after=QVFI'
    expect(
      parseSocialPage({ data: [{ id: '1' }], paging: { cursors: { after: 'z' }, next: link } }, createdRow),
    ).toEqual({
      rows: [{ id: '1' }],
      next: { after: 'QVFI', limit: '25' },
    })
  })

  test('keeps what tells the page before from the page after in time-based lists', () => {
    const link = 'https://graph.example/v26.0/1/x?since=1&__paging_token=enc_A&__previous=1&limit=25'
    expect(parseSocialPage({ data: [], paging: { previous: link } }, createdRow).previous).toEqual({
      since: '1',
      __paging_token: 'enc_A',
      __previous: '1',
      limit: '25',
    })
  })

  test('keeps a cursor of 2,500 characters, and is malformed with one of 10,000', () => {
    const page = (length: number) => ({
      data: [],
      paging: { next: `https://graph.example/v26.0/1/x?after=${'Q'.repeat(length)}` },
    })
    expect(parseSocialPage(page(2_500), createdRow).next?.['after']).toHaveLength(2_500)
    expect(() => parseSocialPage(page(10_000), createdRow)).toThrow(/paging.after/)
  })

  test.each([
    ['is no text', { href: 'https://graph.example/v26.0/1/x?after=QVFI' }],
    ['is no link', 'QVFI'],
    ['has no position', 'https://graph.example/v26.0/1/x?fields=id&limit=25'],
  ])('is malformed where the link to the next page %s, because the list would end early', (_, next) => {
    expect(() => parseSocialPage({ data: [{ id: '1' }], paging: { next } }, createdRow)).toThrow(
      /paging\.next/,
    )
  })

  test('ends where there is no link, even if there is a cursor', () => {
    expect(parseSocialPage({ data: [], paging: { cursors: { after: 'z' } } }, createdRow)).toEqual({
      rows: [],
    })
  })
})
