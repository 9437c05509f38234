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

describe('every response', () => {
  test('is an envelope with its request id and the version after a success [R1.2, R1.2.success, R1.3, R7.1, R7.2.request-id, R9.version]', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await readResponse(service.send(path))
      expect(response.status).toBe(200)
      expect(expectEnvelope(response)).toMatchObject({ success: true, results: { success: true, error: '' } })
    }
    expectSuccess('user/list_users', await post('/user/list_users', '{}'))
  })

  test('is an envelope with the status of its error code after a failure [R1.2, R1.2.success, R1.3, R7.1, R7.2, R7.2.members, R7.3.table, R9.version]', async () => {
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

  test('has a Content-Security-Policy against framing and active content, and repeats nothing of a TRACE request', async () => {
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

  test('has a request id from adrail, even if the caller sends a request id', async () => {
    const response = await post('/user/list_users', '{}', { 'x-request-id': 'req_mine' })
    expect(expectEnvelope(response).requestId).not.toBe('req_mine')
  })

  test('has a unique request id among 50 concurrent responses', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => post('/user/list_users', '{}')))
    expect(new Set(responses.map((response) => expectEnvelope(response).requestId)).size).toBe(50)
  })
})

describe('the router', () => {
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
  ])('returns 404 in the envelope for the unknown path %s [R7.3.unknown-path]', async (path) => {
    expectRefusal(await post(path, '{}'), 'UNKNOWN_OPERATION')
  })

  test.each(['/%zz', '/%', '/user/%c0%80', '/docs/%zz', '/%zz?x=%zz'])(
    'returns 404 in the envelope for a path that cannot be decoded: %s',
    async (path) => {
      for (const method of ['GET', 'POST'])
        expectRefusal(
          await sendBytes(service.url, requestText(`${method} ${path} HTTP/1.1`, { host: 'x' })),
          'UNKNOWN_OPERATION',
        )
    },
  )

  test('returns UNKNOWN_OPERATION for an unknown path with every method except CONNECT and HEAD', async () => {
    for (const method of METHODS.filter((each) => each !== 'CONNECT' && each !== 'HEAD'))
      expectRefusal(
        await sendBytes(service.url, requestText(`${method} /nothing HTTP/1.1`, { host: 'x' })),
        'UNKNOWN_OPERATION',
      )
  })

  test.each(METHODS.filter((method) => !['POST', 'HEAD', 'CONNECT'].includes(method)))(
    'returns 405 with Allow: POST for an operation requested with %s [R7.3.method, R1.1]',
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

  test('returns 405 with the headers of the envelope for an operation requested with HEAD', async () => {
    const { status, headers, text } = await readResponse(service.send('/user/list_users', { method: 'HEAD' }))
    expect({ status, text }).toEqual({ status: 405, text: '' })
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: 'POST',
      'adrail-version': '1',
      'cache-control': 'no-store',
    })
  })

  test('returns 405 for CONNECT, and keeps responding after clients reset CONNECT connections', async () => {
    const response = await sendBytes(
      service.url,
      requestText('CONNECT example.com:443 HTTP/1.1', { host: 'example.com:443' }),
    )
    expectRefusal(response, 'METHOD_NOT_ALLOWED')
    expect(response.headers.get('allow')).toBe('POST')
    // The service also survives clients that do not wait for the response.
    for (let index = 0; index < 20; index++) {
      const connection = await openConnection(service.url)
      connection.socket.write(requestText('CONNECT example.com:443 HTTP/1.1', { host: 'x' }), () =>
        connection.socket.resetAndDestroy(),
      )
    }
    expect((await service.send('/healthz')).status).toBe(200)
  })

  test.each(['/', '/healthz', '/readyz', '/openapi.json', '/llms.txt', '/docs', '/docs/'])(
    'returns 405 with Allow: GET, HEAD for %s requested with POST',
    async (path) => {
      const response = await post(path, '{}')
      expectRefusal(response, 'METHOD_NOT_ALLOWED')
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    },
  )

  test('checks the method for an absolute URL, a query and a percent-encoded path of an operation', async () => {
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

  test('returns an envelope with a status below 500 for 500 random paths', async () => {
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
        // The reference page returns HTML for its own paths.
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

  test('accepts a URL of 2,048 bytes and refuses a URL of 2,049 bytes [R7.3.headers]', async () => {
    const path = '/user/list_users?'
    const exactly = path + 'x'.repeat(2048 - path.length)
    expectEnvelope(await post(exactly, '{}'))
    expect((await post(exactly, '{}')).status).toBe(200)
    expectRefusal(await post(`${exactly}x`, '{}'), 'URL_TOO_LONG')
    expectRefusal(await post(`/${'x'.repeat(2048)}`, '{}'), 'URL_TOO_LONG')
    // A client that accepts no HTML gets the envelope for the paths of pages, too.
    for (const path of [
      `/connect/${'x'.repeat(2048)}`,
      `/connect/x?${'x'.repeat(2048)}`,
      `/connect/callback/search?code=${'x'.repeat(8192)}`,
    ])
      expectRefusal(await readResponse(service.send(path)), 'URL_TOO_LONG')
  })
})

describe('the HTTP server', () => {
  test.each([
    ['bytes that are not HTTP', '\u0000\u0001\u0002 not http at all\r\n\r\n'],
    ['an unknown method', 'BREW /user/list_users HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown protocol', 'POST /user/list_users SMTP/1.0\r\n\r\n'],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: value\r\n\r\n'],
    [
      'a header that is folded over lines',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\nno colon\r\n\r\n',
    ],
    [
      'a Content-Length that is not a number',
      'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
    ],
    ['a negative Content-Length', 'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'two Content-Length headers',
      'POST /user/list_users HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    [
      'both Content-Length and Transfer-Encoding',
      'POST /user/list_users HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('returns 400 in the envelope and closes the connection for %s [R1.2]', async (_, bytes) => {
    const connection = await openConnection(service.url)
    connection.write(Buffer.from(bytes, 'latin1'))
    const response = await connection.readResponse()
    expectRefusal(response, 'MALFORMED_REQUEST')
    expect(response.headers.get('connection')).toBe('close')
    expect(await connection.readToEnd()).toBe('')
    connection.close()
  })

  test('returns 400 in the envelope for a chunked body with an invalid chunk size', async () => {
    const headers = { host: 'x', 'transfer-encoding': 'chunked', ...json() }
    const response = await sendBytes(
      service.url,
      requestText('POST /user/list_users HTTP/1.1', headers, 'zz\r\n{}\r\n'),
    )
    expectRefusal(response, 'MALFORMED_REQUEST')
  })

  test('accepts headers of 15 kB and returns 431 for headers of 17 kB or more [R7.3.headers]', async () => {
    const padded = (size: number) =>
      requestText('GET /healthz HTTP/1.1', { host: 'x', 'x-padding': 'p'.repeat(size) })
    expectEnvelope(await sendBytes(service.url, padded(15_000)))
    expectRefusal(await sendBytes(service.url, padded(17_000)), 'HEADERS_TOO_LARGE')
    // The response arrives even if the client sends far more than the server reads.
    expectRefusal(await sendBytes(service.url, padded(4_000_000)), 'HEADERS_TOO_LARGE')
  })

  test('accepts a request without a Host header, with HTTP/1.1 and with HTTP/1.0', async () => {
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

  test('honors Expect: 100-continue and returns 417 for any other expectation', async () => {
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

  test('keeps responding after clients disconnect in the middle of a body', async () => {
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

  test('returns 400 for a body that ends early because the client closed its side', async () => {
    const connection = await openConnection(service.url)
    const headers = { host: 'x', 'content-length': 100, ...json() }
    connection.write(requestText('POST /user/list_users HTTP/1.1', headers, '{"pagination":'))
    connection.socket.end()
    expectRefusal(await connection.readResponse(), 'MALFORMED_REQUEST')
    connection.close()
  })

  test('responds to pipelined requests in their order', async () => {
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

describe('a request that arrives too slowly', () => {
  const slow = useService({
    environment: { HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '200', RATE_LIMIT_IN_FLIGHT: '1' },
  })
  const headersOf = (apiKey: string) => ({
    host: 'x',
    'x-api-key': apiKey,
    'content-type': 'application/json',
    'content-length': 100,
  })

  test('gets 408 and a closed connection when its headers do not arrive [R7.3.timeout]', async () => {
    const connection = await openConnection(slow.url)
    connection.write('POST /user/list_users HTTP/1.1\r\nHost: x\r\n')
    expectRefusal(await connection.readResponse(), 'REQUEST_TIMEOUT')
    expect(await connection.readToEnd()).toBe('')
    connection.close()
  })

  test('gets 408 when its body does not arrive, and releases its slot [R7.3.timeout]', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      // The client keeps its side open, so the service has to close the connection.
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

describe('a request that breaks several rules', () => {
  const large = JSON.stringify({ name: 'x'.repeat(300_000) })

  test('is refused for its path before its method and its key', async () => {
    expectRefusal(await readResponse(service.send('/user/nothing')), 'UNKNOWN_OPERATION')
  })

  test('is refused for its method before its key', async () => {
    expectRefusal(await readResponse(service.send('/user/create_user')), 'METHOD_NOT_ALLOWED')
  })

  test('is refused for its key before its media type, size and JSON', async () => {
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

  test('is refused for its scope before its media type, size and JSON', async () => {
    const { text } = await service.newKey({ scopes: ['read'] })
    for (const body of ['not json', large])
      expectRefusal(
        await post('/user/create_user', body, { 'x-api-key': text, 'content-type': 'text/plain' }),
        'FORBIDDEN',
      )
  })

  test('is refused for its media type before its size', async () => {
    expectRefusal(
      await post('/user/create_user', large, { 'content-type': 'text/plain' }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  test('is refused for its size before its JSON', async () => {
    expectRefusal(await post('/user/create_user', 'not json'.repeat(40_000)), 'BODY_TOO_LARGE')
  })

  test('is refused for its body before its user', async () => {
    const body = JSON.stringify({ userId: 'usr_unknown', platform: 'NOWHERE' })
    expect(expectRefusal(await post('/auth/create_link', body), 'INVALID_FIELD').field).toBe('platform')
  })

  test('is refused for its user before its Idempotency-Key, and for its Idempotency-Key before a missing link', async () => {
    const { results } = await service.call('user/create_user', { name: 'Ada' })
    const bad = { 'idempotency-key': 'two words' }
    const unknown = JSON.stringify({ userId: 'usr_unknown', locationAssetIds: ['1'] })
    expectRefusal(await post('/search/create_location_group', unknown, bad), 'USER_NOT_FOUND')
    const knownUser = JSON.stringify({ userId: results.user.userId, locationAssetIds: ['1'] })
    expectRefusal(await post('/search/create_location_group', knownUser, bad), 'INVALID_IDEMPOTENCY_KEY')
  })
})

describe('an unexpected fault', () => {
  const logFile = join(newFolder('adrail-log-'), 'adrail.log')
  const broken = useService({ logFile })

  test('inside the service returns 500 without internals, and is logged with its requestId [R7.3.internal, R7.2.request-id]', async () => {
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
    // The service still responds to the next request.
    expect((await broken.send('/healthz')).status).toBe(200)
  })
})
