import { describe, expect, test } from 'vitest'
import { makeMetrics } from '../../observability/metrics.ts'
import { testRuntime } from '../../runtime/runtime.ts'
import { CallWatch } from '../connector-kit/callWatch.ts'
import { ImageFetcher } from '../connector-kit/imageFetcher.ts'
import { LookupCaches } from '../connector-kit/lookupCaches.ts'
import { PublicFetch } from '../connector-kit/publicFetch.ts'
import { toUpstreamResponse, type Upstream } from '../connector-kit/upstream.ts'
import { parseImageSize, readImageSizes } from './imageSizes.ts'
import { SocialLimiter } from './limiter.ts'
import { createSocialPlatform } from './platform.ts'

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('000004380000054608060000', 'hex'),
  Buffer.alloc(20),
])
/** Builds a JPEG with an application segment of this length before its frame, as cameras write it. */
const jpeg = (segment: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, segment >> 8, segment & 255]),
    Buffer.alloc(segment - 2),
    Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, 0x05, 0x46, 0x04, 0x38, 3]),
    Buffer.alloc(20),
  ])
const webp = (kind: string, bytes: string) =>
  Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.alloc(4),
    Buffer.from(`WEBP${kind}`),
    Buffer.from(bytes, 'hex'),
    Buffer.alloc(20),
  ])

const size = { width: 1080, height: 1350 }

describe('the size of a picture', () => {
  test.each([
    ['PNG', png],
    ['JPEG', jpeg(16)],
    ['JPEG with much before the frame', jpeg(40_000)],
    ['lossy WebP', webp('VP8 ', '000000000000009d012a38044605')],
    ['lossless WebP', webp('VP8L', '000000002f37445101')],
    ['extended WebP', webp('VP8X', '0a00000000000000370400450500')],
  ])('is read from the beginning of a %s', (_, bytes) => {
    expect(parseImageSize(bytes)).toEqual(size)
  })

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<html><body>Sorry, something went wrong.</body></html>')],
    ['a truncated JPEG', jpeg(40_000).subarray(0, 30_000)],
    [
      'a JPEG with a segment of length 0',
      Buffer.concat([Buffer.from('ffd8ffe10000', 'hex'), Buffer.alloc(40)]),
    ],
    ['64 bytes of 0xff', Buffer.from('ff'.repeat(64), 'hex')],
  ])('is undefined for %s', (_, bytes) => {
    expect(parseImageSize(bytes)).toBeUndefined()
  })
})

describe('readImageSizes', () => {
  const requestedUrls: string[] = []
  const upstream: Upstream = {
    async send({ url }) {
      requestedUrls.push(url)
      return toUpstreamResponse({ status: 206, headers: {} }, png)
    },
    close: async () => {},
  }
  const appConfig = {
    apiUrl: '',
    authorizeUrl: '',
    tokenUrl: '',
    version: '',
    clientId: '',
    clientSecret: '',
  }
  const runtime = testRuntime()
  const watch = new CallWatch(runtime, makeMetrics())
  const imageFetcher = new ImageFetcher(new PublicFetch(runtime, { allowedOrigins: [], maxBytes: 1 }))
  const made = (sandboxOrigin: string) =>
    createSocialPlatform({
      appConfig,
      onVersionNotice: () => {},
      onQuotaRefused: () => {},
      limiter: new SocialLimiter(runtime),
      upstream,
      watch,
      runtime,
      lookups: new LookupCaches(runtime),
      sandboxOrigin,
      imageSources: { fetcher: imageFetcher, uploads: undefined },
    })

  test("requests images only from Meta's media hosts over HTTPS, and from the sandbox if one is configured", async () => {
    requestedUrls.length = 0
    const urls = [
      'https://scontent-fra3-1.cdninstagram.com/a.jpg',
      'https://scontent.xx.fbcdn.net/b.jpg',
      'http://scontent.xx.fbcdn.net/plain.jpg',
      'https://fbcdn.net.evil.example/c.jpg',
      'https://evilfbcdn.net/d.jpg',
      'https://scontent.xx.fbcdn.net:8443/e.jpg',
      'https://user@scontent.xx.fbcdn.net/f.jpg',
      'https://127.0.0.1/g.jpg',
      'http://127.0.0.1:8081/_media/h.jpg',
      'http://127.0.0.1:8082/_media/i.jpg',
      'file:///etc/passwd',
      '',
    ]
    const media = new Map(urls.map((url, index) => [String(index), url]))
    const found = await readImageSizes(media, made('http://127.0.0.1:8081'))
    expect(requestedUrls.toSorted()).toEqual([urls[8], urls[0], urls[1]])
    expect([...found.keys()].toSorted()).toEqual(['0', '1', '8'])
    requestedUrls.length = 0
    await readImageSizes(media, made(''))
    expect(requestedUrls.toSorted()).toEqual([urls[0], urls[1]])
  })

  test('requests each image only once', async () => {
    requestedUrls.length = 0
    const platform = made('')
    const media = new Map([['1', 'https://scontent.xx.fbcdn.net/b.jpg']])
    await readImageSizes(media, platform)
    expect((await readImageSizes(media, platform)).get('1')).toMatchObject({ width: 1080 })
    expect(requestedUrls).toHaveLength(1)
  })
})
