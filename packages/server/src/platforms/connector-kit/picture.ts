// Reads the format and size of an image from its first bytes. The image is never decoded, and its name and
// content type are ignored.

export interface PictureFacts {
  readonly kind: 'jpeg' | 'png'
  readonly width: number
  readonly height: number
}

/** Returns `undefined` for anything but a JPEG or PNG. */
export function parsePictureFacts(bytes: Buffer): PictureFacts | undefined {
  const facts = isPng(bytes) ? parsePng(bytes) : isJpeg(bytes) ? parseJpeg(bytes) : undefined
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined
}

function isPng(bytes: Buffer): boolean {
  return bytes.length >= 33 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function parsePng(bytes: Buffer): PictureFacts | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Walks from marker to marker up to the frame header: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1 */
function parseJpeg(bytes: Buffer): PictureFacts | undefined {
  let offset = 2
  while (offset + 9 < bytes.length) {
    if (bytes[offset] !== 0xff) return undefined
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) {
      offset++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { kind: 'jpeg', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}
