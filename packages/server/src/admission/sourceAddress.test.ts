import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { misspellKey, readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { addressBlock } from './sourceAddress.ts'

const limits = { KEYLESS_LIMIT_PER_MINUTE: '60', KEYLESS_LIMIT_BURST: '5' }

describe('what needs no key', () => {
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
  ])('is limited by address: a flood on %.20s is refused, and goes on later', async (path) => {
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

  test('takes nothing from callers with a key, nor from those who ask how the service is', async () => {
    minute()
    for (let index = 0; index < 6; index++) await get('/nothing')
    expectRefusal(await get('/nothing'), 'RATE_LIMITED')
    for (let index = 0; index < 20; index++) {
      expect((await service.call('user/list_users', {})).status).toBe(200)
      expect((await get('/healthz')).status).toBe(200)
    }
    // They may ask ten times as often as others.
    for (let index = 20; index < 50; index++) await get('/readyz')
    expectRefusal(await get('/healthz'), 'RATE_LIMITED')
  })

  test('counts no address that a stranger names', async () => {
    minute()
    const headers = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` })
    for (let index = 0; index < 5; index++) await service.send('/nothing', { headers: headers(index) })
    expectRefusal(await readResponse(service.send('/nothing', { headers: headers(6) })), 'RATE_LIMITED')
  })
})

describe('behind two proxies of the operator', () => {
  // The inner one is on this machine, as the test is; the outer ones have a network of their own.
  const TRUSTED_PROXIES = '127.0.0.1, 10.1.0.0/16, 2001:db8:1::/48'
  const service = useService({ environment: { ...limits, TRUSTED_PROXIES } })
  const from = async (...forwarded: string[]) => {
    const headers = forwarded.map((value): [string, string] => ['x-forwarded-for', value])
    return (await readResponse(service.send('/nothing', { headers }))).status
  }
  const flood = async (headersOf: (index: number) => string) => {
    for (let index = 0; index < 5; index++) expect(await from(headersOf(index))).toBe(404)
  }

  test('counts the last that is none of them, whatever strangers wrote before it', async () => {
    await flood((index) => `203.0.113.${index}, 198.51.100.1, 10.1.0.1`)
    expect(await from('203.0.113.9, 198.51.100.1, 10.1.0.1')).toBe(429)
    // By another way in, and in two headers, it is still the same client.
    expect(await from('198.51.100.1, 2001:db8:1::7')).toBe(429)
    expect(await from('203.0.113.9, 198.51.100.1', '10.1.200.3')).toBe(429)
    expect(await from('198.51.100.2, 10.1.0.1')).toBe(404)
  })

  test('lets nobody choose an address by naming a proxy, or by saying nothing that is one', async () => {
    // A client that calls itself a proxy is taken by what the real proxy saw.
    await flood((index) => `203.0.113.${index}, 10.1.0.1, 198.51.100.3`)
    expect(await from('203.0.113.9, 127.0.0.1, 198.51.100.3')).toBe(429)
    // What is no address ends the search: the proxy that let it pass counts.
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

describe('asked by somebody who is no proxy of the operator', () => {
  const service = useService({ environment: { ...limits, TRUSTED_PROXIES: '10.1.0.0/16' } })

  test('counts who asks, whatever is said', async () => {
    const get = (index: number) =>
      readResponse(
        service.send('/nothing', { headers: { 'x-forwarded-for': `198.51.100.${index}, 10.1.0.1` } }),
      )
    for (let index = 0; index < 5; index++) expect((await get(index)).status).toBe(404)
    expectRefusal(await get(6), 'RATE_LIMITED')
  })
})

test('addresses of one network of version 6 are one', () => {
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
