// Minimal PNG and JPEG encoders for simple, smooth pictures.

import { crc32, deflateSync } from 'node:zlib'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green and blue, each from 0 to 255. */
  colorAt(x: number, y: number): readonly [number, number, number]
}

/** https://www.w3.org/TR/png-3/ */
export function encodePng({ width, height, colorAt }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let offset = 0
  for (let y = 0; y < height; y++) {
    offset++ // The row's filter: none.
    for (let x = 0; x < width; x++) {
      rows.set(colorAt(x, y), offset)
      offset += 3
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const record = Buffer.alloc(body.length + 8)
  record.writeUInt32BE(data.length, 0)
  body.copy(record, 4)
  record.writeUInt32BE(crc32(body), body.length + 4)
  return record
}

/**
 * Encodes a baseline JPEG whose every block of eight by eight pixels has one color. Then only the first
 * coefficient of each block is not zero, and no transform is needed.
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
export function encodeJpeg({ width, height, colorAt }: Picture): Buffer {
  const bits = createBitWriter()
  const previous = [0, 0, 0]
  for (let y = 0; y < height; y += 8) {
    for (let x = 0; x < width; x += 8) {
      const [red, green, blue] = colorAt(Math.min(x + 4, width - 1), Math.min(y + 4, height - 1))
      const components = [
        0.299 * red + 0.587 * green + 0.114 * blue - 128,
        -0.168736 * red - 0.331264 * green + 0.5 * blue,
        0.5 * red - 0.418688 * green - 0.081312 * blue,
      ]
      for (const [index, value] of components.entries()) {
        // The first coefficient of a flat block is eight times its value. The table divides by eight.
        const level = Math.round(value)
        writeLevel(bits, level - (previous[index] ?? 0))
        previous[index] = level
      }
    }
  }
  const frame = Buffer.from([
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x11,
    0,
    2,
    0x11,
    0,
    3,
    0x11,
    0,
  ])
  const scan = Buffer.from([3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 63, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(
      0xe0,
      Buffer.from('JFIF\u0000\u0001\u0001\u0000\u0000\u0001\u0000\u0001\u0000\u0000', 'latin1'),
    ),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 8)])),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00]), encodeHuffmanTable(levelCodes)])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10]), encodeHuffmanTable([endOfBlock])])),
    jpegSegment(0xda, scan),
    bits.finish(),
    Buffer.from([0xff, 0xd9]),
  ])
}

interface HuffmanCode {
  readonly symbol: number
  readonly length: number
  readonly code: number
}

/** Lengths of the differences between neighboring blocks, from table K.3 of the standard. */
const levelCodes: readonly HuffmanCode[] = [
  { symbol: 0, length: 2, code: 0b00 },
  { symbol: 1, length: 3, code: 0b010 },
  { symbol: 2, length: 3, code: 0b011 },
  { symbol: 3, length: 3, code: 0b100 },
  { symbol: 4, length: 3, code: 0b101 },
  { symbol: 5, length: 3, code: 0b110 },
  { symbol: 6, length: 4, code: 0b1110 },
  { symbol: 7, length: 5, code: 0b11110 },
  { symbol: 8, length: 6, code: 0b111110 },
  { symbol: 9, length: 7, code: 0b1111110 },
]

const endOfBlock: HuffmanCode = { symbol: 0, length: 1, code: 0 }

function encodeHuffmanTable(codes: readonly HuffmanCode[]): Buffer {
  const counts = Array.from(
    { length: 16 },
    (_, index) => codes.filter(({ length }) => length === index + 1).length,
  )
  return Buffer.from([...counts, ...codes.map(({ symbol }) => symbol)])
}

function writeLevel(bits: BitWriter, difference: number): void {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const code = levelCodes[size]
  if (code === undefined) throw new RangeError('Two neighbouring blocks differ by more than a picture can.')
  bits.write(code.code, code.length)
  if (size > 0) bits.write(difference > 0 ? difference : difference + (1 << size) - 1, size)
  bits.write(endOfBlock.code, endOfBlock.length)
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const jpegHead = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255])
  return Buffer.concat([jpegHead, data])
}

interface BitWriter {
  write(value: number, length: number): void
  finish(): Buffer
}

function createBitWriter(): BitWriter {
  const bytes: number[] = []
  let pendingBits = 0
  let bitCount = 0
  const writeByte = (byte: number) => {
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return {
    write(value, length) {
      pendingBits = (pendingBits << length) | value
      bitCount += length
      while (bitCount >= 8) {
        bitCount -= 8
        writeByte((pendingBits >> bitCount) & 255)
      }
      pendingBits &= (1 << bitCount) - 1
    },
    finish() {
      if (bitCount > 0) writeByte(((pendingBits << (8 - bitCount)) | ((1 << (8 - bitCount)) - 1)) & 255)
      return Buffer.from(bytes)
    },
  }
}
