import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toFailureResults } from '../../runtime/errors.ts'
import { testRuntime } from '../../runtime/runtime.ts'
import { ImageFetcher, imageNotFetchableError, maxImageBytes } from './imageFetcher.ts'
import { PublicFetch, PublicFetchError } from './publicFetch.ts'

const header = '89504e470d0a1a0a0000000d49484452'
const square = `${header}0000012c0000012c0800000000`

let server: Server
let origin: string
let concurrent = 0
let maxConcurrent = 0
let responseCount = 0
let changes = false
beforeAll(async () => {
  server = createServer((request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    responseCount += 1
    const path = request.url ?? ''
    const bytes = Buffer.alloc(path === '/huge' ? 1024 : 64, changes ? responseCount : path)
    bytes.write(path === '/huge' ? `${header}0000ffff0000ffff0800000000` : square, 'hex')
    setImmediate(() => {
      concurrent -= 1
      response.end(path === '/none' ? 'no picture' : bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const images = () =>
  new ImageFetcher(new PublicFetch(testRuntime(), { allowedOrigins: [origin], maxBytes: maxImageBytes }))

test('ImageFetcher returns images in their order, fetches at most two at a time per host, and reports a failed image separately', async () => {
  const names = Array.from({ length: 20 }, (_, index) => (index === 7 ? '/none' : `/${index}`))
  const results = await images().fetchAll(names.map((name) => origin + name))
  expect(results).toHaveLength(20)
  for (const [index, image] of results.entries())
    if (index === 7) expect(image).toBeInstanceOf(PublicFetchError)
    else expect(image).toMatchObject({ url: `${origin}/${index}`, width: 300, height: 300, size: 64 })
  expect(maxConcurrent).toBeLessThanOrEqual(2)
})

test('ImageFetcher rejects an image whose header declares too many pixels', async () => {
  const [huge] = await images().fetchAll([`${origin}/huge`])
  expect(huge).toBeInstanceOf(PublicFetchError)
})

test('ImageFetcher reuses a cached image, fetches an uncached image again, and rejects the image if it has changed', async () => {
  const fetcher = images()
  const [image] = await fetcher.fetchAll([`${origin}/a`])
  if (!image || image instanceof PublicFetchError) throw new Error('It was not fetched.')
  const before = responseCount
  expect(await fetcher.getBytes(image.url, image.sha256)).toHaveLength(64)
  expect(responseCount).toBe(before)

  const freshFetcher = images()
  expect(await freshFetcher.getBytes(image.url, image.sha256)).toHaveLength(64)
  expect(responseCount).toBe(before + 1)
  changes = true
  await expect(images().getBytes(image.url, image.sha256)).rejects.toThrow('it has changed')
  changes = false
})

test('an image is refused as retryable when its host does not respond in time, and as not retryable when it is no image', async () => {
  const clock = testRuntime()
  const silent = createServer(() => clock.advance(60_000)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const slow = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const fetch = new PublicFetch(clock, { allowedOrigins: [slow], maxBytes: maxImageBytes })
  const [late] = await new ImageFetcher(fetch).fetchAll([`${slow}/late.png`])
  const [none] = await images().fetchAll([`${origin}/none`])
  silent.closeAllConnections()
  silent.close()
  const failures = [late, none].map((image) =>
    toFailureResults(imageNotFetchableError('images[0]', {}, image)),
  )
  expect(failures).toMatchObject([
    { code: 'IMAGE_NOT_FETCHABLE', field: 'images[0]', retryable: true },
    { code: 'IMAGE_NOT_FETCHABLE', field: 'images[0]', retryable: false },
  ])
})
