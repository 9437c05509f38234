// Files as bodies, and image files for new ads: they are uploaded first, and the body gets their URLs.

import { readFile } from 'node:fs/promises'
import type { Client } from '@adrail/client'
import type { Body } from './body.ts'
import { UsageError } from './exitCodes.ts'

export async function readFileContent(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** Reads all files first, so that a misspelled name uploads nothing. */
export async function uploadImages(
  client: Client,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const contents = await Promise.all(paths.map(readFileContent))
  const urls: string[] = []
  for (const content of contents) urls.push((await client.media.upload_image(content, { signal })).url)
  return urls
}

/** Adds images to a list of URLs. In a list of ads, the first image goes to the first ad, and so on. */
export function withImages(body: Body, imageField: string, urls: readonly string[]): Body {
  const [, listField, itemField] = /^(\w+)\[\]\.(\w+)$/.exec(imageField) ?? []
  if (listField === undefined || itemField === undefined) {
    const present = body[imageField]
    return { ...body, [imageField]: [...(Array.isArray(present) ? present : []), ...urls] }
  }
  const entries = body[listField]
  if (!Array.isArray(entries) || entries.length < urls.length)
    throw new UsageError(
      `--image names ${urls.length} files, but --${listField} has fewer entries. The first file is for the first entry, and so on.`,
      'image',
    )
  const withImage = (entry: unknown, url: string | undefined) => {
    if (url === undefined || typeof entry !== 'object' || entry === null) return entry
    if (itemField in entry)
      throw new UsageError(
        `An entry of --${listField} has both --image and ${itemField}. Use only one of them.`,
        'image',
      )
    return { ...entry, [itemField]: url }
  }
  return { ...body, [listField]: entries.map((entry, index) => withImage(entry, urls[index])) }
}
