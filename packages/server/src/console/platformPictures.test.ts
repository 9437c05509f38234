// Pictures of the platforms in the console: only what a platform named, only to whom it was named, and only pictures.

import { beforeAll, describe, expect, test } from 'vitest'
import { createConsoleClient, type SignedInBrowser } from '../../testing/consoleSession.ts'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { usePlatformProxy } from '../../testing/platformProxy.ts'
import { useService } from '../../testing/service.ts'
import { maxImageBytes } from '../platforms/connector-kit/imageFetcher.ts'

const between = await usePlatformProxy()
const service = useService({
  environment: { SANDBOX_URL: between.url },
  // A name on the internet that leads inwards.
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

/** What the page is given for the pictures of an answer. */
async function pathsOf(operation: string, body: object): Promise<string[]> {
  const { results } = await call(browser, operation, { userId: linked.userId, ...body })
  expect(results.error).toBe('')
  return Object.values<string>(results.pictures)
}

/** The same, after the platform has named one address for all of them. */
async function pathOf(address: string): Promise<string> {
  between.alterResponses((response) => {
    response.json = JSON.parse(JSON.stringify(response.json), (key, value) =>
      ['src', 'full_picture'].includes(key) ? address : value,
    )
  })
  const [path = ''] = await pathsOf('social/get_page_posts', posts)
  // Another address is another picture: nothing of an earlier one is shown in its place.
  service.clock.advance(11 * 60_000)
  browser = await signIn()
  return path
}

function get(path: string, cookie = browser.cookie): Promise<Response> {
  return service.send(path, { headers: { cookie } })
}

describe('a picture that a platform named', () => {
  test.each([
    ['posts', 'social/get_page_posts', posts],
    ['images', 'social/get_ad_account_media', { type: 'IMAGE' }],
    ['videos', 'social/get_ad_account_media', { type: 'VIDEO' }],
    ['pages', 'auth/get_connected_accounts_data', {}],
  ])('is shown by the service itself, and as nothing but a picture: of %s', async (_, operation, body) => {
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
  })

  test('is fetched once for a while, and then anew', async () => {
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

  test('is named to callers by its own address alone', async () => {
    const { results } = await service.call('social/get_page_posts', { userId: linked.userId, ...posts })
    expect(results).not.toHaveProperty('pictures')
  })
})

describe('nothing is shown', () => {
  test('without a session', async () => {
    const [path = ''] = await pathsOf('social/get_page_posts', posts)
    expect((await get(path, '')).status).toBe(401)
  })

  test('for a reference that was made up, changed, given to another workspace, or an hour ago', async () => {
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
    ['is no picture', { json: { picture: 'no' } }],
    [
      'calls itself one and is a page',
      { raw: { headers: { 'content-type': 'image/png' }, bytes: Buffer.from('<svg onload=alert(1)>') } },
    ],
    [
      'is too large',
      {
        raw: { bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(maxImageBytes)]) },
      },
    ],
    [
      'leads to a private address',
      { raw: { status: 302, headers: { location: 'https://169.254.169.254/latest' } } },
    ],
    [
      'leads to this very machine',
      { raw: { status: 302, headers: { location: `${between.sandbox.url}/_media/image/a-64x64.jpg` } } },
    ],
    [
      'leads to a name that leads inwards',
      { raw: { status: 302, headers: { location: 'https://pictures.example/a.jpg' } } },
    ],
  ])('for what %s', async (_, instead) => {
    between.respondWith((path) => (path === picturePath ? instead : undefined))
    const path = await pathOf(between.url + picturePath)
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('for an address that is not public, whoever named it', async () => {
    for (const address of [
      'http://127.0.0.1:22/a.jpg',
      'https://pictures.example/a.jpg',
      'file:///etc/passwd',
    ])
      expect((await get(await pathOf(address))).status).toBe(404)
  })
})
