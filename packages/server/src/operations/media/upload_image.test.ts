import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import {
  buildExifTiff,
  buildJpeg,
  buildLargePng,
  buildPng,
  exifSegment,
  pngChunk,
} from '../../../testing/images.ts'
import { openConnection, requestText, sendBytes } from '../../../testing/rawHttp.ts'
import { postText, readResponse } from '../../../testing/requests.ts'
import { testDatabaseUrl, useService } from '../../../testing/service.ts'
import { uploadImage } from '../../../testing/uploads.ts'
import { dayMs } from '../../runtime/durations.ts'

const service = useService()
const small = useService({
  environment: { IMAGE_QUOTA_BYTES: '1000', REQUEST_TIMEOUT_MS: '1000', HEADERS_TIMEOUT_MS: '1000' },
})
const narrow = useService({ environment: { UPLOADS_LIMIT_BYTES: String(12 * 1024 * 1024) } })
/** Another process on the database of `service`. SQLite has one process, which then is the same. */
const second = testDatabaseUrl() === '' ? service : useService({ sharesDatabaseWith: service })

const operation = 'media/upload_image'
const maxBytes = 10 * 1024 * 1024
let shade = 0
/** A new image of the same size. */
const newPng = () => buildPng({ shade: ++shade })

const listRows = async () => {
  const { db } = service.app.store
  const images = await db.selectFrom('images').select(['id', 'size', 'expires_at']).execute()
  const chunks = await db.selectFrom('image_chunks').select(['image_id', 'number']).execute()
  const usage = await db.selectFrom('image_usage').selectAll().execute()
  return { images, chunks, usage }
}

test('media/upload_image returns URL, format, size and expiry of the image [R4.add.media-upload_image, R4.add.media-upload_image.results]', async () => {
  const image = newPng()
  const results = await uploadImage(service, image)
  expect(results).toMatchObject({
    url: expect.stringMatching(/^adrail:\/\/media\/img_[0-9a-z]{26}$/),
    type: 'image/png',
    width: 300,
    height: 300,
    bytes: image.length,
    expiresAt: new Date(service.clock.now() + 30 * dayMs).toISOString(),
    created: true,
  })
})

test('the bytes decide the format, whatever the Content-Type says', async () => {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'IMAGE/PNG; charset=binary' }
  const response = await postText(`${service.url}/${operation}`, buildJpeg(), headers)
  expect(expectSuccess(operation, response).type).toBe('image/jpeg')
})

test('the same image returns the same URL, also with other metadata, from another process and after its expiry', async () => {
  const { apiKey } = await service.newWorkspace()
  const first = await uploadImage(service, buildJpeg(), apiKey)
  const withPlace = buildJpeg({ segments: [exifSegment(1)] })
  service.clock.advance(dayMs)
  const again = await uploadImage(service, withPlace, apiKey)
  expect(again).toMatchObject({ url: first.url, bytes: first.bytes, created: false })
  expect(Date.parse(again.expiresAt) - Date.parse(first.expiresAt)).toBe(dayMs)
  expect((await uploadImage(second, withPlace, apiKey)).url).toBe(first.url)
  service.clock.advance(40 * dayMs)
  await service.app.imageRetention.poll()
  expect(await uploadImage(service, withPlace, apiKey)).toMatchObject({ url: first.url, created: true })
})

test('ten concurrent uploads of the same image in two processes store the image once', async () => {
  const { id, apiKey } = await service.newWorkspace()
  const image = newPng()
  const uploads = await Promise.all(
    Array.from({ length: 10 }, (_, index) => uploadImage(index % 2 === 0 ? service : second, image, apiKey)),
  )
  expect(new Set(uploads.map(({ url }) => url)).size).toBe(1)
  expect(uploads.filter(({ created }) => created)).toHaveLength(1)
  const { usage } = await listRows()
  expect(usage.find(({ workspace_id }) => workspace_id === id)?.size).toBe(image.length)
  const { results } = await service.call('workspace/list_audit', {}, { apiKey })
  expect(results.entries.filter(({ event }) => event === 'image.uploaded')).toHaveLength(1)
})

test('the audit entry names the image with its format and size, and no file name or metadata', async () => {
  const { apiKey } = await service.newWorkspace()
  const before = [pngChunk('tEXt', 'Author\0Ada Fox'), pngChunk('eXIf', buildExifTiff(3))]
  const { url } = await uploadImage(service, buildPng({ before }), apiKey)
  const { text } = await service.call('workspace/list_audit', {}, { apiKey })
  expect(JSON.parse(text).results.entries).toMatchObject([
    { event: 'image.uploaded', subject: url.replace('adrail://media/', '') },
  ])
  expect(text).toContain('300')
  expect(text).not.toContain('Ada')
})

test('concurrent uploads never exceed the quota of a workspace, and deleted images free it', async () => {
  const { id, apiKey } = await small.newWorkspace()
  const images = Array.from({ length: 12 }, () => newPng())
  const responses = await Promise.all(images.map((image) => small.post(operation, image, apiKey)))
  const stored = responses.filter(({ status }) => status === 200)
  const { db } = small.app.store
  const usage = db.selectFrom('image_usage').select('size').where('workspace_id', '=', id)
  const { size } = await usage.executeTakeFirstOrThrow()
  expect(size).toBe(stored.length * (images[0]?.length ?? 0))
  expect(size).toBeLessThanOrEqual(1000)
  expect(size + (images[0]?.length ?? 0)).toBeGreaterThan(1000)
  for (const response of responses.filter(({ status }) => status !== 200))
    expect(expectRefusal(response, 'IMAGE_QUOTA_EXCEEDED').error).toContain('1000 bytes')
  // A stored image can be uploaded again.
  const index = responses.findIndex(({ status }) => status === 200)
  const again = await uploadImage(small, images[index] ?? Buffer.alloc(0), apiKey)
  expect(again.created).toBe(false)
  expectSuccess('media/delete_image', await small.post('media/delete_image', { url: again.url }, apiKey))
  await uploadImage(small, newPng(), apiKey)
})

test('expired images are deleted with their bytes, and free the quota', async () => {
  const { id, apiKey } = await service.newWorkspace()
  await uploadImage(service, buildLargePng(3 * 1024 * 1024), apiKey)
  const find = async () => {
    const { images, chunks, usage } = await listRows()
    return {
      images: images.length,
      orphans: chunks.filter(({ image_id }) => !images.some((image) => image.id === image_id)).length,
      usage: usage.find(({ workspace_id }) => workspace_id === id)?.size,
    }
  }
  expect(await find()).toMatchObject({ orphans: 0, usage: 3 * 1024 * 1024 })
  service.clock.advance(30 * dayMs)
  await service.app.imageRetention.poll()
  expect(await find()).toEqual({ images: 0, orphans: 0, usage: 0 })
})

test('the images of a workspace are deleted with the workspace', async () => {
  const { id, apiKey } = await service.newWorkspace()
  await uploadImage(service, newPng(), apiKey)
  const { db } = service.app.store
  await db.deleteFrom('audit_entries').where('workspace_id', '=', id).execute()
  await db.deleteFrom('audit_heads').where('workspace_id', '=', id).execute()
  await db.deleteFrom('api_keys').where('workspace_id', '=', id).execute()
  await db.deleteFrom('workspaces').where('id', '=', id).execute()
  const { images, chunks, usage } = await listRows()
  expect(usage.filter(({ workspace_id }) => workspace_id === id)).toEqual([])
  expect(chunks.filter(({ image_id }) => !images.some((image) => image.id === image_id))).toEqual([])
})

test('an image of exactly 10 MB is stored and read back byte for byte, and one of one more byte gets 413', async () => {
  const image = buildLargePng(maxBytes)
  expect(image.length).toBe(maxBytes)
  const { url, bytes } = await uploadImage(service, image)
  expect(bytes).toBe(maxBytes)
  const id = url.replace('adrail://media/', '')
  const chunks = await service.app.store.db
    .selectFrom('image_chunks')
    .select('bytes')
    .where('image_id', '=', id)
    .orderBy('number')
    .execute()
  expect(Math.max(...chunks.map((chunk) => chunk.bytes.length))).toBe(1024 * 1024)
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk.bytes)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(image).digest('hex'))
  const larger = Buffer.concat([image, Buffer.alloc(1)])
  expectRefusal(await service.post(operation, larger), 'BODY_TOO_LARGE')
})

const headers = () => ({ host: 'x', 'x-api-key': service.apiKey, 'content-type': 'image/png' })
const sendChunked = async (bytes: Buffer) => {
  const connection = await openConnection(service.url)
  connection.write(
    requestText(`POST /${operation} HTTP/1.1`, { ...headers(), 'transfer-encoding': 'chunked' }),
  )
  for (let offset = 0; offset < bytes.length; offset += 60_000) {
    const chunk = bytes.subarray(offset, offset + 60_000)
    connection.write(
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    )
  }
  connection.write('0\r\n\r\n')
  const response = await connection.readResponse()
  connection.close()
  return response
}

test('an image without Content-Length is stored up to 10 MB, and refused beyond', async () => {
  expectSuccess(operation, await sendChunked(newPng()))
  expectRefusal(await sendChunked(Buffer.alloc(maxBytes + 1)), 'BODY_TOO_LARGE')
})

test('a Content-Length over 10 MB is refused before the body arrives', async () => {
  const announced = requestText(`POST /${operation} HTTP/1.1`, {
    ...headers(),
    'content-length': maxBytes + 1,
  })
  expectRefusal(await sendBytes(service.url, announced), 'BODY_TOO_LARGE')
})

test('an unknown key and a key without the scope are refused before the body arrives', async () => {
  const { text } = await service.newKey({ scopes: ['read', 'link', 'approve', 'admin', 'leads'] })
  for (const [apiKey, code] of [
    ['adr_unknown', 'UNAUTHENTICATED'],
    [text, 'FORBIDDEN'],
  ] as const) {
    const announced = { ...headers(), 'x-api-key': apiKey, 'content-length': maxBytes }
    expectRefusal(await sendBytes(service.url, requestText(`POST /${operation} HTTP/1.1`, announced)), code)
  }
})

test('keys with the scope write or spend can upload', async () => {
  for (const scope of ['write', 'spend'] as const)
    await uploadImage(service, newPng(), (await service.newKey({ scopes: [scope] })).text)
})

test('an upload that is slower than REQUEST_TIMEOUT_MS is cut off and leaves nothing', async () => {
  const connection = await openConnection(small.url)
  const head = { ...headers(), 'x-api-key': small.apiKey, 'content-length': 1000 }
  connection.write(requestText(`POST /${operation} HTTP/1.1`, head))
  connection.write(newPng().subarray(0, 100))
  expect(await connection.readToEnd()).toContain('REQUEST_TIMEOUT')
  const rows = await small.app.store.db
    .selectFrom('images')
    .selectAll()
    .where('workspace_id', '=', small.workspaceId)
    .execute()
  expect(rows).toEqual([])
})

test('a client that disconnects in the middle of an upload leaves nothing, and frees its bytes for the next upload', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const connection = await openConnection(narrow.url)
    const head = { ...headers(), 'x-api-key': narrow.apiKey, 'content-length': maxBytes }
    connection.write(requestText(`POST /${operation} HTTP/1.1`, head))
    connection.write(Buffer.alloc(100_000))
    connection.close()
  }
  await expect.poll(async () => (await narrow.post(operation, buildLargePng(maxBytes))).status).toBe(200)
  const rows = await narrow.app.store.db.selectFrom('images').select('size').execute()
  expect(rows).toEqual([{ size: maxBytes }])
})

test('of two uploads that exceed UPLOADS_LIMIT_BYTES together, one gets 503 before it arrives, and other requests are not affected', async () => {
  const head = { ...headers(), 'x-api-key': narrow.apiKey, 'content-length': maxBytes }
  const announceUpload = async () => {
    const connection = await openConnection(narrow.url)
    onTestFinished(() => connection.close())
    connection.write(requestText(`POST /${operation} HTTP/1.1`, head))
    return await connection.readResponse()
  }
  expectRefusal(await Promise.race([announceUpload(), announceUpload()]), 'OVERLOADED')
  expectSuccess('user/list_users', await narrow.post('user/list_users', {}))
})

test('a Content-Length that is shorter than the image stores no image', async () => {
  const image = newPng()
  const before = await listRows()
  const head = requestText(`POST /${operation} HTTP/1.1`, {
    ...headers(),
    'content-length': image.length - 5,
    connection: 'close',
  })
  const response = await sendBytes(service.url, Buffer.concat([Buffer.from(head), image]))
  expect([400, 422]).toContain(response.status)
  expect(await listRows()).toEqual(before)
})

test.each([
  ['JSON', 'application/json'],
  ['SVG', 'image/svg+xml'],
  ['GIF', 'image/gif'],
  ['a form', 'multipart/form-data; boundary=x'],
  ['bytes of any kind', 'application/octet-stream'],
])('media/upload_image refuses the Content-Type of %s', async (_, contentType) => {
  const sent = { 'x-api-key': service.apiKey, 'content-type': contentType }
  const response = await postText(`${service.url}/${operation}`, newPng(), sent)
  expect(expectRefusal(response, 'UNSUPPORTED_MEDIA_TYPE').error).toContain('image/jpeg or image/png')
})

test('media/upload_image refuses a body without Content-Type and a compressed body', async () => {
  const init = { method: 'POST', body: newPng(), headers: { 'x-api-key': service.apiKey } }
  expectRefusal(await readResponse(service.send(`/${operation}`, init)), 'UNSUPPORTED_MEDIA_TYPE')
  const compressed = { 'x-api-key': service.apiKey, 'content-type': 'image/png', 'content-encoding': 'gzip' }
  const response = await postText(`${service.url}/${operation}`, gzipSync(newPng()), compressed)
  expectRefusal(response, 'UNSUPPORTED_MEDIA_TYPE')
})

test.each([
  ['an empty body', Buffer.alloc(0), 'The body is empty.'],
  ['SVG under the name of a PNG', Buffer.from('<svg/>'), 'The file is not a JPEG or PNG.'],
  ['a file that is cut off', newPng().subarray(0, 100), 'The file is cut off.'],
  ['25 megapixels and one', buildJpeg({ width: 5001, height: 5000 }), 'The image has 5001 × 5000 pixels'],
])('media/upload_image refuses %s and stores nothing', async (_, bytes, reason) => {
  const before = await listRows()
  expect(expectRefusal(await service.post(operation, bytes), 'IMAGE_NOT_ACCEPTED').error).toContain(reason)
  expect(await listRows()).toEqual(before)
})

test('an image that is larger than the quota is refused also in a workspace without images', async () => {
  const { apiKey } = await small.newWorkspace()
  expectRefusal(await small.post(operation, buildLargePng(200_000), apiKey), 'IMAGE_QUOTA_EXCEEDED')
})

test('metrics count uploads by outcome', async () => {
  await uploadImage(service, newPng())
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  for (const outcome of ['stored', 'known', 'not_accepted'])
    expect(metrics).toMatch(new RegExp(`adrail_image_uploads_total\\{outcome="${outcome}"\\} [1-9]`))
})

testOperationCosts('media/upload_image', { store: 9, upstream: 0 }, async () => newPng() as never)
