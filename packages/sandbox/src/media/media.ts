// Small real media: pictures drawn from their name and size, and one short video. Links in responses lead
// here.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dataFileUrl } from '../core/dataFiles.ts'
import type { Exchange, HttpResponse } from '../core/exchange.ts'
import { encodeJpeg, encodePng, type Picture } from './pictures.ts'

const imagePath =
  /^\/_media\/image\/(?<name>[\w.-]+)-(?<width>\d{1,4})x(?<height>\d{1,4})(?:-(?<kilobytes>\d{1,5})kb)?\.(?<type>jpg|jpeg|png)$/
const videoPath = /^\/_media\/video\/[\w.-]+?(?:-(?<kilobytes>\d{1,5})kb)?\.mp4$/
const videoFile = dataFileUrl('media/clip.mp4')
const maxSide = 2_048

/** Returns the file at a path below `/_media/`. */
export function mediaResponse(exchange: Exchange): HttpResponse {
  if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' }
  const video = videoPath.exec(exchange.path)
  if (video !== null)
    return fileResponse(exchange, videoClip(Number(video.groups?.['kilobytes'] ?? 0)), 'video/mp4')
  const { name = '', width, height, kilobytes = 0, type } = imagePath.exec(exchange.path)?.groups ?? {}
  const [columns, rows] = [Number(width), Number(height)]
  if (!(columns >= 1 && rows >= 1 && columns <= maxSide && rows <= maxSide)) {
    return {
      status: 404,
      body: {
        error: `Pictures are at /_media/image/{name}-{width}x{height}.jpg or .png, up to ${maxSide} pixels a side, and {name}-{width}x{height}-{size}kb.jpg or .png, videos at /_media/video/{name}.mp4 or {name}-{size}kb.mp4.`,
      },
    }
  }
  const picture = drawPicture(name, columns, rows)
  const bytes = type === 'png' ? encodePng(picture) : encodeJpeg(picture)
  return fileResponse(
    exchange,
    padImage(bytes, Number(kilobytes)),
    type === 'png' ? 'image/png' : 'image/jpeg',
  )
}

/** Pads a picture to the requested size. Decoders ignore bytes after the end of a picture. */
function padImage(picture: Buffer, kilobytes: number): Buffer {
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, kilobytes * 1024 - picture.length))])
}

/** Enlarges the one video to the requested size with a box that players skip. */
function videoClip(kilobytes: number): Buffer {
  const clip = readFileSync(videoFile)
  const missingBytes = kilobytes * 1024 - clip.length
  if (missingBytes < 8) return clip
  const box = Buffer.alloc(missingBytes)
  box.writeUInt32BE(missingBytes, 0)
  box.write('free', 4, 'latin1')
  return Buffer.concat([clip, box])
}

/**
 * Draws a soft gradient between two colors with a sun in it. The name determines the colors and the position.
 */
function drawPicture(name: string, width: number, height: number): Picture {
  const [hue = 0, sunX = 0, sunY = 0, size = 0] = createHash('sha256').update(name).digest()
  const top = toRgb((hue / 255) * 360, 0.55, 0.72)
  const bottom = toRgb((hue / 255) * 360 + 40, 0.6, 0.38)
  const sun = toRgb((hue / 255) * 360 + 180, 0.7, 0.8)
  const center = { x: 0.25 + sunX / 510, y: 0.2 + sunY / 640 }
  const radius = 0.1 + size / 2_550
  const shorterSide = Math.min(width, height)
  return {
    width,
    height,
    colorAt(x, y) {
      const distance = Math.hypot(x - center.x * width, y - center.y * height) / shorterSide
      if (distance < radius) return sun
      const hill = 0.72 + 0.08 * Math.sin((x / width) * 6 + hue)
      const depth = y / height > hill ? 1 : (y / height) * 0.8
      return [
        interpolate(top[0], bottom[0], depth),
        interpolate(top[1], bottom[1], depth),
        interpolate(top[2], bottom[2], depth),
      ]
    },
  }
}

const interpolate = (from: number, to: number, share: number) => Math.round(from + (to - from) * share)

/** Hue in degrees, saturation and lightness from 0 to 1. */
function toRgb(hue: number, saturation: number, lightness: number): readonly [number, number, number] {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const spread = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

function fileResponse(exchange: Exchange, bytes: Buffer, type: string): HttpResponse {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=86400',
    etag,
  }
  if (exchange.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
  const range = parseRange(exchange.headers['range'], bytes.length)
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
function parseRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to || from >= size ? 'outside' : { from, to }
}
