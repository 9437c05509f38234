// The console serves only pictures whose address a platform returned, only to the workspace that received
// that address, and only when the content is an image.

import { beforeAll, describe, expect, test } from 'vitest'
import { createConsoleClient, type SignedInBrowser } from '../../testing/consoleSession.ts'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { usePlatformProxy } from '../../testing/platformProxy.ts'
import { useService } from '../../testing/service.ts'
import { maxImageBytes } from '../platforms/connector-kit/imageFetcher.ts'

const between = await usePlatformProxy()
const service = useService({
  environment: { SANDBOX_URL: between.url },
  // Every host name resolves to a private address.
  resolve: async () => ['10.0.0.7'],
})
const { signIn, call } = createConsoleClient(service)
const linked = useLinkedUser(() => newLinkedUser(service))
let browser: SignedInBrowser
beforeAll(async () => {
  browser = await signIn()
})

const posts = { platform: 'SOCIAL_A' } as const
const picturePath = '/_media/image/ordered.jpg'

/** Returns the paths under which the console loads the pictures of a response. */
async function pathsOf(operation: string, body: object): Promise<string[]> {
  const { results } = await call(browser, operation, { userId: linked.userId, ...body })
  expect(results.error).toBe('')
  return Object.values<string>(results.pictures)
}

/** Lets the platform return one address for all pictures, and returns the path of the first picture. */
async function pathOf(address: string): Promise<string> {
  between.alterResponses((response) => {
    response.json = JSON.parse(JSON.stringify(response.json), (key, value) =>
      ['src', 'full_picture'].includes(key) ? address : value,
    )
  })
  const [path = ''] = await pathsOf('social/get_page_posts', posts)
  // The cached picture of an earlier test expires, so the service fetches the address again.
  service.clock.advance(11 * 60_000)
  browser = await signIn()
  return path
}

function get(path: string, cookie = browser.cookie): Promise<Response> {
  return service.send(path, { headers: { cookie } })
}

describe('a picture whose address a platform returned', () => {
  test.each([
    ['posts', 'social/get_page_posts', posts],
    ['images', 'social/get_ad_account_media', { type: 'IMAGE' }],
    ['videos', 'social/get_ad_account_media', { type: 'VIDEO' }],
    ['pages', 'auth/get_connected_accounts_data', {}],
  ])(
    'is served by adrail as a JPEG with headers that forbid scripts and other origins (%s)',
    async (_, operation, body) => {
      const [path = ''] = await pathsOf(operation, body)
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=600',
      })
      expect(Buffer.from(await response.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    },
  )

  test('is fetched once for requests within 10 minutes, and again after 11 minutes', async () => {
    let fetched = 0
    const bytes = Buffer.from(
      await (await fetch(`${between.sandbox.url}/_media/image/a-64x64.jpg`)).arrayBuffer(),
    )
    between.respondWith((path) => {
      if (path !== picturePath) return undefined
      fetched += 1
      return { raw: { bytes } }
    })
    const path = await pathOf(between.url + picturePath)
    for (let times = 0; times < 3; times++) expect((await get(path)).status).toBe(200)
    expect(fetched).toBe(1)
    service.clock.advance(11 * 60_000)
    expect((await get(path)).status).toBe(200)
    expect(fetched).toBe(2)
  })

  test('has no console path in responses to API callers', async () => {
    const { results } = await service.call('social/get_page_posts', { userId: linked.userId, ...posts })
    expect(results).not.toHaveProperty('pictures')
  })
})

describe('the picture route of the console', () => {
  test('returns 401 without a session', async () => {
    const [path = ''] = await pathsOf('social/get_page_posts', posts)
    expect((await get(path, '')).status).toBe(401)
  })

  test('returns 404 for a reference that is forged, altered, issued to another workspace, or older than an hour', async () => {
    const [path = ''] = await pathsOf('social/get_page_posts', posts)
    const forged = Buffer.from(JSON.stringify({ address: between.url, until: 9e15 })).toString('base64url')
    const changed = path.slice(0, -2) + (path.endsWith('AA') ? 'BB' : 'AA')
    for (const each of [`/console/picture/${forged}`, `/console/picture/k1.${forged}`, changed])
      expect((await get(each)).status).toBe(404)
    const other = await signIn((await service.newWorkspace()).apiKey)
    expect((await get(path, other.cookie)).status).toBe(404)
    service.clock.advance(61 * 60_000)
    browser = await signIn()
    expect((await get(path)).status).toBe(404)
  })

  test.each([
    ['returns JSON', { json: { picture: 'no' } }],
    [
      'returns SVG markup declared as a PNG',
      { raw: { headers: { 'content-type': 'image/png' }, bytes: Buffer.from('<svg onload=alert(1)>') } },
    ],
    [
      'returns a picture that is too large',
      {
        raw: { bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(maxImageBytes)]) },
      },
    ],
    [
      'redirects to a private address',
      { raw: { status: 302, headers: { location: 'https://169.254.169.254/latest' } } },
    ],
    [
      'redirects to a loopback address',
      { raw: { status: 302, headers: { location: `${between.sandbox.url}/_media/image/a-64x64.jpg` } } },
    ],
    [
      'redirects to a host name that resolves to a private address',
      { raw: { status: 302, headers: { location: 'https://pictures.example/a.jpg' } } },
    ],
  ])('returns 404 for an address that %s', async (_, instead) => {
    between.respondWith((path) => (path === picturePath ? instead : undefined))
    const path = await pathOf(between.url + picturePath)
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('returns 404 for an address that is not public, even when a platform returned it', async () => {
    for (const address of [
      'http://127.0.0.1:22/a.jpg',
      'https://pictures.example/a.jpg',
      'file:///etc/passwd',
    ])
      expect((await get(await pathOf(address))).status).toBe(404)
  })
})
