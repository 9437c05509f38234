// Thumbnails of chosen files. The page policy permits pictures as data URLs, and session storage has room for
// small ones only.

const maxSide = 480

/** Returns undefined for a file that the browser cannot show. The service decides about the file. */
export async function createThumbnail(file: Blob): Promise<string | undefined> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return undefined
  }
}
