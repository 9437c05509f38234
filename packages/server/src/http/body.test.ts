import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { openConnection, requestText, sendBytes } from '../../testing/rawHttp.ts'
import { type RawResponse, readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const narrow = useService({ environment: { BODIES_LIMIT_BYTES: '1048576' } })
const limitBytes = 262_144

function post(
  body: string | Buffer,
  headers: Record<string, string> = {},
  operation = 'user/create_user',
): Promise<RawResponse> {
  const init = { 'x-api-key': service.apiKey, 'content-type': 'application/json', ...headers }
  return readResponse(
    service.send(`/${operation}`, {
      method: 'POST',
      headers: init,
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  )
}

const good = '{"name":"Ada"}'

test.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf8',
  'application/json ; charset=utf-8',
  'application/json;',
  'application/json; odata=verbose',
])('a body with the Content-Type %s is accepted as JSON', async (type) => {
  expectSuccess('user/create_user', await post(good, { 'content-type': type }))
})

test.each([
  'text/plain',
  'text/json',
  'application/jsonp',
  'application/json5',
  'application/json-patch+json',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  'application',
  'json',
  '/',
  ';',
  'application/json charset=utf-8',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=utf-16; charset=utf-8',
  'application/json; charset',
  'a'.repeat(5000),
])('a body with the Content-Type %s gets 415 [R1.1.content-type, R7.3.media-type]', async (type) => {
  expectRefusal(await post(good, { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
})

test('a request with a missing or empty Content-Type gets 415, with and without a body [R1.1.content-type]', async () => {
  for (const type of [undefined, '', ' '])
    for (const body of [good, '']) {
      const headers = {
        host: 'x',
        'x-api-key': service.apiKey,
        'content-length': body.length,
        ...(type === undefined ? {} : { 'content-type': type }),
      }
      const response = await sendBytes(
        service.url,
        requestText('POST /user/create_user HTTP/1.1', headers, body),
      )
      expectRefusal(response, 'UNSUPPORTED_MEDIA_TYPE')
    }
})

test('a body with any Content-Encoding except identity gets 415 [R7.3.media-type]', async () => {
  for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])
    expectRefusal(await post(gzipSync(good), { 'content-encoding': encoding }), 'UNSUPPORTED_MEDIA_TYPE')
  expectSuccess('user/create_user', await post(good, { 'content-encoding': 'identity' }))
})

test.each([
  ['zero bytes', ''],
  ['whitespace', '  \n '],
  ['plain text', 'hello'],
  ['half an object', '{"name":"Ada"'],
  ['two objects', '{}{}'],
  ['JSON with a trailing comma', '{"name":"Ada",}'],
  ['JSON with single quotes', "{'name':'Ada'}"],
  ['JSON with a comment', '{"name":"Ada"} // Ada'],
  ['JSON with NaN', '{"name":NaN}'],
  ['JSON with a line break inside a string', '{"name":"A\nda"}'],
  ['JSON after a byte order mark', '\ufeff{"name":"Ada"}'],
  ['form data', 'name=Ada'],
])('a body of %s gets 400 INVALID_JSON [R7.3.invalid-json]', async (_, body) => {
  expectRefusal(await post(body), 'INVALID_JSON')
})

test.each(['[]', 'null', '"x"', '1', 'true', '[{"name":"Ada"}]', '"\\u0000"'])(
  'a body that is the JSON value %s instead of an object gets 400 INVALID_JSON [R7.3.invalid-json]',
  async (body) => {
    for (const operation of ['user/create_user', 'user/list_users'])
      expect(expectRefusal(await post(body, {}, operation), 'INVALID_JSON').error).toContain('object')
  },
)

test('a body with bytes that are not UTF-8 gets 400 INVALID_JSON [R7.3.invalid-json]', async () => {
  const broken = [
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xc0, 0x80]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xe2, 0x82]),
  ]
  for (const bytes of broken) {
    const body = Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')])
    expect(expectRefusal(await post(body), 'INVALID_JSON').error).toContain('UTF-8')
  }
  expectRefusal(await post(Buffer.from(good, 'utf16le')), 'INVALID_JSON')
})

test('a body of exactly the limit is accepted, and a body of one more byte gets 413 [R7.3.too-large, R8.gap.body]', async () => {
  const exactly = good.padEnd(limitBytes)
  expectSuccess('user/create_user', await post(exactly))
  expect(expectRefusal(await post(`${exactly} `), 'BODY_TOO_LARGE').error).toContain(String(limitBytes))
})

test('a body that is larger than BODIES_LIMIT_BYTES gets 413, not a 503 that callers retry [R7.3.too-large]', async () => {
  const body = good.padEnd(1024 * 1024 + 1)
  const headers = { 'x-api-key': narrow.apiKey, 'content-type': 'application/json' }
  const sent = narrow.send('/search/create_search_campaign', { method: 'POST', headers, body })
  expect(expectRefusal(await readResponse(sent), 'BODY_TOO_LARGE').error).toContain('1048576')
})

test('a chunked body has the same limit as a body with a Content-Length [R7.3.too-large]', async () => {
  const send = async (size: number) => {
    const connection = await openConnection(service.url)
    const headers = {
      host: 'x',
      'x-api-key': service.apiKey,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    }
    connection.write(requestText('POST /user/create_user HTTP/1.1', headers))
    const body = good.padEnd(size)
    for (let at = 0; at < body.length; at += 10_000) {
      const chunk = body.slice(at, at + 10_000)
      connection.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    }
    connection.write('0\r\n\r\n')
    const response = await connection.readResponse()
    connection.close()
    return response
  }
  expectSuccess('user/create_user', await send(limitBytes))
  expectRefusal(await send(limitBytes + 1), 'BODY_TOO_LARGE')
  expectRefusal(await send(4 * limitBytes), 'BODY_TOO_LARGE')
})

test('a Content-Length over the limit is refused before the body arrives [R7.3.too-large]', async () => {
  const headers = {
    host: 'x',
    'x-api-key': service.apiKey,
    'content-type': 'application/json',
    'content-length': 10_000_000_000,
  }
  expectRefusal(
    await sendBytes(service.url, requestText('POST /user/create_user HTTP/1.1', headers)),
    'BODY_TOO_LARGE',
  )
})

const nested = (levels: number) => `{"name":"Ada","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

test('a body with 12 levels is parsed, and a body with 13 to 100,000 levels gets 400 INVALID_JSON [R8.gap.body, R7.3.invalid-json]', async () => {
  // A parsed body is then checked against the declaration.
  expectRefusal(await post(nested(12)), 'UNKNOWN_FIELD', { field: 'x' })
  for (const levels of [13, 1000, 100_000])
    expect(expectRefusal(await post(nested(levels)), 'INVALID_JSON').error).toContain('12 levels')
  const objects = '{"a":'.repeat(40_000)
  expectRefusal(await post(`${objects}1${'}'.repeat(40_000)}`), 'INVALID_JSON')
})

test('a body with 100,000 values is parsed, and a body with 100,001 values gets 400 INVALID_JSON [R8.gap.body]', async () => {
  // The count includes the object, its two fields and the elements of the list.
  const values = (count: number) => `{"name":"Ada","x":[${'0,'.repeat(count - 4)}0]}`
  expectRefusal(await post(values(100_000)), 'UNKNOWN_FIELD', { field: 'x' })
  expect(expectRefusal(await post(values(100_001)), 'INVALID_JSON').error).toContain('100000 values')
})

test('a field named __proto__ is refused at any depth of a body', async () => {
  for (const body of [
    '{"name":"Ada","__proto__":{"admin":true}}',
    '{"name":"Ada","__proto__":null}',
    '{"name":"Ada","\\u005f_proto__":1}',
    '{"name":"Ada","x":[{"y":{"__proto__":1}}]}',
  ])
    expect(expectRefusal(await post(body), 'INVALID_JSON').error).toContain('__proto__')
  expect({}).not.toHaveProperty('admin')
})

test('fields with names of inherited object properties are refused as unknown fields and have no effect', async () => {
  const inherited = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']
  const body = `{"name":"Ada",${inherited.map((name) => `"${name}":{"prototype":{"admin":true}}`).join()}}`
  const { details } = expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'constructor' })
  expect(details?.map(({ field }) => field)).toEqual(inherited)
  expect({}).not.toHaveProperty('admin')
  expect(String({})).toBe('[object Object]')
  // Inherited properties do not replace missing fields either.
  expect(expectRefusal(await post('{}'), 'INVALID_FIELD').field).toBe('name')
})

test('NUL and lone surrogates are refused with the path of their field, in known and unknown fields [R8.gap.texts]', async () => {
  for (const [text, path] of [
    ['{"name":"A\\u0000da"}', 'name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"\\udc00\\ud800"}', 'name'],
    ['{"name":"Ada","x":{"y":["","\\u0000"]}}', 'x.y[1]'],
  ] as const) {
    const { field, details, error } = expectRefusal(await post(text), 'INVALID_FIELD')
    expect({ field, code: details?.[0]?.code }).toEqual({ field: path, code: 'MALFORMED' })
    expect(error.startsWith(`${path} `)).toBe(true)
  }
  const whole = await post('{"name":"\\ud83e\\udd8a Ada"}')
  expect(expectSuccess('user/create_user', whole)['user']).toMatchObject({ name: '🦊 Ada' })
})

test('a refusal has fewer than 1,000 characters, however long the refused fields are', async () => {
  const long = 'n'.repeat(100_000)
  for (const body of [
    { [long]: '\u0000' },
    { name: 'x'.repeat(20_000) },
    { name: 'Ada', email: long },
    { [long]: 1 },
  ])
    expect((await post(JSON.stringify(body))).text.length).toBeLessThan(1000)
})

test('a refusal reports all invalid fields of a body at once, in the order of their declaration [R7.4]', async () => {
  const body = JSON.stringify({ externalId: 5, email: 'nobody', name: '' })
  const { error, field, details } = expectRefusal(await post(body), 'INVALID_FIELD')
  expect(details?.map((fault) => fault.field)).toEqual(['name', 'email', 'externalId'])
  expect({ error, field }).toEqual({ error: details?.[0]?.message, field: 'name' })
})

test('a refusal reports unknown fields before all other violations of a body [R4.gap.unknown-members]', async () => {
  const body = '{"name":"","userId":"usr_mine","eMail":"ada@example.com"}'
  const { error, details } = expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'userId' })
  expect(error).toBe('userId is not a field of this request.')
  expect(details?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'userId UNKNOWN',
    'eMail UNKNOWN',
    'name TOO_SHORT',
  ])
  expect(details?.[1]?.message).toBe('eMail is not a field of this request. Did you mean email?')
})

test.each([
  ['{"name":"Ada","name":"Eve"}', 'name', 14],
  ['{"name":"Ada" , "name" : "Ada"}', 'name', 16],
  ['{"name":"Ada","\\u006eame":"Eve"}', 'name', 14],
  ['{"n\\u0061me":"Ada","name":"Eve"}', 'name', 19],
  ['{"":1,"":2}', '""', 6],
  ['{"a.b":1,"a.b":2}', '"a.b"', 9],
  ['{"12":1,"12":2}', '12', 8],
  ['{"a\\"b":"\\\\","a\\"b":2}', '"a"b"', 13],
  ['{"name":"Ada","x":{"y":1,"y":2}}', 'x.y', 25],
  ['{"name":"Ada","x":[0,[],{"y":"},{"},{"z":{},"y":[{"y":1}],"y":2}]}', 'x[3].y', 58],
  ['{"x":{"y":1},"z":{"y":1},"x":{"y":1}}', 'x', 25],
  ['{"__proto__":1,"__proto__":2}', '__proto__', 15],
])(
  'a duplicate field is refused with its path and its position: %s [R4.gap.repeated-members]',
  async (body, field, at) => {
    const { error } = expectRefusal(await post(body), 'INVALID_JSON', { field })
    expect(error).toContain(`it contains the field ${field} twice, again at character ${at}.`)
  },
)

test.each([
  '{"name":"name"}',
  '{"name":"\\"name\\":1,\\"name\\":2"}',
  '{"name":"a\\\\","email":"a@example.com"}',
  '{"name":"{\\"name\\":"}',
  '{"name":":"}',
])('text that resembles a field is not mistaken for a duplicate field: %s', async (body) => {
  expectSuccess('user/create_user', await post(body))
})

test('fields with the same name in different objects are not duplicates', async () => {
  const body = '{"x":{"x":[{"x":1},{"x":1}]},"y":{"x":1}}'
  expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'x' })
})
