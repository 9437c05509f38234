// Detects the format and size of an uploaded image from its bytes.

interface ImageInfo {
  readonly mimeType: 'IMAGE_PNG' | 'IMAGE_JPEG' | 'IMAGE_GIF'
  readonly width: number
  readonly height: number
}

export function inspectImage(bytes: Buffer): ImageInfo | { readonly problem: string } {
  if (bytes.length === 0) return { problem: 'imageError.INVALID_IMAGE' }
  if (isPng(bytes)) return inspectPng(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return inspectJpeg(bytes)
  const header = bytes.toString('latin1', 0, 12)
  if (header.startsWith('GIF8')) return inspectGif(bytes)
  // Known image formats that the platform does not accept.
  if (/^RIFF....WEBP|^BM|^II\*|^MM\0\*|^....ftyp/s.test(header)) {
    return { problem: 'mediaUploadError.FORMAT_NOT_ALLOWED' }
  }
  if (/^\s*<(\?xml|svg)/.test(header)) return { problem: 'mediaUploadError.FORMAT_NOT_ALLOWED' }
  return { problem: 'imageError.INVALID_IMAGE' }
}

const unreadableImage = { problem: 'imageError.PROBLEM_READING_IMAGE_FILE' }

function isPng(bytes: Buffer): boolean {
  return bytes.length >= 8 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
}

function inspectPng(bytes: Buffer): ImageInfo | { problem: string } {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return unreadableImage
  return toImageInfo('IMAGE_PNG', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

function inspectGif(bytes: Buffer): ImageInfo | { problem: string } {
  if (bytes.length < 13) return unreadableImage
  // More than one graphic control block means an animation.
  const controlBlocks = bytes.toString('latin1').split('\x21\xf9\x04').length - 1
  if (controlBlocks > 1) return { problem: 'mediaUploadError.ANIMATED_IMAGE_NOT_ALLOWED' }
  return toImageInfo('IMAGE_GIF', bytes.readUInt16LE(6), bytes.readUInt16LE(8))
}

function inspectJpeg(bytes: Buffer): ImageInfo | { problem: string } {
  let position = 2
  while (position + 9 < bytes.length) {
    if (bytes[position] !== 0xff) return unreadableImage
    const marker = bytes[position + 1] ?? 0
    if (marker === 0xff) {
      position++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return toImageInfo('IMAGE_JPEG', bytes.readUInt16BE(position + 7), bytes.readUInt16BE(position + 5))
    position += 2 + bytes.readUInt16BE(position + 2)
  }
  return unreadableImage
}

function toImageInfo(
  mimeType: ImageInfo['mimeType'],
  width: number,
  height: number,
): ImageInfo | { problem: string } {
  return width === 0 || height === 0 ? unreadableImage : { mimeType, width, height }
}
