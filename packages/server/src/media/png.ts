// Parses PNG files, checks that the pixel data has the declared size, and removes everything that decoders do
// not need. https://www.w3.org/TR/png-3/

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflate, deflateSync, inflateSync } from 'node:zlib'
import { buildOrientation, readOrientation, toDisplayedSize } from './orientation.ts'
import { cutOffText, damagedText, ImageProblem, type ParsedImage } from './parsedImage.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Chunks besides pixels and palette that change how an image looks, with the lengths of their data. */
const keptChunkLengths: Readonly<Record<string, readonly [min: number, max: number]>> = {
  tRNS: [1, 256],
  gAMA: [4, 4],
  cHRM: [32, 32],
  sRGB: [1, 1],
  cICP: [4, 4],
  mDCV: [24, 24],
  cLLI: [8, 8],
  sBIT: [1, 4],
  bKGD: [1, 6],
  pHYs: [9, 9],
}
/** Profiles of printers have about 1 MB. Those of screens are much smaller. */
const maxProfileBytes = 4 * 1024 * 1024
/** Limits the memory for the list of chunks. Encoders write chunks of at least 4 kB. */
const maxChunks = 10_000
const inflateChunkBytes = 256 * 1024

/** Samples per pixel, and allowed bits per sample, by color type (table 11.1). */
const colorTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> =
  {
    0: { samples: 1, depths: [1, 2, 4, 8, 16] },
    2: { samples: 3, depths: [8, 16] },
    3: { samples: 1, depths: [1, 2, 4, 8] },
    4: { samples: 2, depths: [8, 16] },
    6: { samples: 4, depths: [8, 16] },
  }
const paletteColorType = 3

/** First column and row, and the steps between columns and rows, of each pass of Adam7 (8.1). */
const adam7Passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface Header {
  readonly width: number
  readonly height: number
  readonly colorType: number
  readonly bitsPerPixel: number
  readonly isInterlaced: boolean
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** The chunk with its length, type and checksum. */
  readonly bytes: Buffer
}

export interface ParsedPng extends ParsedImage {
  /** Inflates the pixel data, which takes long for large images, and throws if its size is wrong. */
  checkPixelData(): Promise<void>
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

export function parsePng(bytes: Buffer): ParsedPng {
  const chunks = readChunks(bytes)
  const { value: first } = chunks.next()
  if (first?.type !== 'IHDR') throw new ImageProblem(damagedText)
  const header = parseHeader(first.data)
  const keptChunks = [first.bytes]
  const pixelChunks: Chunk[] = []
  const seenTypes = new Set<string>()
  let orientation = 1
  let previousType = ''
  for (const chunk of chunks) {
    const { type, data } = chunk
    const isRepeated = seenTypes.has(type)
    seenTypes.add(type)
    if (type === 'IDAT') {
      if (isRepeated && previousType !== 'IDAT') throw new ImageProblem(damagedText)
      pixelChunks.push(chunk)
    } else if (type === 'PLTE') {
      if (isRepeated || pixelChunks.length > 0 || !isPalette(header, data))
        throw new ImageProblem(damagedText)
      keptChunks.push(chunk.bytes)
    } else if (isCritical(type)) throw new ImageProblem(damagedText)
    else if (type === 'eXIf' && !isRepeated) orientation = readOrientation(data)
    // Other chunks that decoders need come before the pixels, once.
    else if (!isRepeated && pixelChunks.length === 0) {
      if (type === 'iCCP') keptChunks.push(...rebuildProfile(data))
      else if (isKept(type, data)) keptChunks.push(chunk.bytes)
    }
    previousType = type
  }
  const needsPalette = header.colorType === paletteColorType && !seenTypes.has('PLTE')
  if (pixelChunks.length === 0 || needsPalette) throw new ImageProblem(damagedText)
  if (orientation !== 1) keptChunks.push(buildChunk('eXIf', buildOrientation(orientation)))
  return {
    type: 'image/png',
    ...toDisplayedSize(header, orientation),
    parts: [signature, ...keptChunks, ...pixelChunks.map((chunk) => chunk.bytes), buildChunk('IEND')],
    checkPixelData: () =>
      checkPixelData(
        pixelChunks.map(({ data }) => data),
        countPixelBytes(header),
      ),
  }
}

/** Reads the chunks before the end of the image. Bytes after the end belong to another file. */
function* readChunks(bytes: Buffer): Generator<Chunk, undefined> {
  let offset = signature.length
  for (let count = 0; count < maxChunks; count++) {
    if (offset + 12 > bytes.length) throw new ImageProblem(cutOffText)
    const end = offset + 12 + bytes.readUInt32BE(offset)
    if (end > bytes.length) throw new ImageProblem(cutOffText)
    const typeAndData = bytes.subarray(offset + 4, end - 4)
    const type = typeAndData.toString('latin1', 0, 4)
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(typeAndData) !== bytes.readUInt32BE(end - 4))
      throw new ImageProblem(damagedText)
    if (type === 'IEND') return undefined
    yield { type, data: typeAndData.subarray(4), bytes: bytes.subarray(offset, end) }
    offset = end
  }
  throw new ImageProblem(damagedText)
}

function parseHeader(data: Buffer): Header {
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = data.subarray(8)
  const color = colorTypes[colorType]
  const isValid = data.length === 13 && compression === 0 && filter === 0 && interlace <= 1
  if (!isValid || !color?.depths.includes(depth)) throw new ImageProblem(damagedText)
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    colorType,
    bitsPerPixel: color.samples * depth,
    isInterlaced: interlace === 1,
  }
}

function isPalette({ colorType }: Header, { length }: Buffer): boolean {
  return [2, 3, 6].includes(colorType) && length > 0 && length <= 768 && length % 3 === 0
}

/** Upper case in the first letter marks chunks that decoders must understand (5.4). */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}

function isKept(type: string, { length }: Buffer): boolean {
  const [min, max] = keptChunkLengths[type] ?? [1, 0]
  return length >= min && length <= max
}

/** Compresses a color profile again, so that the chunk contains no name and nothing after the profile. */
function rebuildProfile(data: Buffer): Buffer[] {
  const nameEnd = data.indexOf(0)
  let profile: Buffer
  try {
    profile = inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes })
  } catch {
    throw new ImageProblem('The color profile is damaged or too large.')
  }
  // All profiles have this signature: https://www.color.org/specification/ICC.1-2022-05.pdf, 7.2
  if (profile.toString('latin1', 36, 40) !== 'acsp') return []
  return [buildChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]))]
}

function buildChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** Each row begins with a byte for its filter (9.2). */
function countPixelBytes({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const countRows = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))
  if (!isInterlaced) return countRows(width, height)
  const count = (size: number, first: number, step: number) => Math.max(0, Math.ceil((size - first) / step))
  return adam7Passes.reduce(
    (sum, [firstColumn, firstRow, columnStep, rowStep]) =>
      sum + countRows(count(width, firstColumn, columnStep), count(height, firstRow, rowStep)),
    0,
  )
}

async function checkPixelData(compressed: readonly Buffer[], expectedBytes: number): Promise<void> {
  let size = 0
  try {
    await pipeline(
      Readable.from(compressed),
      createInflate({ chunkSize: inflateChunkBytes }),
      async (inflated: AsyncIterable<Buffer>) => {
        for await (const { length } of inflated) {
          size += length
          if (size > expectedBytes) throw new ImageProblem(damagedText)
        }
      },
    )
  } catch {
    throw new ImageProblem(damagedText)
  }
  if (size < expectedBytes) throw new ImageProblem(cutOffText)
}
