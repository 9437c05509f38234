// Reads the sizes of photo media. The platform does not report sizes, but the first bytes of each file
// contain them.

import type { Upstream } from '../connector-kit/upstream.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import type { ImageSize, SocialPlatform } from './platform.ts'

/** Media hosts of the platform. adrail requests no other host, regardless of the URLs in responses. */
export const mediaDomains = ['fbcdn.net', 'cdninstagram.com']

const headerBytes = 65_536
const maxConcurrent = 8
/** Time limit for a full page of posts: a fast response is worth more than complete sizes. */
const timeBudgetMs = 1500

export async function readImageSizes(
  media: ReadonlyMap<string, string>,
  { upstream, runtime, imageSizes, sandboxOrigin }: SocialPlatform,
): Promise<ReadonlyMap<string, ImageSize>> {
  const sizesById = new Map<string, ImageSize>()
  const deadlineAt = runtime.monotonic() + timeBudgetMs
  const queue = [...media].filter(([id, url]) => {
    const cached = imageSizes.get(id)
    if (cached) sizesById.set(id, cached)
    return !cached && isMedia(url, sandboxOrigin)
  })
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const remainingMs = deadlineAt - runtime.monotonic()
      if (remainingMs <= 0) return
      const [id, url] = next
      const size = await fetchImageSize(url, upstream, remainingMs)
      if (!size) continue
      sizesById.set(id, size)
      imageSizes.set(id, size)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, queue.length) }, worker))
  return sizesById
}

function isMedia(url: string, sandboxOrigin: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin, hostname, port, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  if (sandboxOrigin !== '' && origin === sandboxOrigin) return true
  return (
    protocol === 'https:' && port === '' && mediaDomains.some((domain) => hostname.endsWith(`.${domain}`))
  )
}

async function fetchImageSize(
  url: string,
  upstream: Upstream,
  timeoutMs: number,
): Promise<ImageSize | undefined> {
  try {
    const { status, bytes } = await upstream.send({
      callName: 'social GET picture',
      method: 'GET',
      url,
      headers: { accept: 'image/*', range: `bytes=0-${headerBytes - 1}` },
      timeoutMs,
      maxBytes: headerBytes,
      truncate: true,
    })
    return status === 200 || status === 206 ? parseImageSize(bytes) : undefined
  } catch (error) {
    // A post is useful without a size.
    if (error instanceof UpstreamFailure) return undefined
    throw error
  }
}

/** Parses width and height from the first bytes of a PNG, WebP or JPEG. */
export function parseImageSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return parseWebpSize(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? parseJpegSize(bytes) : undefined
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function parseWebpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Walks from segment to segment until one describes the frame. */
function parseJpegSize(bytes: Buffer): ImageSize | undefined {
  for (let offset = 2; offset + 9 <= bytes.length; ) {
    if (bytes[offset] !== 0xff) return undefined
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) {
      offset++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}
