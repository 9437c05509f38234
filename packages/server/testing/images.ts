// Images for tests: small valid files, and the parts to build damaged and hostile ones from.

import { crc32, deflateSync } from 'node:zlib'

export function findImageType(bytes: Uint8Array): 'image/png' | 'image/jpeg' {
  return bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

export function pngHeader(width: number, height: number, tail = [8, 0, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(tail, 8)
  return pngChunk('IHDR', header)
}

interface PngOptions {
  readonly width?: number
  readonly height?: number
  /** Distinguishes images of equal size. */
  readonly shade?: number
  /** Chunks between the header and the pixels, and after the pixels. */
  readonly before?: readonly Buffer[]
  readonly after?: readonly Buffer[]
}

/** Builds a gray image of 8 bits per pixel. */
export function buildPng({ width = 300, height = 300, shade = 0, before = [], after = [] }: PngOptions = {}) {
  const rows = Buffer.alloc((width + 1) * height)
  rows.writeUInt32BE(shade, 1)
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    ...before,
    pngChunk('IDAT', deflateSync(rows)),
    ...after,
    pngChunk('IEND'),
  ])
}

/** Builds a PNG of exactly this many bytes, whose pixels do not compress. */
export function buildLargePng(bytes: number, seed = 1): Buffer {
  const width = 4000
  const build = (height: number) => {
    const rows = Buffer.alloc((width + 1) * height)
    let state = seed
    for (let index = 0; index < rows.length; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      rows[index] = index % (width + 1) === 0 ? 0 : state >>> 24
    }
    return Buffer.concat([
      pngSignature,
      pngHeader(width, height),
      pngChunk('IDAT', deflateSync(rows, { level: 0 })),
      pngChunk('IEND'),
    ])
  }
  const image = build(Math.floor((bytes - 8000) / (width + 1.3)))
  // A second, empty stretch of pixel data does not change the image. Zeros fill it up after its end.
  const filler = pngChunk('IDAT', Buffer.alloc(bytes - image.length - 12))
  return Buffer.concat([image.subarray(0, -12), filler, image.subarray(-12)])
}

export function jpegSegment(code: number, data: Buffer | string): Buffer {
  const content = Buffer.from(data)
  return Buffer.concat([
    Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  ])
}

export function jpegFrame(width: number, height: number, code = 0xc0): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return jpegSegment(code, frame)
}

export const jpegStart = Buffer.from([0xff, 0xd8])
export const jpegEnd = Buffer.from([0xff, 0xd9])
export const jpegTables = [
  jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 8)])),
  jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(15), Buffer.from([0])])),
]
export const jpegScan = Buffer.concat([
  jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x3f, 0xff, 0x00, 0x12, 0xff, 0xd0, 0x34]),
])

interface JpegOptions {
  readonly width?: number
  readonly height?: number
  /** Segments after the start of the image. */
  readonly segments?: readonly Buffer[]
}

/** Builds a JPEG with a valid structure. Its pixels are not meant to be decoded. */
export function buildJpeg({ width = 640, height = 400, segments = [] }: JpegOptions = {}): Buffer {
  return Buffer.concat([jpegStart, ...segments, ...jpegTables, jpegFrame(width, height), jpegScan, jpegEnd])
}

/** Builds a TIFF structure with an orientation between a camera and a place. */
export function buildExifTiff(orientation: number, byteOrder: 'II' | 'MM' = 'II'): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4 + 32)
  const write = (value: number, offset: number, bytes: number) =>
    byteOrder === 'II' ? tiff.writeUIntLE(value, offset, bytes) : tiff.writeUIntBE(value, offset, bytes)
  tiff.write(byteOrder, 0, 'latin1')
  write(42, 2, 2)
  write(8, 4, 4)
  write(3, 8, 2)
  const entries = [
    [0x010f, 2, 16, 50],
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 66],
  ] as const
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const offset = 10 + index * 12
    write(tag, offset, 2)
    write(type, offset + 2, 2)
    write(count, offset + 4, 4)
    write(value, offset + 8, type === 3 ? 2 : 4)
  }
  tiff.write('SecretCamera 500', 50, 'latin1')
  return tiff
}

export function exifSegment(orientation: number, byteOrder?: 'II' | 'MM'): Buffer {
  return jpegSegment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), buildExifTiff(orientation, byteOrder)]),
  )
}
