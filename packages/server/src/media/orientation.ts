// The orientation of an image: the only Exif value that viewers need.
// https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E, 4.6.5

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/** Reads the orientation from the TIFF structure of Exif data. Returns 1, the default, for damaged data. */
export function readOrientation(tiff: Buffer): number {
  const byteOrder = tiff.toString('latin1', 0, 2)
  if (byteOrder !== 'II' && byteOrder !== 'MM') return 1
  const isLittleEndian = byteOrder === 'II'
  const readNumber = (offset: number, bytes: number) => {
    if (offset + bytes > tiff.length) return 0
    return isLittleEndian ? tiff.readUIntLE(offset, bytes) : tiff.readUIntBE(offset, bytes)
  }
  const directory = readNumber(4, 4)
  const entryCount = readNumber(directory, 2)
  for (let index = 0; index < entryCount; index++) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > tiff.length) return 1
    if (readNumber(entry, 2) !== orientationTag) continue
    const orientation = readNumber(entry + 8, 2)
    const isValid = readNumber(entry + 2, 2) === shortType && orientation >= 1 && orientation <= 8
    return isValid ? orientation : 1
  }
  return 1
}

/** Builds a TIFF structure that contains only the orientation. */
export function buildOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/** Orientations from 5 on exchange width and height. */
export function toDisplayedSize(
  { width, height }: { readonly width: number; readonly height: number },
  orientation: number,
): { readonly width: number; readonly height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
