import { createHash } from 'node:crypto'
import { declarationOf, operationNames, scopes, scopesOf } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, withoutRequestId } from '../../testing/expectations.ts'
import { requestText, sendBytes } from '../../testing/rawHttp.ts'
import { type RawResponse, readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { expireKey, markKeyRevoked } from '../store/keys.ts'

const service = useService()

// Wrong keys are counted by address. Advancing the clock resets the count.
beforeEach(() => service.clock.advance(60_000))

function send(
  headers: Readonly<Record<string, string>>,
  { path = '/user/list_users', body = '{}' } = {},
): Promise<RawResponse> {
  const init = { 'content-type': 'application/json', ...headers }
  return readResponse(service.send(path, { method: 'POST', headers: init, body }))
}

const keyed = (text: string) => send({ 'x-api-key': text })

/** Returns the key with one character changed, so that its length and its format stay the same. */
function altered(key: string, at: number): string {
  const index = at < 0 ? key.length + at : at
  return key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1)
}

/** Builds a key with a valid checksum, as anyone can who knows the format. */
function written(publicId: string, secret: string): string {
  const checksum = createHash('sha256').update(`${publicId}_${secret}`).digest('base64url').slice(0, 6)
  return `adr_${publicId}_${secret}${checksum}`
}

describe('API key authentication', () => {
  test('returns the same bytes for a missing, malformed, mistyped, unknown, wrong, expired or revoked key [R5.1, R5.4.refused]', async () => {
    const now = service.clock.now()
    const expired = await service.newKey({ expiresAt: now - 1 })
    const revoked = await service.newKey()
    await markKeyRevoked(service.app.store.db, revoked.id, now)
    const mine = await service.newKey()
    const [, publicId = '', secret = ''] = /^adr_(\w{8})_(.{43})/.exec(mine.text) ?? []
    const { apiKey } = service
    const refused: RawResponse[] = [
      await send({}),
      ...(await Promise.all(
        [
          '',
          ' ',
          'adr_',
          'Bearer x',
          'null',
          apiKey.slice(0, -1),
          `${apiKey}a`,
          apiKey.toUpperCase(),
          apiKey.replace('adr_', 'adr-'),
          altered(apiKey, -1),
          altered(apiKey, 20),
          altered(apiKey, 5),
          `${apiKey}, ${apiKey}`,
          'x'.repeat(10_000),
          written('zzzzzzzz', secret),
          written(publicId, altered(secret, 10)),
          expired.text,
          revoked.text,
        ].map(keyed),
      )),
    ]
    const [first] = refused.map(withoutRequestId)
    for (const response of refused) {
      expectRefusal(response, 'UNAUTHENTICATED')
      expect(response.headers.get('www-authenticate')).toBe('ApiKey')
      expect(withoutRequestId(response)).toEqual(first)
    }
    // The key that two of the refused keys imitate is valid. Once it is cached, a mistyped key still gets the
    // same response.
    expect((await keyed(mine.text)).status).toBe(200)
    expect(withoutRequestId(await keyed(altered(mine.text, -1)))).toEqual(first)
    expect(withoutRequestId(await keyed(altered(mine.text, 20)))).toEqual(first)
  })

  test('reads the key only from the x-api-key header, not from the URL, the body or another header [R5.1]', async () => {
    const { apiKey } = service
    const attempts = [
      send({}, { path: `/user/list_users?x-api-key=${apiKey}&api_key=${apiKey}` }),
      send({}, { body: JSON.stringify({ 'x-api-key': apiKey, apiKey }) }),
      send({ authorization: `Bearer ${apiKey}` }),
      send({ cookie: `x-api-key=${apiKey}` }),
      send({ 'api-key': apiKey }),
    ]
    for (const response of await Promise.all(attempts)) expectRefusal(response, 'UNAUTHENTICATED')
    expect((await keyed(apiKey)).status).toBe(200)
  })

  test('returns 401 for two x-api-key headers, even with a valid key', async () => {
    const lines = requestText('POST /user/list_users HTTP/1.1', {
      host: 'x',
      'x-api-key': service.apiKey,
      'X-Api-Key': service.apiKey,
      'content-type': 'application/json',
      'content-length': 2,
    })
    expectRefusal(await sendBytes(service.url, `${lines}{}`), 'UNAUTHENTICATED')
  })

  test('refuses a key from the millisecond at which it expires', async () => {
    const { text } = await service.newKey({ expiresAt: service.clock.now() + 1000 })
    expect((await keyed(text)).status).toBe(200)
    service.clock.advance(999)
    expect((await keyed(text)).status).toBe(200)
    service.clock.advance(1)
    expectRefusal(await keyed(text), 'UNAUTHENTICATED')
  })

  test('refuses a revoked key after five seconds, even if the key was just used [R5.4.revoked]', async () => {
    const { id, text } = await service.newKey()
    expect((await keyed(text)).status).toBe(200)
    await markKeyRevoked(service.app.store.db, id, service.clock.now())
    service.clock.advance(5000)
    expectRefusal(await keyed(text), 'UNAUTHENTICATED')
  })

  test('refuses a revoked key after five seconds, even if the key is used all the time [R5.4.revoked]', async () => {
    const { id, text } = await service.newKey()
    await keyed(text)
    await markKeyRevoked(service.app.store.db, id, service.clock.now())
    for (let second = 0; second < 5; second++) {
      await keyed(text)
      service.clock.advance(1000)
    }
    expectRefusal(await keyed(text), 'UNAUTHENTICATED')
  })

  test('refuses a key in use within five seconds after its expiry was set', async () => {
    const { id, text } = await service.newKey()
    expect((await keyed(text)).status).toBe(200)
    await expireKey(service.app.store.db, id, service.clock.now() + 1000)
    service.clock.advance(5000)
    expectRefusal(await keyed(text), 'UNAUTHENTICATED')
  })
})

describe('the scope check', () => {
  test.each(operationNames)(
    'of %s refuses a key without a sufficient scope before the body and the Idempotency-Key are checked [R5.4.scope]',
    async (operation) => {
      const needed = scopesOf(declarationOf(operation))
      const { text } = await service.newKey({ scopes: scopes.filter((each) => !needed.includes(each)) })
      for (const [type, body] of [
        ['application/json', JSON.stringify(declarationOf(operation).example.body)],
        ['application/json', 'not json'],
        ['text/plain', ''],
      ] as const) {
        const response = await send(
          { 'x-api-key': text, 'content-type': type, 'idempotency-key': 'two words' },
          { path: `/${operation}`, body },
        )
        const { error } = expectRefusal(response, 'FORBIDDEN')
        for (const scope of needed) expect(error).toContain(`"${scope}"`)
        expect(error).toContain(operation)
      }
    },
  )

  test.each(operationNames)(
    'of %s accepts a key with one sufficient scope and no other scope [R5.4.scope]',
    async (operation) => {
      for (const scope of scopesOf(declarationOf(operation))) {
        const { text } = await service.newKey({ scopes: [scope] })
        const response = await send({ 'x-api-key': text }, { path: `/${operation}`, body: 'not json' })
        const { binaryBody } = declarationOf(operation)
        expectRefusal(response, binaryBody ? 'UNSUPPORTED_MEDIA_TYPE' : 'INVALID_JSON')
      }
    },
  )

  test('refuses a key without any scope for every operation', async () => {
    const { text } = await service.newKey({ scopes: [] })
    for (const operation of operationNames)
      expectRefusal(await send({ 'x-api-key': text }, { path: `/${operation}` }), 'FORBIDDEN')
  })
})

describe('many wrong keys from one address', () => {
  test('get 429 with Retry-After from the 31st key, without affecting valid keys, used before or not', async () => {
    const warm = await service.newKey()
    const cold = await service.newKey()
    expect((await keyed(warm.text)).status).toBe(200)

    const guess = () => keyed(altered(service.apiKey, -1))
    const responses = await Promise.all(Array.from({ length: 60 }, guess))
    expect(responses.filter(({ status }) => status === 401).length).toBe(30)
    const throttled = responses.filter(({ status }) => status === 429)
    expect(throttled.length).toBe(30)
    for (const response of throttled) {
      expectRefusal(response, 'RATE_LIMITED')
      expect(response.headers.get('retry-after')).toBe('1')
    }
    expect((await keyed(warm.text)).status).toBe(200)
    expect((await keyed(cold.text)).status).toBe(200)

    // The limit refills by one attempt per second.
    service.clock.advance(1000)
    expectRefusal(await guess(), 'UNAUTHENTICATED')
    expectRefusal(await guess(), 'RATE_LIMITED')
  })
})

describe('the stored row of a key', () => {
  test('contains the time of its last use, updated at most once a minute', async () => {
    const { id, text } = await service.newKey()
    const { db } = service.app.store
    const lastUse = async () =>
      (await db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
        .last_used_at
    expect(await lastUse()).toBeNull()
    const first = service.clock.now()
    await keyed(text)
    await expect.poll(lastUse).toBe(first)
    service.clock.advance(30_000)
    await keyed(text)
    expect(await lastUse()).toBe(first)
    service.clock.advance(30_000)
    await keyed(text)
    await expect.poll(lastUse).toBe(first + 60_000)
  })

  test('contains the public id and not the secret [R5.4.issue]', async () => {
    const { text } = await service.newKey()
    const rows = await service.app.store.db.selectFrom('api_keys').selectAll().execute()
    const [, publicId = '', secret = ''] = /^adr_([^_]+)_(.+)$/.exec(text) ?? []
    expect(JSON.stringify(rows)).toContain(publicId)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 20))
  })
})
