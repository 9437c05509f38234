// Reads and uploads the assets of ads: posts, images, videos, lead forms and conversions.

import type { Calls } from '../connector-kit/calls.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import { malformedError, type RowKind, type RowOf, type Shape } from '../connector-kit/rows.ts'
import { asText, valueAt } from '../connector-kit/values.ts'
import { isNotFound } from './errors.ts'
import { readAllByOffset } from './pagination.ts'
import { encodeRestliValue } from './restli.ts'
import * as rows from './rows.ts'
import { parseUrnId } from './urns.ts'
import { type ProCall, proBatchParser, proPageParser } from './wire.ts'

const postsPerPage = 25

export class ProLibrary {
  readonly #calls: Calls<ProCall>
  readonly #accountUrn: string
  /** The organization is the author of posts in ads. */
  readonly #author: string

  constructor(calls: Calls<ProCall>, accountId: string, organizationId: string) {
    this.#calls = calls
    this.#accountUrn = `urn:li:sponsoredAccount:${accountId}`
    this.#author = `urn:li:organization:${organizationId}`
  }

  /**
   * Returns posts newest first.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#find-posts-by-authors
   */
  async posts(position: PagePosition | undefined, count = postsPerPage): Promise<Page<rows.ProPostRow>> {
    const start = Number(position?.['start'] ?? 0)
    const parameters = { author: this.#author, isDsc: false, sortBy: 'LAST_MODIFIED', start, count }
    const call = { resource: 'posts', finder: 'author', parameters }
    const { rows: postRows } = await this.#calls.read(call, proPageParser(rows.proPostRow))
    return {
      rows: postRows,
      // Only an empty page is the last page, as in `readAllByOffset`.
      ...(postRows.length > 0 ? { next: { start: String(start + count) } } : {}),
      ...(start > 0 ? { previous: { start: String(Math.max(0, start - count)) } } : {}),
    }
  }

  findPost(urn: string): Promise<rows.ProPostRow | undefined> {
    return this.#findEntity('posts', urn, rows.proPostRow)
  }

  /**
   * Returns posts by URN, without those that the user cannot see.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#batch-get-posts-by-urn
   */
  postsByUrn(urns: readonly string[]): Promise<ReadonlyMap<string, rows.ProPostRow>> {
    return this.#batchGet('posts', urns, rows.proPostRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
  leadForms() {
    const parameters = { owner: { sponsoredAccount: this.#accountUrn } }
    return this.#readAll({ resource: 'leadForms', finder: 'owner', parameters }, rows.proLeadFormRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
  conversions() {
    const parameters = { account: this.#accountUrn }
    return this.#readAll({ resource: 'conversions', finder: 'account', parameters }, rows.proConversionRow)
  }

  findImage(urn: string) {
    return this.#findEntity('images', urn, rows.mediaRow)
  }

  /**
   * Returns download URLs by image URN. The URL is empty while an image is not available. URLs expire after
   * some hours.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api#batch-get-images
   */
  async imageUrls(urns: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const imageByUrn = await this.#batchGet('images', urns, rows.mediaRow)
    return new Map([...imageByUrn].map(([urn, { downloadUrl = '' }]) => [urn, downloadUrl]))
  }

  /**
   * Returns videos by URN, with their URLs. URLs expire after some hours.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api#batch-get-videos
   */
  videosByUrn(urns: readonly string[]): Promise<ReadonlyMap<string, rows.ProVideoRow>> {
    return this.#batchGet('videos', urns, rows.proVideoRow)
  }

  findVideo(id: string) {
    return this.#findEntity('videos', `urn:li:video:${id}`, rows.mediaRow)
  }

  /**
   * Returns the URN of the image.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
   */
  async uploadImage(bytes: Buffer, field: string): Promise<string> {
    const body = { initializeUploadRequest: { owner: this.#author } }
    const names = { '/': field }
    const initializeCall = {
      resource: 'images',
      method: 'ACTION',
      finder: 'initializeUpload',
      body,
      names,
    } as const
    const { urn, url } = await this.#calls.write(initializeCall, (response) => ({
      urn: requireValue(response, 'image'),
      url: requireValue(response, 'uploadUrl'),
    }))
    await this.#calls.write(
      { resource: 'uploads', method: 'UPDATE', upload: { url, bytes }, names },
      () => {},
    )
    return urn
  }

  /**
   * Returns the upload URLs of the video's parts.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api
   */
  initializeVideo(fileSizeBytes: number): Promise<{
    readonly id: string
    readonly urn: string
    readonly parts: readonly VideoPart[]
    readonly token: string
  }> {
    const body = {
      initializeUploadRequest: {
        owner: this.#author,
        fileSizeBytes,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    }
    return this.#videoAction('initializeUpload', body, (response) => ({
      id: parseUrnId(requireValue(response, 'video')),
      urn: requireValue(response, 'video'),
      parts: parseVideoParts(response),
      token: asText(valueAt(response, 'value', 'uploadToken')),
    }))
  }

  /** Returns the ETag, which identifies the uploaded part. */
  uploadPart(url: string, bytes: Buffer): Promise<string> {
    const call = {
      resource: 'uploads',
      method: 'UPDATE',
      upload: { url, bytes },
      names: { '/': 'url' },
    } as const
    return this.#calls.write(call, (response) => {
      const etag = asText(valueAt(response, 'etag'))
      if (etag === '') throw malformedError('etag', 'does not exist')
      return etag
    })
  }

  async finalizeVideo(video: string, uploadToken: string, uploadedPartIds: readonly string[]): Promise<void> {
    const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
    await this.#videoAction('finalizeUpload', body, () => {})
  }

  #videoAction<Result>(
    action: string,
    body: object,
    parseResponse: (response: unknown) => Result,
  ): Promise<Result> {
    const call = {
      resource: 'videos',
      method: 'ACTION',
      finder: action,
      body,
      names: { '/': 'url' },
    } as const
    return this.#calls.write(call, parseResponse)
  }

  async #batchGet<RowShape extends Shape>(
    resource: string,
    urns: readonly string[],
    kind: RowKind<RowShape>,
  ): Promise<ReadonlyMap<string, RowOf<RowShape>>> {
    if (urns.length === 0) return new Map()
    const call = { resource, method: 'BATCH_GET', parameters: { ids: urns } } as const
    return await this.#calls.read(call, proBatchParser(kind))
  }

  async #findEntity<RowShape extends Shape>(
    resource: string,
    urn: string,
    kind: RowKind<RowShape>,
  ): Promise<RowOf<RowShape> | undefined> {
    const call = {
      resource,
      path: `${resource}/${encodeRestliValue(urn)}`,
      method: 'GET',
      missing: urn,
    } as const
    try {
      return await this.#calls.read(call, kind)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  #readAll<RowShape extends Shape>(
    call: ProCall,
    kind: RowKind<RowShape>,
  ): Promise<readonly RowOf<RowShape>[]> {
    return readAllByOffset((page) => {
      const pageCall = { ...call, parameters: { ...call.parameters, ...page } }
      return this.#calls.read(pageCall, proPageParser(kind))
    })
  }
}

/** A range of bytes that includes both ends. */
export interface VideoPart {
  readonly url: string
  readonly from: number
  readonly to: number
}

function requireValue(response: unknown, field: string): string {
  const value = asText(valueAt(response, 'value', field))
  if (value === '') throw malformedError(`value.${field}`, 'does not exist')
  return value
}

function parseVideoParts(response: unknown): readonly VideoPart[] {
  const list = valueAt(response, 'value', 'uploadInstructions')
  if (!Array.isArray(list) || list.length === 0) throw malformedError('value.uploadInstructions', 'is empty')
  return list.map((part: unknown) => ({
    url: asText(valueAt(part, 'uploadUrl')),
    from: Number(valueAt(part, 'firstByte')),
    to: Number(valueAt(part, 'lastByte')),
  }))
}
