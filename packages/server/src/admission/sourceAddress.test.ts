import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { misspellKey, readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { addressBlock } from './sourceAddress.ts'

const limits = { KEYLESS_LIMIT_PER_MINUTE: '60', KEYLESS_LIMIT_BURST: '5' }

describe('a request without an API key', () => {
  const service = useService({ environment: limits })
  const get = (path: string) => readResponse(service.send(path, { redirect: 'manual' }))
  const minute = () => service.clock.advance(60_000)

  test.each([
    '/',
    '/docs',
    '/docs/',
    '/docs/linking',
    '/llms.txt',
    '/connect/style.css',
    '/connect/unknown',
    '/nothing',
    '/user/list_users',
    `/${'x'.repeat(3000)}`,
  ])('is limited by its source address: a flood gets 429 until time passes, for path %.20s', async (path) => {
    minute()
    const first = (await get(path)).status
    expect(first).not.toBe(429)
    for (let index = 0; index < 4; index++) expect((await get(path)).status).toBe(first)
    const refused = await get(path)
    expectRefusal(refused, 'RATE_LIMITED')
    expect(refused.headers.get('retry-after')).toBe('1')
    service.clock.advance(1000)
    expect((await get(path)).status).toBe(first)
  })

  test('does not use up the limits of callers with a key and of health checks', async () => {
    minute()
    for (let index = 0; index < 6; index++) await get('/nothing')
    expectRefusal(await get('/nothing'), 'RATE_LIMITED')
    for (let index = 0; index < 20; index++) {
      expect((await service.call('user/list_users', {})).status).toBe(200)
      expect((await get('/healthz')).status).toBe(200)
    }
    // Health checks have ten times the limit of other requests without a key.
    for (let index = 20; index < 50; index++) await get('/readyz')
    expectRefusal(await get('/healthz'), 'RATE_LIMITED')
  })

  test('is counted by its real address when the client sends X-Forwarded-For', async () => {
    minute()
    const headers = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` })
    for (let index = 0; index < 5; index++) await service.send('/nothing', { headers: headers(index) })
    expectRefusal(await readResponse(service.send('/nothing', { headers: headers(6) })), 'RATE_LIMITED')
  })
})

describe('a request through two trusted proxies', () => {
  // The inner proxy is on the machine of the test. The outer proxies have their own networks.
  const TRUSTED_PROXIES = '127.0.0.1, 10.1.0.0/16, 2001:db8:1::/48'
  const service = useService({ environment: { ...limits, TRUSTED_PROXIES } })
  const from = async (...forwarded: string[]) => {
    const headers = forwarded.map((value): [string, string] => ['x-forwarded-for', value])
    return (await readResponse(service.send('/nothing', { headers }))).status
  }
  const flood = async (headersOf: (index: number) => string) => {
    for (let index = 0; index < 5; index++) expect(await from(headersOf(index))).toBe(404)
  }

  test('is counted by the last address that is no trusted proxy, regardless of the addresses before it', async () => {
    await flood((index) => `203.0.113.${index}, 198.51.100.1, 10.1.0.1`)
    expect(await from('203.0.113.9, 198.51.100.1, 10.1.0.1')).toBe(429)
    // Through another proxy, and with two headers, the client is still the same.
    expect(await from('198.51.100.1, 2001:db8:1::7')).toBe(429)
    expect(await from('203.0.113.9, 198.51.100.1', '10.1.200.3')).toBe(429)
    expect(await from('198.51.100.2, 10.1.0.1')).toBe(404)
  })

  test('is counted by the address that the proxy saw, even if the client sends a proxy or no valid address', async () => {
    // A client that claims to be a proxy is counted by the address that the real proxy saw.
    await flood((index) => `203.0.113.${index}, 10.1.0.1, 198.51.100.3`)
    expect(await from('203.0.113.9, 127.0.0.1, 198.51.100.3')).toBe(429)
    // The search ends at an invalid address, and the proxy that forwarded that address is counted.
    await flood((index) => `203.0.113.${index}, nobody, 10.1.0.9`)
    expect(await from('203.0.113.9, 198.51.100.4:80, 10.1.0.9')).toBe(429)
  })
})

describe('wrong API keys from IPv6 addresses', () => {
  const service = useService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  const guess = async (address: string) => {
    const headers = { 'x-forwarded-for': address, 'x-api-key': misspellKey(service.apiKey) }
    return (await service.send('/user/list_users', { method: 'POST', headers })).status
  }

  test('are counted by the /64 network, not by the single address', async () => {
    for (let index = 1; index <= 30; index++) expect(await guess(`2001:db8:5:5::${index}`)).toBe(401)
    expect(await guess('2001:db8:5:5:aaaa::1')).toBe(429)
    expect(await guess('2001:db8:5:6::1')).toBe(401)
  })
})

describe('a request from an address that is no trusted proxy', () => {
  const service = useService({ environment: { ...limits, TRUSTED_PROXIES: '10.1.0.0/16' } })

  test('is counted by its real address, regardless of X-Forwarded-For', async () => {
    const get = (index: number) =>
      readResponse(
        service.send('/nothing', { headers: { 'x-forwarded-for': `198.51.100.${index}, 10.1.0.1` } }),
      )
    for (let index = 0; index < 5; index++) expect((await get(index)).status).toBe(404)
    expectRefusal(await get(6), 'RATE_LIMITED')
  })
})

test('addressBlock returns the /64 network of an IPv6 address and a whole IPv4 address', () => {
  for (const [address, owner] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ] as const)
    expect(addressBlock(address)).toBe(owner)
})
