import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureResults } from '../../base/errors.ts'
import { testRuntime } from '../../base/runtime.ts'
import { Images, imageRefused, mostImageBytes } from './images.ts'
import { NotFetched, PublicFetch } from './publicFetch.ts'

const header = '89504e470d0a1a0a0000000d49484452'
const square = `${header}0000012c0000012c0800000000`

let server: Server
let origin: string
let atOnce = 0
let mostAtOnce = 0
let answers = 0
let changes = false
beforeAll(async () => {
  server = createServer((request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    answers += 1
    const path = request.url ?? ''
    const bytes = Buffer.alloc(path === '/huge' ? 1024 : 64, changes ? answers : path)
    bytes.write(path === '/huge' ? `${header}0000ffff0000ffff0800000000` : square, 'hex')
    setImmediate(() => {
      atOnce -= 1
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
  new Images(new PublicFetch(testRuntime(), { allowedOrigins: [origin], mostBytes: mostImageBytes }))

test('many images are fetched in their order, two at a time from one host, and one that fails does not hide the others', async () => {
  const names = Array.from({ length: 20 }, (_, index) => (index === 7 ? '/none' : `/${index}`))
  const found = await images().fetchAll(names.map((name) => origin + name))
  expect(found).toHaveLength(20)
  for (const [index, image] of found.entries())
    if (index === 7) expect(image).toBeInstanceOf(NotFetched)
    else expect(image).toMatchObject({ url: `${origin}/${index}`, width: 300, height: 300, size: 64 })
  expect(mostAtOnce).toBeLessThanOrEqual(2)
})

test('a picture that claims too many pixels is not used', async () => {
  const [huge] = await images().fetchAll([`${origin}/huge`])
  expect(huge).toBeInstanceOf(NotFetched)
})

test('what was fetched a moment ago is not fetched again; what has been forgotten is, and must be the same', async () => {
  const kept = images()
  const [image] = await kept.fetchAll([`${origin}/a`])
  if (!image || image instanceof NotFetched) throw new Error('It was not fetched.')
  const before = answers
  expect(await kept.again(image.url, image.sha256)).toHaveLength(64)
  expect(answers).toBe(before)

  const forgotten = images()
  expect(await forgotten.again(image.url, image.sha256)).toHaveLength(64)
  expect(answers).toBe(before + 1)
  changes = true
  await expect(images().again(image.url, image.sha256)).rejects.toThrow('it has changed')
  changes = false
})

test('an image whose host does not respond in time is refused as retryable, an image that is none is not', async () => {
  const clock = testRuntime()
  const silent = createServer(() => clock.advance(60_000)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const slow = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const fetch = new PublicFetch(clock, { allowedOrigins: [slow], mostBytes: mostImageBytes })
  const [late] = await new Images(fetch).fetchAll([`${slow}/late.png`])
  const [none] = await images().fetchAll([`${origin}/none`])
  silent.closeAllConnections()
  silent.close()
  const failures = [late, none].map((image) => failureResults(imageRefused('images[0]', {}, image)))
  expect(failures).toMatchObject([
    { code: 'IMAGE_NOT_FETCHABLE', field: 'images[0]', retryable: true },
    { code: 'IMAGE_NOT_FETCHABLE', field: 'images[0]', retryable: false },
  ])
})
