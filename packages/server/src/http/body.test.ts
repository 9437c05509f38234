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
])('Content-Type %s is JSON', async (type) => {
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
])('Content-Type %s answers 415 [R1.1.content-type, R7.3.media-type]', async (type) => {
  expectRefusal(await post(good, { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
})

test('a missing or empty Content-Type answers 415, with and without a body [R1.1.content-type]', async () => {
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

test('a body with a Content-Encoding answers 415 and is never unpacked [R7.3.media-type]', async () => {
  for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])
    expectRefusal(await post(gzipSync(good), { 'content-encoding': encoding }), 'UNSUPPORTED_MEDIA_TYPE')
  expectSuccess('user/create_user', await post(good, { 'content-encoding': 'identity' }))
})

test.each([
  ['nothing', ''],
  ['blanks', '  \n '],
  ['text', 'hello'],
  ['half an object', '{"name":"Ada"'],
  ['two objects', '{}{}'],
  ['a trailing comma', '{"name":"Ada",}'],
  ['single quotes', "{'name':'Ada'}"],
  ['a comment', '{"name":"Ada"} // Ada'],
  ['a bare word', '{"name":NaN}'],
  ['a line break inside a string', '{"name":"A\nda"}'],
  ['a byte order mark', '\ufeff{"name":"Ada"}'],
  ['a form', 'name=Ada'],
])('a body of %s answers 400 INVALID_JSON [R7.3.invalid-json]', async (_, body) => {
  expectRefusal(await post(body), 'INVALID_JSON')
})

test.each(['[]', 'null', '"x"', '1', 'true', '[{"name":"Ada"}]', '"\\u0000"'])(
  'the JSON value %s is no object and answers 400 INVALID_JSON [R7.3.invalid-json]',
  async (body) => {
    for (const operation of ['user/create_user', 'user/list_users'])
      expect(expectRefusal(await post(body, {}, operation), 'INVALID_JSON').error).toContain('object')
  },
)

test('bytes that are not UTF-8 answer 400 INVALID_JSON, wherever they stand [R7.3.invalid-json]', async () => {
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

test('a body of exactly the limit is read, one byte more answers 413 [R7.3.too-large, R8.gap.body]', async () => {
  const exactly = good.padEnd(limitBytes)
  expectSuccess('user/create_user', await post(exactly))
  expect(expectRefusal(await post(`${exactly} `), 'BODY_TOO_LARGE').error).toContain(String(limitBytes))
})

test('a body that BODIES_LIMIT_BYTES never has room for answers 413, not a 503 that callers retry [R7.3.too-large]', async () => {
  const body = good.padEnd(1024 * 1024 + 1)
  const headers = { 'x-api-key': narrow.apiKey, 'content-type': 'application/json' }
  const sent = narrow.send('/search/create_search_campaign', { method: 'POST', headers, body })
  expect(expectRefusal(await readResponse(sent), 'BODY_TOO_LARGE').error).toContain('1048576')
})

test('a body sent in chunks has the same limit [R7.3.too-large]', async () => {
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

test('an announced length over the limit is refused without waiting for the body [R7.3.too-large]', async () => {
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

test('12 levels are read, one more answers 400 INVALID_JSON, as do 100,000 [R8.gap.body, R7.3.invalid-json]', async () => {
  // What was read is then held against the declaration.
  expectRefusal(await post(nested(12)), 'UNKNOWN_FIELD', { field: 'x' })
  for (const levels of [13, 1000, 100_000])
    expect(expectRefusal(await post(nested(levels)), 'INVALID_JSON').error).toContain('12 levels')
  const objects = '{"a":'.repeat(40_000)
  expectRefusal(await post(`${objects}1${'}'.repeat(40_000)}`), 'INVALID_JSON')
})

test('100,000 values are read, one more answers 400 INVALID_JSON [R8.gap.body]', async () => {
  // The object, its two members, and what is in the list.
  const values = (count: number) => `{"name":"Ada","x":[${'0,'.repeat(count - 4)}0]}`
  expectRefusal(await post(values(100_000)), 'UNKNOWN_FIELD', { field: 'x' })
  expect(expectRefusal(await post(values(100_001)), 'INVALID_JSON').error).toContain('100000 values')
})

test('a member named __proto__ is refused, wherever it stands', async () => {
  for (const body of [
    '{"name":"Ada","__proto__":{"admin":true}}',
    '{"name":"Ada","__proto__":null}',
    '{"name":"Ada","\\u005f_proto__":1}',
    '{"name":"Ada","x":[{"y":{"__proto__":1}}]}',
  ])
    expect(expectRefusal(await post(body), 'INVALID_JSON').error).toContain('__proto__')
  expect({}).not.toHaveProperty('admin')
})

test('members named like parts of an object are unknown members: refused, and of no effect', async () => {
  const inherited = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']
  const body = `{"name":"Ada",${inherited.map((name) => `"${name}":{"prototype":{"admin":true}}`).join()}}`
  const { details } = expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'constructor' })
  expect(details?.map(({ field }) => field)).toEqual(inherited)
  expect({}).not.toHaveProperty('admin')
  expect(String({})).toBe('[object Object]')
  // Nor do inherited members stand in for missing ones.
  expect(expectRefusal(await post('{}'), 'INVALID_FIELD').field).toBe('name')
})

test('NUL and half surrogate pairs are refused by the path of their member, known or not [R8.gap.texts]', async () => {
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

test('an answer never repeats more than the beginning of what was sent', async () => {
  const long = 'n'.repeat(100_000)
  for (const body of [
    { [long]: '\u0000' },
    { name: 'x'.repeat(20_000) },
    { name: 'Ada', email: long },
    { [long]: 1 },
  ])
    expect((await post(JSON.stringify(body))).text.length).toBeLessThan(1000)
})

test('everything that is wrong with a body is told at once, the first member first [R7.4]', async () => {
  const body = JSON.stringify({ externalId: 5, email: 'nobody', name: '' })
  const { error, field, details } = expectRefusal(await post(body), 'INVALID_FIELD')
  expect(details?.map((fault) => fault.field)).toEqual(['name', 'email', 'externalId'])
  expect({ error, field }).toEqual({ error: details?.[0]?.message, field: 'name' })
})

test('members that nobody declared are refused, before whatever else is wrong [R4.gap.unknown-members]', async () => {
  const body = '{"name":"","userId":"usr_mine","eMail":"ada@example.com"}'
  const { error, details } = expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'userId' })
  expect(error).toBe('userId is not a member of this request.')
  expect(details?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'userId UNKNOWN',
    'eMail UNKNOWN',
    'name TOO_SHORT',
  ])
  expect(details?.[1]?.message).toBe('eMail is not a member of this request; did you mean email?')
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
  'a member that is there twice is refused by its path and place: %s [R4.gap.repeated-members]',
  async (body, field, at) => {
    const { error } = expectRefusal(await post(body), 'INVALID_JSON', { field })
    expect(error).toContain(`${field} is there twice, again at character ${at}.`)
  },
)

test.each([
  '{"name":"name"}',
  '{"name":"\\"name\\":1,\\"name\\":2"}',
  '{"name":"a\\\\","email":"a@example.com"}',
  '{"name":"{\\"name\\":"}',
  '{"name":":"}',
])('texts that look like members are none: %s', async (body) => {
  expectSuccess('user/create_user', await post(body))
})

test('the same name in different objects is no repetition', async () => {
  const body = '{"x":{"x":[{"x":1},{"x":1}]},"y":{"x":1}}'
  expectRefusal(await post(body), 'UNKNOWN_FIELD', { field: 'x' })
})
