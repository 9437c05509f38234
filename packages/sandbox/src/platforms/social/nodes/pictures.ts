// Addresses of pictures and videos, which the sandbox draws on request.

import type { GraphRequest, Params } from '../graph/request.ts'

/** Builds the picture in `{data: {url, width, height, is_silhouette}}`. */
export function buildProfilePicture(
  name: string,
  request: GraphRequest,
  params: Params,
): Record<string, unknown> {
  const sizes: Record<string, number> = { small: 50, normal: 100, album: 50, large: 200, square: 50 }
  const type = params.choice('type', Object.keys(sizes)) ?? 'square'
  const side = params.integer('width') ?? params.integer('height') ?? sizes[type] ?? 50
  return {
    url: imageUrl(request, name, side, side),
    width: side,
    height: side,
    is_silhouette: false,
  }
}

export function imageUrl(
  request: { readonly origin: string },
  name: string,
  width: number,
  height: number,
): string {
  return `${request.origin}/_media/image/${name}-${width}x${height}.jpg`
}

export function videoUrl(request: { readonly origin: string }, name: string): string {
  return `${request.origin}/_media/video/${name}.mp4`
}
