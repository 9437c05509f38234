import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { join } from 'node:path'
import type { ErrorCode } from '@adrail/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectEnvelope, expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { newFolder } from '../../testing/folders.ts'
import { openConnection, requestText, sendBytes } from '../../testing/rawHttp.ts'
import { type RawResponse, readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const json = () => ({ 'x-api-key': service.apiKey, 'content-type': 'application/json' })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  readResponse(service.send(path, { method: 'POST', headers: { ...json(), ...headers }, body }))

describe('every answer is the envelope, with its request id and the version', () => {
  test('after success [R1.2, R1.2.success, R1.3, R7.1, R7.2.request-id, R9.version]', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await readResponse(service.send(path))
      expect(response.status).toBe(200)
      expect(expectEnvelope(response)).toMatchObject({ success: true, results: { success: true, error: '' } })
    }
    expectSuccess('user/list_users', await post('/user/list_users', '{}'))
  })

  test('after failure, with the status its code has in the table [R1.2, R1.2.success, R1.3, R7.1, R7.2, R7.2.members, R7.3.table, R9.version]', async () => {
    const { text: readOnly } = await service.newKey({ scopes: ['read'] })
    const failures: [ErrorCode, RawResponse][] = [
      ['MALFORMED_REQUEST', await sendBytes(service.url, 'no request\r\n\r\n')],
      ['INVALID_JSON', await post('/user/create_user', '')],
      ['INVALID_FIELD', await post('/user/create_user', '{}')],
      ['INVALID_CURSOR', await post('/user/list_users', '{"pagination":"x"}')],
      ['INVALID_IDEMPOTENCY_KEY', await post('/user/list_users', '{}', { 'idempotency-key': 'a b' })],
      ['UNAUTHENTICATED', await post('/user/list_users', '{}', { 'x-api-key': 'x' })],
      ['FORBIDDEN', await post('/user/create_user', '{}', { 'x-api-key': readOnly })],
      ['UNKNOWN_OPERATION', await post('/user/nothing', '{}')],
      ['USER_NOT_FOUND', await post('/user/get_profile', '{"userId":"usr_x"}')],
      ['METHOD_NOT_ALLOWED', await post('/healthz', '{}')],
      ['BODY_TOO_LARGE', await post('/user/create_user', ' '.repeat(300_000))],
      ['URL_TOO_LONG', await post(`/${'x'.repeat(3000)}`, '{}')],
      ['UNSUPPORTED_MEDIA_TYPE', await post('/user/create_user', '{}', { 'content-type': 'text/xml' })],
      ['HEADERS_TOO_LARGE', await post('/user/create_user', '{}', { 'x-padding': 'p'.repeat(20_000) })],
    ]
    for (const [code, response] of failures) expectRefusal(response, code)
  })

  test('no browser frames a response or runs it as a page, and TRACE returns nothing of the request', async () => {
    const secret = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    for (const response of [
      await service.send('/user/list_users', { method: 'POST', body: '{}', headers: secret }),
      await service.send('/user/list_users', { method: 'POST', body: 'x' }),
      await service.send('/nothing'),
      await service.send('/openapi.json'),
      await service.send('/healthz'),
    ])
      expect(response.headers.get('content-security-policy'), response.url).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'/,
      )
    const host = new URL(service.url).host
    const traced = await sendBytes(
      service.url,
      `TRACE / HTTP/1.1\r\nhost: ${host}\r\nx-own: mirrored\r\n\r\n`,
    )
    expect(traced.text).not.toContain('mirrored')
    expect(traced.status).toBeGreaterThanOrEqual(400)
  })

  test("the caller's own request id never takes the place of ours", async () => {
    const response = await post('/user/list_users', '{}', { 'x-request-id': 'req_mine' })
    expect(expectEnvelope(response).requestId).not.toBe('req_mine')
  })

  test('two answers never have the same request id', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => post('/user/list_users', '{}')))
    expect(new Set(responses.map((response) => expectEnvelope(response).requestId)).size).toBe(50)
  })
})

describe('what is addressed', () => {
  test.each([
    '/nothing',
    '/user',
    '/user/',
    '/user/create_user/',
    '/user/create_user/more',
    '/USER/CREATE_USER',
    '/user/get_user',
    '//user/create_user',
    '/user/__proto__',
    '/constructor/toString',
    '/user/create_user%00',
    '/docs/nothing',
    '/user%2Flist_users',
    '/user%2flist_users',
    '/connect%2Fx',
  ])('an unknown path (%s) answers 404 in the envelope [R7.3.unknown-path]', async (path) => {
    expectRefusal(await post(path, '{}'), 'UNKNOWN_OPERATION')
  })

  test.each(['/%zz', '/%', '/user/%c0%80', '/docs/%zz', '/%zz?x=%zz'])(
    'a path that cannot be decoded (%s) answers 404 in the envelope',
    async (path) => {
      for (const method of ['GET', 'POST'])
        expectRefusal(
          await sendBytes(service.url, requestText(`${method} ${path} HTTP/1.1`, { host: 'x' })),
          'UNKNOWN_OPERATION',
        )
    },
  )

  test('an unknown path answers alike with every method', async () => {
    for (const method of METHODS.filter((each) => each !== 'CONNECT' && each !== 'HEAD'))
      expectRefusal(
        await sendBytes(service.url, requestText(`${method} /nothing HTTP/1.1`, { host: 'x' })),
        'UNKNOWN_OPERATION',
      )
  })

  test.each(METHODS.filter((method) => !['POST', 'HEAD', 'CONNECT'].includes(method)))(
    'an operation asked with %s answers 405 and names POST [R7.3.method, R1.1]',
    async (method) => {
      const response = await sendBytes(
        service.url,
        requestText(
          `${method} /user/list_users HTTP/1.1`,
          { host: 'x', 'content-length': 2, ...json() },
          '{}',
        ),
      )
      expect(expectRefusal(response, 'METHOD_NOT_ALLOWED').error).toContain('POST')
      expect(response.headers.get('allow')).toBe('POST')
    },
  )

  test('an operation asked with HEAD answers 405 with the headers of the envelope', async () => {
    const { status, headers, text } = await readResponse(service.send('/user/list_users', { method: 'HEAD' }))
    expect({ status, text }).toEqual({ status: 405, text: '' })
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: 'POST',
      'adrail-version': '1',
      'cache-control': 'no-store',
    })
  })

  test('CONNECT answers 405: the service is no proxy', async () => {
    const response = await sendBytes(
      service.url,
      requestText('CONNECT example.com:443 HTTP/1.1', { host: 'example.com:443' }),
    )
    expectRefusal(response, 'METHOD_NOT_ALLOWED')
    expect(response.headers.get('allow')).toBe('POST')
    // Nor does it harm the service when the client does not wait for the answer.
    for (let index = 0; index < 20; index++) {
      const connection = await openConnection(service.url)
      connection.socket.write(requestText('CONNECT example.com:443 HTTP/1.1', { host: 'x' }), () =>
        connection.socket.resetAndDestroy(),
      )
    }
    expect((await service.send('/healthz')).status).toBe(200)
  })

  test.each(['/', '/healthz', '/readyz', '/openapi.json', '/llms.txt', '/docs', '/docs/'])(
    '%s asked with POST answers 405 and names GET',
    async (path) => {
      const response = await post(path, '{}')
      expectRefusal(response, 'METHOD_NOT_ALLOWED')
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    },
  )

  test('the method is checked however the address of an operation is written', async () => {
    for (const target of [
      'http://adrail.example/user/list_users',
      '/user/list_users?a=1',
      '/user/list%5Fusers',
    ]) {
      const response = await sendBytes(service.url, requestText(`GET ${target} HTTP/1.1`, { host: 'x' }))
      expectRefusal(response, 'METHOD_NOT_ALLOWED')
    }
    expectRefusal(
      await sendBytes(service.url, requestText('OPTIONS * HTTP/1.1', { host: 'x' })),
      'UNKNOWN_OPERATION',
    )
  })

  test('whatever is addressed, the answer is the envelope and no fault of the service', async () => {
    const parts = fc.constantFrom(
      '/',
      '//',
      '%',
      '%2f',
      '%00',
      '%e2%82',
      '%ff',
      '?',
      '#',
      ';',
      '.',
      '..',
      '*',
      ':',
      '@',
      '\\\\',
      'user',
      'list_users',
      'docs',
      'http://',
      '\u00e9',
    )
    const target = fc.array(fc.oneof(parts, fc.stringMatching(/^[!-~]{0,6}$/)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(target, fc.constantFrom('GET', 'PUT', 'POST', 'OPTIONS'), async (segments, method) => {
        const path = `/${segments.join('')}`
        // The reference page answers its own paths, with HTML.
        fc.pre(!/^\/+docs/.test(path))
        const response = await sendBytes(
          service.url,
          requestText(`${method} ${path} HTTP/1.1`, { host: 'x' }),
        )
        expectEnvelope(response)
        expect(response.status).toBeLessThan(500)
      }),
      { numRuns: 500 },
    )
  })

  test('a URL of 2,048 bytes is read, one byte more is refused [R7.3.headers]', async () => {
    const path = '/user/list_users?'
    const exactly = path + 'x'.repeat(2048 - path.length)
    expectEnvelope(await post(exactly, '{}'))
    expect((await post(exactly, '{}')).status).toBe(200)
    expectRefusal(await post(`${exactly}x`, '{}'), 'URL_TOO_LONG')
    expectRefusal(await post(`/${'x'.repeat(2048)}`, '{}'), 'URL_TOO_LONG')
    // To a program also where a page would be.
    for (const path of [
      `/connect/${'x'.repeat(2048)}`,
      `/connect/x?${'x'.repeat(2048)}`,
      `/connect/callback/search?code=${'x'.repeat(8192)}`,
    ])
      expectRefusal(await readResponse(service.send(path)), 'URL_TOO_LONG')
  })
})

describe('what is not HTTP', () => {
  test.each([
    ['garbage', '\u0000\u0001\u0002 not http at all\r\n\r\n'],
    ['a made-up method', 'BREW /user/list_users HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a made-up protocol', 'POST /user/list_users SMTP/1.0\r\n\r\n'],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: value\r\n\r\n'],
    ['a header folded over lines', 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\nno colon\r\n\r\n'],
    [
      'a length that is no number',
      'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
    ],
    ['a length below zero', 'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST /user/list_users HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'both length headers',
      'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an encrypted greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['a greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('%s answers 400 in the envelope and ends the connection [R1.2]', async (_, bytes) => {
    const connection = await openConnection(service.url)
    connection.write(Buffer.from(bytes, 'latin1'))
    const response = await connection.readResponse()
    expectRefusal(response, 'MALFORMED_REQUEST')
    expect(response.headers.get('connection')).toBe('close')
    expect(await connection.readToEnd()).toBe('')
    connection.close()
  })

  test('a chunked body with a broken chunk answers 400 in the envelope', async () => {
    const headers = { host: 'x', 'transfer-encoding': 'chunked', ...json() }
    const response = await sendBytes(
      service.url,
      requestText('POST /user/list_users HTTP/1.1', headers, 'zz\r\n{}\r\n'),
    )
    expectRefusal(response, 'MALFORMED_REQUEST')
  })

  test('headers up to 16 kB are read, larger ones answer 431 [R7.3.headers]', async () => {
    const padded = (size: number) =>
      requestText('GET /healthz HTTP/1.1', { host: 'x', 'x-padding': 'p'.repeat(size) })
    expectEnvelope(await sendBytes(service.url, padded(15_000)))
    expectRefusal(await sendBytes(service.url, padded(17_000)), 'HEADERS_TOO_LARGE')
    // The answer arrives also when far more was sent than is read.
    expectRefusal(await sendBytes(service.url, padded(4_000_000)), 'HEADERS_TOO_LARGE')
  })

  test('a request without Host, or of HTTP/1.0, is answered like any other', async () => {
    for (const version of ['1.1', '1.0']) {
      const headers = { 'content-length': 2, ...json() }
      const response = await sendBytes(
        service.url,
        requestText(`POST /user/list_users HTTP/${version}`, headers, '{}'),
      )
      expectEnvelope(response)
      expect(response.status).toBe(200)
    }
  })

  test('Expect: 100-continue is honoured, any other expectation answers 417', async () => {
    const connection = await openConnection(service.url)
    const headers = { host: 'x', 'content-length': 2, ...json() }
    connection.write(requestText('POST /user/list_users HTTP/1.1', { ...headers, expect: '100-continue' }))
    expect((await connection.readResponse()).status).toBe(100)
    connection.write('{}')
    expect((await connection.readResponse()).status).toBe(200)
    connection.close()

    const refused = await sendBytes(
      service.url,
      requestText('POST /user/list_users HTTP/1.1', { ...headers, expect: 'tea' }, '{}'),
    )
    expectRefusal(refused, 'EXPECTATION_FAILED')
  })

  test('a client that hangs up in the middle of a body does the service no harm', async () => {
    for (let index = 0; index < 20; index++) {
      const connection = await openConnection(service.url)
      const headers = { host: 'x', 'content-length': 100, expect: '100-continue', ...json() }
      connection.write(requestText('POST /user/list_users HTTP/1.1', headers))
      await connection.readResponse()
      connection.write('{"pagination":')
      if (index % 2 === 0) connection.close()
      else connection.socket.resetAndDestroy()
    }
    expect((await post('/user/list_users', '{}')).status).toBe(200)
  })

  test('a body that ends early because the client closed its side answers 400', async () => {
    const connection = await openConnection(service.url)
    const headers = { host: 'x', 'content-length': 100, ...json() }
    connection.write(requestText('POST /user/list_users HTTP/1.1', headers, '{"pagination":'))
    connection.socket.end()
    expectRefusal(await connection.readResponse(), 'MALFORMED_REQUEST')
    connection.close()
  })

  test('requests sent one after another without waiting are answered in their order', async () => {
    const connection = await openConnection(service.url)
    const headers = { host: 'x', 'content-length': 2, ...json() }
    const good = requestText('POST /user/list_users HTTP/1.1', headers, '{}')
    connection.write(`${good}${requestText('GET /nothing HTTP/1.1', { host: 'x' })}${good}`)
    const statuses = []
    for (let index = 0; index < 3; index++) statuses.push((await connection.readResponse()).status)
    expect(statuses).toEqual([200, 404, 200])
    connection.close()
  })
})

describe('what comes too slowly', () => {
  const slow = useService({
    environment: { HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '200', RATE_LIMIT_IN_FLIGHT: '1' },
  })
  const headersOf = (apiKey: string) => ({
    host: 'x',
    'x-api-key': apiKey,
    'content-type': 'application/json',
    'content-length': 100,
  })

  test('headers that do not arrive answer 408, and the connection ends [R7.3.timeout]', async () => {
    const connection = await openConnection(slow.url)
    connection.write('POST /user/list_users HTTP/1.1\r\nHost: x\r\n')
    expectRefusal(await connection.readResponse(), 'REQUEST_TIMEOUT')
    expect(await connection.readToEnd()).toBe('')
    connection.close()
  })

  test('a body that does not arrive answers 408, and its place is free again [R7.3.timeout]', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      // The client keeps its side open all the time: the service must let go by itself.
      const connection = await openConnection(slow.url)
      connection.write(
        requestText('POST /user/list_users HTTP/1.1', headersOf(slow.apiKey), '{"pagination":'),
      )
      expectRefusal(await connection.readResponse(), 'REQUEST_TIMEOUT')
      expect(await connection.readToEnd()).toBe('')
      const next = await slow.call('user/list_users', {})
      expect(next.status).toBe(200)
      connection.close()
    }
  })
})

describe('what breaks two rules at once is told the first, in the order of the checks', () => {
  const large = JSON.stringify({ name: 'x'.repeat(300_000) })

  test('the path comes before the method and the key', async () => {
    expectRefusal(await readResponse(service.send('/user/nothing')), 'UNKNOWN_OPERATION')
  })

  test('the method comes before the key', async () => {
    expectRefusal(await readResponse(service.send('/user/create_user')), 'METHOD_NOT_ALLOWED')
  })

  test('the key comes before media type, size and JSON', async () => {
    for (const body of ['not json', large])
      expectRefusal(
        await readResponse(service.send('/user/create_user', { method: 'POST', body })),
        'UNAUTHENTICATED',
      )
    expectRefusal(
      await post('/user/create_user', large, { 'x-api-key': 'adr_wrong', 'content-encoding': 'gzip' }),
      'UNAUTHENTICATED',
    )
  })

  test('the scope comes before media type, size and JSON', async () => {
    const { text } = await service.newKey({ scopes: ['read'] })
    for (const body of ['not json', large])
      expectRefusal(
        await post('/user/create_user', body, { 'x-api-key': text, 'content-type': 'text/plain' }),
        'FORBIDDEN',
      )
  })

  test('the media type comes before the size', async () => {
    expectRefusal(
      await post('/user/create_user', large, { 'content-type': 'text/plain' }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  test('the size comes before the JSON', async () => {
    expectRefusal(await post('/user/create_user', 'not json'.repeat(40_000)), 'BODY_TOO_LARGE')
  })

  test('the body comes before the user', async () => {
    const body = JSON.stringify({ userId: 'usr_unknown', platform: 'NOWHERE' })
    expect(expectRefusal(await post('/auth/create_link', body), 'INVALID_FIELD').field).toBe('platform')
  })

  test('the user comes before the Idempotency-Key, and that before what is not built yet', async () => {
    const { results } = await service.call('user/create_user', { name: 'Ada' })
    const bad = { 'idempotency-key': 'two words' }
    const unknown = JSON.stringify({ userId: 'usr_unknown', locationAssetIds: ['1'] })
    expectRefusal(await post('/search/create_location_group', unknown, bad), 'USER_NOT_FOUND')
    const knownUser = JSON.stringify({ userId: results.user.userId, locationAssetIds: ['1'] })
    expectRefusal(await post('/search/create_location_group', knownUser, bad), 'INVALID_IDEMPOTENCY_KEY')
  })
})

describe('what nobody foresaw', () => {
  const logFile = join(newFolder('adrail-log-'), 'adrail.log')
  const broken = useService({ logFile })

  test('a fault inside the service answers 500 without internals, and the log has it under the requestId [R7.3.internal, R7.2.request-id]', async () => {
    await sql`alter table users rename to elsewhere`.execute(broken.app.store.db)
    const response = await readResponse(
      broken.send('/user/create_user', {
        method: 'POST',
        headers: { 'x-api-key': broken.apiKey, 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
      }),
    )
    const { error } = expectRefusal(response, 'INTERNAL')
    expect(response.text).not.toMatch(/users|table|relation|sqlite|postgres|select|insert|\bat /i)
    expect(error).toContain('requestId')

    const { requestId } = expectEnvelope(response)
    const lines = readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(requestId))
    expect(lines.join()).toMatch(/no such table|does not exist/)
    // The next request finds a service that still answers.
    expect((await broken.send('/healthz')).status).toBe(200)
  })
})
