// Small real media: pictures drawn from their name and size, and one short video. Links in responses lead
// here.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dataFile } from '../core/dataFiles.ts'
import type { Answer, Exchange } from '../core/exchange.ts'
import { encodeJpeg, encodePng, type Picture } from './pictures.ts'

const imagePath =
  /^\/_media\/image\/(?<name>[\w.-]+)-(?<width>\d{1,4})x(?<height>\d{1,4})(?:-(?<kilobytes>\d{1,5})kb)?\.(?<type>jpg|jpeg|png)$/
const videoPath = /^\/_media\/video\/[\w.-]+?(?:-(?<kilobytes>\d{1,5})kb)?\.mp4$/
const videoFile = dataFile('media/clip.mp4')
const largestSide = 2_048

/** Returns the file at a path below `/_media/`. */
export function mediaAnswer(exchange: Exchange): Answer {
  if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' }
  const video = videoPath.exec(exchange.path)
  if (video !== null)
    return fileAnswer(exchange, filmed(Number(video.groups?.['kilobytes'] ?? 0)), 'video/mp4')
  const { name = '', width, height, kilobytes = 0, type } = imagePath.exec(exchange.path)?.groups ?? {}
  const [columns, rows] = [Number(width), Number(height)]
  if (!(columns >= 1 && rows >= 1 && columns <= largestSide && rows <= largestSide)) {
    return {
      status: 404,
      body: {
        error: `Pictures are at /_media/image/{name}-{width}x{height}.jpg or .png, up to ${largestSide} pixels a side, and {name}-{width}x{height}-{size}kb.jpg or .png, videos at /_media/video/{name}.mp4 or {name}-{size}kb.mp4.`,
      },
    }
  }
  const picture = drawn(name, columns, rows)
  const bytes = type === 'png' ? encodePng(picture) : encodeJpeg(picture)
  return fileAnswer(exchange, filled(bytes, Number(kilobytes)), type === 'png' ? 'image/png' : 'image/jpeg')
}

/** Pads a picture to the requested size. Decoders ignore bytes after the end of a picture. */
function filled(picture: Buffer, kilobytes: number): Buffer {
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, kilobytes * 1024 - picture.length))])
}

/** Enlarges the one video to the requested size with a box that players skip. */
function filmed(kilobytes: number): Buffer {
  const clip = readFileSync(videoFile)
  const missing = kilobytes * 1024 - clip.length
  if (missing < 8) return clip
  const box = Buffer.alloc(missing)
  box.writeUInt32BE(missing, 0)
  box.write('free', 4, 'latin1')
  return Buffer.concat([clip, box])
}

/**
 * Draws a soft gradient between two colors with a sun in it. The name determines the colors and the position.
 */
function drawn(name: string, width: number, height: number): Picture {
  const [hue = 0, sunX = 0, sunY = 0, size = 0] = createHash('sha256').update(name).digest()
  const top = colour((hue / 255) * 360, 0.55, 0.72)
  const bottom = colour((hue / 255) * 360 + 40, 0.6, 0.38)
  const sun = colour((hue / 255) * 360 + 180, 0.7, 0.8)
  const centre = { x: 0.25 + sunX / 510, y: 0.2 + sunY / 640 }
  const radius = 0.1 + size / 2_550
  const shorter = Math.min(width, height)
  return {
    width,
    height,
    colourAt(x, y) {
      const distance = Math.hypot(x - centre.x * width, y - centre.y * height) / shorter
      if (distance < radius) return sun
      const hill = 0.72 + 0.08 * Math.sin((x / width) * 6 + hue)
      const depth = y / height > hill ? 1 : (y / height) * 0.8
      return [mix(top[0], bottom[0], depth), mix(top[1], bottom[1], depth), mix(top[2], bottom[2], depth)]
    },
  }
}

const mix = (from: number, to: number, share: number) => Math.round(from + (to - from) * share)

/** Hue in degrees, saturation and lightness from 0 to 1. */
function colour(hue: number, saturation: number, lightness: number): readonly [number, number, number] {
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const spread = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}

function fileAnswer(exchange: Exchange, bytes: Buffer, type: string): Answer {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=86400',
    etag,
  }
  if (exchange.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
  const range = rangeOf(exchange.headers['range'], bytes.length)
  if (range === undefined) return { status: 200, headers, body: bytes }
  if (range === 'outside') {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: '' }
  }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.from}-${range.to}/${bytes.length}` },
    body: bytes.subarray(range.from, range.to + 1),
  }
}

/** Parses one byte range. Several ranges get the whole file, as RFC 9110 allows. */
function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to || from >= size ? 'outside' : { from, to }
}
