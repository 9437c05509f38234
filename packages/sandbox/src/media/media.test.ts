import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useSandbox } from '../../testing/sandbox.ts'
import { encodeJpeg } from './pictures.ts'

const sandbox = useSandbox()

async function fetchBytes(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}${path}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a PNG has the size in its address, complete rows and valid checksums', async () => {
  const { response, bytes } = await fetchBytes('/_media/image/bread-320x200.png')
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([320, 200])
  let at = 8
  let pixels = Buffer.alloc(0)
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + size)
    expect(bytes.readUInt32BE(at + 8 + size)).toBe(crc32(body))
    if (body.subarray(0, 4).toString() === 'IDAT') pixels = inflateSync(body.subarray(4))
    at += size + 12
  }
  expect(pixels.length).toBe((320 * 3 + 1) * 200)
})

test('a JPEG has the size in its address and a valid end marker', async () => {
  const { response, bytes } = await fetchBytes('/_media/image/bread-1080x566.jpg')
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  expect([bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)]).toEqual([1080, 566])
  expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
})

test('a PNG is padded to the file size in its address without a change to its image data', async () => {
  const [small, large] = await Promise.all(
    ['', '-300kb'].map((size) => fetchBytes(`/_media/image/bread-64x64${size}.png`)),
  )
  expect(large?.bytes).toHaveLength(300 * 1024)
  const picture = small?.bytes ?? Buffer.alloc(0)
  expect(large?.bytes.subarray(0, picture.length)).toEqual(picture)
})

test('a JPEG has the same bytes for the same name and different bytes for another name', async () => {
  const [first, again, other] = await Promise.all(
    ['bread', 'bread', 'garden'].map((name) => fetchBytes(`/_media/image/${name}-64x64.jpg`)),
  )
  expect(first?.bytes).toEqual(again?.bytes)
  expect(first?.bytes).not.toEqual(other?.bytes)
})

test('encodeJpeg encodes a picture of maximum contrast', () => {
  const colorAt = (x: number, y: number) =>
    (x + y) % 16 < 8 ? ([255, 0, 0] as const) : ([0, 255, 255] as const)
  expect(encodeJpeg({ width: 33, height: 17, colorAt }).length).toBeGreaterThan(200)
})

test('the sandbox serves the video as an MP4 and supports range requests', async () => {
  const { response, bytes } = await fetchBytes('/_media/video/spring.mp4')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  expect(bytes.length).toBeLessThan(60_000)
  const part = await fetchBytes('/_media/video/spring.mp4', { range: 'bytes=4-7' })
  expect([part.response.status, part.bytes.toString()]).toEqual([206, 'ftyp'])
  expect(part.response.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`)
  const tail = await fetchBytes('/_media/video/spring.mp4', { range: 'bytes=-10' })
  expect(tail.bytes).toEqual(bytes.subarray(-10))
  const openEnded = await fetchBytes('/_media/video/spring.mp4', { range: `bytes=${bytes.length - 5}-` })
  expect(openEnded.bytes).toEqual(bytes.subarray(-5))
  const outside = await fetchBytes('/_media/video/spring.mp4', { range: `bytes=${bytes.length}-` })
  expect(outside.response.status).toBe(416)
})

test('the sandbox returns 304 without a body for a picture whose ETag the client sends', async () => {
  const { response } = await fetchBytes('/_media/image/bread-64x64.png')
  const again = await fetchBytes('/_media/image/bread-64x64.png', {
    'if-none-match': response.headers.get('etag') ?? '',
  })
  expect([again.response.status, again.bytes.length]).toEqual([304, 0])
})

test.each([
  '/_media/image/bread.png',
  '/_media/image/bread-9999x9999.png',
  '/_media/image/bread-0x10.jpg',
  '/_media/x',
])(
  'the sandbox returns 404 with the format of picture addresses for the invalid address %s',
  async (path) => {
    const { response, bytes } = await fetchBytes(path)
    expect([response.status, bytes.toString()]).toEqual([
      404,
      expect.stringContaining('{name}-{width}x{height}'),
    ])
  },
)
