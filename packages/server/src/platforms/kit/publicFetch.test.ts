import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInwardName, isPublicAddress } from './addresses.ts'
import { NotFetched, PublicFetch } from './publicFetch.ts'

/** Resolves every name to what a hostile name server might say, and notes what it was asked. */
function fetcher(addresses: readonly string[] = ['10.0.0.7'], allowedOrigins: readonly string[] = []) {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return addresses
  }
  return { fetch: new PublicFetch({ allowedOrigins, mostBytes: 1000, resolve }), asked }
}

const folded =
  '127.1 127.0.1 0 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 127.0.0.1. 0xa9fea9fe 2852039166 0251.0376.0251.0376 ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1'.split(
    ' ',
  )
const sixes =
  '::1 :: 0000::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: fe80::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 5f00::1'.split(
    ' ',
  )
const fours =
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.8.9.10 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.4 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255'.split(
    ' ',
  )
const publicFours =
  '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 223.255.255.255'.split(
    ' ',
  )

describe('addresses', () => {
  test.each([...fours, ...sixes, 'not an address', ''])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  test.each([...publicFours, '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
  test.each(
    'localhost localhost. foo.localhost LOCALHOST metadata.google.internal postgres printer.local a.b.internal x.home.arpa'.split(
      ' ',
    ),
  )('the name %s leads inwards', (name) => {
    expect(isInwardName(name)).toBe(true)
  })
  test('other names do not by themselves', () => {
    expect(isInwardName('images.example.com')).toBe(false)
    expect(isInwardName('localhost.example.com')).toBe(false)
  })
})

describe('what is named by URL', () => {
  test.each([
    ...folded.map((host) => `https://${host}/a.png`),
    ...sixes.map((address) => `https://[${address}]/a.png`),
    ...fours.map((address) => `https://${address}/a.png`),
    'https:127.0.0.1',
    'https:/127.0.0.1',
    'https:\\\\127.0.0.1\\',
    '\thttps://1.1.1.1/',
    ' https://1.1.1.1/',
    'https://1.1.1.1/\n',
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1\\@example.com/',
    'https://127.0.0.1#@example.com',
    'https://user@example.com/a.png',
    'https://user:secret@example.com/a.png',
    'https://1.1.1.1 &@2.2.2.2# @3.3.3.3/',
    'https://127.0.0.1%2f@example.com/',
    'https://localhost/',
    'https://localhost./',
    'https://foo.localhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://loc%61lhost/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://postgres/',
    'https://printer.local/',
    'https://a.b.internal/',
    'http://example.com/a.png',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_',
    'ftp://example.com/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'unix:/var/run/docker.sock',
    'https://example.com:22/',
    'https://example.com:5432/',
    'https://example.com:6379/',
    'https://example.com:8443/',
    'https://127.0.0.0.1/',
    'https://6425673729/',
    'https://[fe80::1%25eth0]/',
    '//127.0.0.1/',
    'https://exa%00mple.com/',
    `https://example.com/${'a'.repeat(2100)}`,
    '',
  ])('%s is not fetched', async (url) => {
    const { fetch, asked } = fetcher(['93.184.216.34'])
    await expect(fetch.bytes(url)).rejects.toBeInstanceOf(NotFetched)
    expect(asked).toEqual([])
  })

  test.each([
    ['a private address', ['10.1.2.3']],
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['a mapped address', ['::ffff:169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '192.168.0.1']],
    ['nothing', []],
  ])('a name that resolves to %s is not fetched, and is asked for once', async (_, addresses) => {
    for (const url of [
      'https://img.127.0.0.1.nip.io/',
      'https://localtest.me/',
      'https://xn--fsq.example/',
    ]) {
      const { fetch, asked } = fetcher(addresses)
      await expect(fetch.bytes(url)).rejects.toBeInstanceOf(NotFetched)
      expect(asked).toHaveLength(1)
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
      } else if (path === '/missing') response.writeHead(404).end('no')
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
  const bytes = (path: string) => fetcher(['10.0.0.7'], [origin]).fetch.bytes(`${origin}${path}`)

  test('is fetched from, without a word about who asks', async () => {
    expect((await bytes('/picture')).toString()).toBe('picture')
    expect(seen.at(-1)).not.toMatch(/authorization|cookie|x-api-key|referer/i)
  })

  test('does not open its neighbours', async () => {
    const { fetch } = fetcher(['10.0.0.7'], [origin])
    await expect(fetch.bytes(`${otherOrigin}/`)).rejects.toBeInstanceOf(NotFetched)
    await expect(fetch.bytes(origin.replace('127.0.0.1', 'localhost'))).rejects.toBeInstanceOf(NotFetched)
  })

  test('may redirect three times, and only to where one could have gone directly', async () => {
    expect((await bytes('/hop/2')).toString()).toBe('picture')
    await expect(bytes('/hop/3')).rejects.toThrow('too many redirects')
    for (const target of [
      `${otherOrigin}/`,
      'http://169.254.169.254/latest/meta-data/',
      'https://127.0.0.1/',
      'https://internal.example/',
      'file:///etc/passwd',
    ])
      await expect(bytes(`/to/${encodeURIComponent(target)}`)).rejects.toBeInstanceOf(NotFetched)
  })

  test.each(['/large', '/endless', '/missing'])('%s is not an answer to use', async (path) => {
    await expect(bytes(path)).rejects.toBeInstanceOf(NotFetched)
  })
})
