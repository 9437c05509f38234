// Parses JPEG files without decoding pixels, and removes everything that decoders do not need.
// https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B

import { buildOrientation, readOrientation, toDisplayedSize } from './orientation.ts'
import { cutOffText, damagedText, ImageProblem, type ParsedImage } from './parsedImage.ts'

const startOfImage = Buffer.from([0xff, 0xd8])
const endOfImage = Buffer.from([0xff, 0xd9])
/** Each scan makes a decoder pass over all pixels. Encoders write about ten. */
const maxScans = 100

/** Limits the memory for the list of segments. Encoders write fewer than 100. */
const maxSegments = 10_000

const marker = {
  huffmanTables: 0xc4,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantizationTables: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
}

export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

export function parseJpeg(bytes: Buffer): ParsedImage {
  /** The header of JFIF comes first in a file, and the orientation after it. */
  let jfif: Buffer | undefined
  let adobe: Buffer | undefined
  let orientation: number | undefined
  let size: { readonly width: number; readonly height: number } | undefined
  let scanCount = 0
  const keptParts: Buffer[] = []
  let offset = startOfImage.length

  for (let segmentCount = 0; ; ) {
    if (offset + 1 >= bytes.length) throw new ImageProblem(cutOffText)
    if (bytes[offset] !== 0xff) throw new ImageProblem(damagedText)
    const code = bytes[offset + 1] ?? 0
    // Any number of fill bytes may precede a marker.
    if (code === 0xff) {
      offset++
      continue
    }
    // Bytes after the end belong to another file.
    if (code === marker.endOfImage) break
    if (++segmentCount > maxSegments) throw new ImageProblem(damagedText)
    const segment = readSegment(bytes, offset)
    const data = segment.subarray(4)
    offset += segment.length
    if (code === marker.startOfScan) {
      if (!size || data.length !== 4 + 2 * (data[0] ?? 0) || ++scanCount > maxScans)
        throw new ImageProblem(damagedText)
      const scanEnd = findScanEnd(bytes, offset)
      keptParts.push(segment, bytes.subarray(offset, scanEnd))
      offset = scanEnd
    } else if (isFrame(code)) {
      if (size) throw new ImageProblem(damagedText)
      size = parseFrame(code, data)
      keptParts.push(segment)
    } else if (code === marker.app0) jfif ??= toPlainJfif(data)
    else if (code === marker.app1) orientation ??= parseExif(data)
    else if (code === marker.app14) adobe ??= parseAdobe(segment, data)
    else if (code === marker.app2 ? hasPrefix(data, 'ICC_PROFILE\0') : isTable(code, data))
      keptParts.push(segment)
    else if (!isMetadata(code)) throw new ImageProblem(damagedText)
  }
  if (!size || scanCount === 0) throw new ImageProblem(damagedText)
  const exif = orientation === undefined || orientation === 1 ? [] : [buildExif(orientation)]
  const headers = [jfif, ...exif, adobe].filter((part) => part !== undefined)
  return {
    type: 'image/jpeg',
    ...toDisplayedSize(size, orientation ?? 1),
    parts: [startOfImage, ...headers, ...keptParts, endOfImage],
  }
}

/** Returns a segment with its marker and its length. */
function readSegment(bytes: Buffer, offset: number): Buffer {
  if (offset + 4 > bytes.length) throw new ImageProblem(cutOffText)
  const length = bytes.readUInt16BE(offset + 2)
  if (length < 2) throw new ImageProblem(damagedText)
  const end = offset + 2 + length
  if (end > bytes.length) throw new ImageProblem(cutOffText)
  return bytes.subarray(offset, end)
}

/** Returns the offset of the marker after the entropy-coded data of a scan (B.1.1.5). */
function findScanEnd(bytes: Buffer, start: number): number {
  let offset = start
  for (;;) {
    while (offset < bytes.length && bytes[offset] !== 0xff) offset++
    if (offset + 1 >= bytes.length) throw new ImageProblem(cutOffText)
    const next = bytes[offset + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (isData) offset += 2
    else if (next === 0xff) offset++
    else if (offset === start) throw new ImageProblem(cutOffText)
    else return offset
  }
}

function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
}

/** Accepts baseline, extended and progressive frames with Huffman coding, which all platforms decode. */
function parseFrame(code: number, data: Buffer): { readonly width: number; readonly height: number } {
  const componentCount = data[5] ?? 0
  if (code > 0xc2 || data[0] !== 8) throw new ImageProblem('This kind of JPEG is not supported by browsers.')
  if (![1, 3, 4].includes(componentCount) || data.length !== 6 + 3 * componentCount)
    throw new ImageProblem(damagedText)
  return { height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
}

/** Tables with other data than tables could hide another file. */
function isTable(code: number, data: Buffer): boolean {
  if (code === marker.restartInterval) return data.length === 2
  if (code === marker.quantizationTables)
    return consistsOfTables(data, (offset) => ((data[offset] ?? 0) >= 0x10 ? 129 : 65))
  if (code === marker.huffmanTables)
    return consistsOfTables(data, (offset) =>
      data.subarray(offset + 1, offset + 17).reduce((length, count) => length + count, 17),
    )
  return false
}

function consistsOfTables(data: Buffer, lengthAt: (offset: number) => number): boolean {
  let offset = 0
  while (offset < data.length) offset += lengthAt(offset)
  return offset === data.length
}

/** Application segments and comments. */
function isMetadata(code: number): boolean {
  return (code >= marker.app0 && code <= marker.app15) || code === marker.comment
}

/** Keeps version and density, and drops the thumbnail. https://www.w3.org/Graphics/JPEG/jfif3.pdf */
function toPlainJfif(data: Buffer): Buffer | undefined {
  if (!hasPrefix(data, 'JFIF\0') || data.length < 14) return undefined
  return Buffer.concat([Buffer.from([0xff, marker.app0, 0, 16]), data.subarray(0, 12), Buffer.from([0, 0])])
}

/** The segment of Adobe declares the color transform. Decoders read its first 12 bytes. */
function parseAdobe(segment: Buffer, data: Buffer): Buffer | undefined {
  return hasPrefix(data, 'Adobe') && data.length === 12 ? segment : undefined
}

const exifPrefix = 'Exif\0\0'

function parseExif(data: Buffer): number | undefined {
  return hasPrefix(data, exifPrefix) ? readOrientation(data.subarray(exifPrefix.length)) : undefined
}

function buildExif(orientation: number): Buffer {
  const tiff = buildOrientation(orientation)
  const head = Buffer.from([0xff, marker.app1, 0, 2 + exifPrefix.length + tiff.length])
  return Buffer.concat([head, Buffer.from(exifPrefix, 'latin1'), tiff])
}

function hasPrefix(data: Buffer, prefix: string): boolean {
  return data.toString('latin1', 0, prefix.length) === prefix
}
