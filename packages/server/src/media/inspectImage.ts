// Checks an uploaded image by its bytes and not by its name or media type, and removes its metadata. The
// pixels are neither decoded nor encoded again.

import { maxPixels } from '../platforms/connector-kit/imageFetcher.ts'
import { isJpeg, parseJpeg } from './jpeg.ts'
import { ImageProblem, type ParsedImage } from './parsedImage.ts'
import { isPng, parsePng } from './png.ts'

/** Throws `ImageProblem` for anything but a complete JPEG or PNG. */
export async function inspectImage(bytes: Buffer): Promise<ParsedImage> {
  if (bytes.length === 0) throw new ImageProblem('The body is empty.')
  if (isJpeg(bytes)) {
    const image = parseJpeg(bytes)
    requireSize(image)
    return image
  }
  if (!isPng(bytes)) throw new ImageProblem('The file is not a JPEG or PNG.')
  const { checkPixelData, ...image } = parsePng(bytes)
  requireSize(image)
  await checkPixelData()
  return image
}

function requireSize({ width, height }: ParsedImage): void {
  if (width === 0 || height === 0) throw new ImageProblem('The image has no pixels.')
  if (width * height > maxPixels)
    throw new ImageProblem(
      `The image has ${width} × ${height} pixels, and ${maxPixels.toLocaleString('en-US')} are allowed.`,
    )
}
