import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileUrls, publicIpv4, specialIpv4, specialIpv6 } from '../../../testing/hostileUrls.ts'
import { testRuntime } from '../../runtime/runtime.ts'
import { isInternalName, isPublicAddress } from './addresses.ts'
import { PublicFetch, PublicFetchError } from './publicFetch.ts'

/** Resolves every name to addresses that a hostile name server could return, and records the names. */
function fetcher(addresses: readonly string[] = ['10.0.0.7'], allowedOrigins: readonly string[] = []) {
  const resolvedHosts: string[] = []
  const resolve = async (host: string) => {
    resolvedHosts.push(host)
    return addresses
  }
  const clock = testRuntime()
  return { fetch: new PublicFetch(clock, { allowedOrigins, maxBytes: 1000, resolve }), resolvedHosts, clock }
}

describe('the address check of PublicFetch', () => {
  test.each([...specialIpv4, ...specialIpv6, 'not an address', ''])(
    'classifies the address "%s" as not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false)
    },
  )
  test.each([...publicIpv4, '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'classifies the address %s as public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
  test.each(
    'localhost localhost. foo.localhost LOCALHOST metadata.google.internal postgres printer.local a.b.internal x.home.arpa'.split(
      ' ',
    ),
  )('classifies the host name %s as internal', (name) => {
    expect(isInternalName(name)).toBe(true)
  })
  test('does not classify other host names as internal', () => {
    expect(isInternalName('images.example.com')).toBe(false)
    expect(isInternalName('localhost.example.com')).toBe(false)
  })
})

describe('PublicFetch', () => {
  test.each(hostileUrls)('rejects %s without a DNS lookup', async (url) => {
    const { fetch, resolvedHosts } = fetcher(['93.184.216.34'])
    await expect(fetch.fetchBytes(url)).rejects.toBeInstanceOf(PublicFetchError)
    expect(resolvedHosts).toEqual([])
  })

  test.each([
    ['a private address', ['10.1.2.3']],
    ['a loopback address', ['127.0.0.1']],
    ['an IPv6 loopback address', ['::1']],
    ['an IPv4-mapped link-local address', ['::ffff:169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '192.168.0.1']],
    ['no address', []],
  ])('rejects a host name that resolves to %s, after one DNS lookup', async (_, addresses) => {
    for (const url of [
      'https://img.127.0.0.1.nip.io/',
      'https://localtest.me/',
      'https://xn--fsq.example/',
    ]) {
      const { fetch, resolvedHosts } = fetcher(addresses)
      await expect(fetch.fetchBytes(url)).rejects.toBeInstanceOf(PublicFetchError)
      expect(resolvedHosts).toHaveLength(1)
    }
  })
})

describe('an allowed origin', () => {
  let server: Server
  let origin: string
  let other: Server
  let otherOrigin: string
  const seen: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.url} ${JSON.stringify(request.headers)}`)
      const path = request.url ?? ''
      const hop = /^\/hop\/(\d+)$/.exec(path)?.[1]
      if (hop !== undefined)
        response.writeHead(302, { location: hop === '0' ? '/picture' : `/hop/${Number(hop) - 1}` }).end()
      else if (path.startsWith('/to/'))
        response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end()
      else if (path === '/large') response.end(Buffer.alloc(1001))
      else if (path === '/endless') {
        response.write(Buffer.alloc(600))
        response.write(Buffer.alloc(600))
      } else if (path === '/slow') response.flushHeaders()
      else if (path === '/missing') response.writeHead(404).end('no')
      else response.end('picture')
    })
    other = createServer((_request, response) => response.end('secret'))
    for (const each of [server, other]) {
      each.listen(0, '127.0.0.1')
      await once(each, 'listening')
    }
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => {
    for (const each of [server, other]) {
      each.closeAllConnections()
      each.close()
    }
  })
  const bytes = (path: string) => fetcher(['10.0.0.7'], [origin]).fetch.fetchBytes(`${origin}${path}`)

  test('gets requests without credentials, cookies or a Referer header', async () => {
    expect((await bytes('/picture')).toString()).toBe('picture')
    expect(seen.at(-1)).not.toMatch(/authorization|cookie|x-api-key|referer/i)
  })

  test('does not allow another port or host name', async () => {
    const { fetch } = fetcher(['10.0.0.7'], [origin])
    await expect(fetch.fetchBytes(`${otherOrigin}/`)).rejects.toBeInstanceOf(PublicFetchError)
    await expect(fetch.fetchBytes(origin.replace('127.0.0.1', 'localhost'))).rejects.toBeInstanceOf(
      PublicFetchError,
    )
  })

  test('may redirect three times, and only to URLs that can be fetched directly', async () => {
    expect((await bytes('/hop/2')).toString()).toBe('picture')
    await expect(bytes('/hop/3')).rejects.toThrow('too many redirects')
    for (const target of [
      `${otherOrigin}/`,
      'http://169.254.169.254/latest/meta-data/',
      'https://127.0.0.1/',
      'https://internal.example/',
      'file:///etc/passwd',
    ])
      await expect(bytes(`/to/${encodeURIComponent(target)}`)).rejects.toBeInstanceOf(PublicFetchError)
  })

  test('has 10 seconds on the clock of the runtime to send the whole response', async () => {
    const { fetch, clock } = fetcher(['10.0.0.7'], [origin])
    const refusals: unknown[] = []
    const fetched = fetch.fetchBytes(`${origin}/slow`).catch((error: unknown) => refusals.push(error))
    await expect.poll(() => seen.at(-1)).toContain('/slow')
    clock.advance(9_999)
    // Meanwhile, another request gets its whole response.
    expect((await bytes('/picture')).toString()).toBe('picture')
    expect(refusals).toEqual([])
    clock.advance(1)
    await fetched
    expect(refusals).toEqual([expect.any(PublicFetchError)])
  })

  test.each(['/large', '/endless', '/missing'])(
    'causes a PublicFetchError when its response is oversized or an error: %s',
    async (path) => {
      await expect(bytes(path)).rejects.toBeInstanceOf(PublicFetchError)
    },
  )
})
