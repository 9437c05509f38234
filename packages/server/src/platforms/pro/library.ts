// Reads and uploads the assets of ads: posts, images, videos, lead forms and conversions.

import type { Calls } from '../kit/calls.ts'
import type { Page, Position } from '../kit/page.ts'
import { garbled, type RowKind, type RowOf, type Shape } from '../kit/rows.ts'
import { asText, at } from '../kit/values.ts'
import { isMissing } from './errors.ts'
import { restliValue } from './restli.ts'
import * as rows from './rows.ts'
import { drainByOffset } from './wholeLists.ts'
import { batchOf, type ProCall, pageOf, tailOf } from './wire.ts'

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
  async posts(at: Position | undefined, count = postsPerPage): Promise<Page<rows.PostRow>> {
    const start = Number(at?.['start'] ?? 0)
    const parameters = { author: this.#author, isDsc: false, sortBy: 'LAST_MODIFIED', start, count }
    const call = { resource: 'posts', finder: 'author', parameters }
    const { rows: found } = await this.#calls.read(call, pageOf(rows.postRow))
    return {
      rows: found,
      // Only an empty page is the last page, as in `drainByOffset`.
      ...(found.length > 0 ? { next: { start: String(start + count) } } : {}),
      ...(start > 0 ? { previous: { start: String(Math.max(0, start - count)) } } : {}),
    }
  }

  post(urn: string): Promise<rows.PostRow | undefined> {
    return this.#one('posts', urn, rows.postRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
  leadForms() {
    const parameters = { owner: { sponsoredAccount: this.#accountUrn } }
    return this.#all({ resource: 'leadForms', finder: 'owner', parameters }, rows.leadFormRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
  conversions() {
    const parameters = { account: this.#accountUrn }
    return this.#all({ resource: 'conversions', finder: 'account', parameters }, rows.conversionRow)
  }

  image(urn: string) {
    return this.#one('images', urn, rows.mediumRow)
  }

  /**
   * Returns download URLs by image URN. The URL is empty while an image is not available. URLs expire after
   * some hours.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api#batch-get-images
   */
  async imageAddresses(urns: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (urns.length === 0) return new Map()
    const call = { resource: 'images', method: 'BATCH_GET', parameters: { ids: urns } } as const
    const found = await this.#calls.read(call, batchOf(rows.mediumRow))
    return new Map([...found].map(([urn, { downloadUrl = '' }]) => [urn, downloadUrl]))
  }

  video(id: string) {
    return this.#one('videos', `urn:li:video:${id}`, rows.mediumRow)
  }

  /**
   * Returns the URN of the image.
   * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
   */
  async uploadImage(bytes: Buffer, field: string): Promise<string> {
    const body = { initializeUploadRequest: { owner: this.#author } }
    const names = { '/': field }
    const announce = {
      resource: 'images',
      method: 'ACTION',
      finder: 'initializeUpload',
      body,
      names,
    } as const
    const { urn, url } = await this.#calls.write(announce, (answer) => ({
      urn: given(answer, 'image'),
      url: given(answer, 'uploadUrl'),
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
  announceVideo(fileSizeBytes: number): Promise<{
    readonly id: string
    readonly urn: string
    readonly parts: readonly Part[]
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
    return this.#doWithVideos('initializeUpload', body, (answer) => ({
      id: tailOf(given(answer, 'video')),
      urn: given(answer, 'video'),
      parts: partsIn(answer),
      token: asText(at(answer, 'value', 'uploadToken')),
    }))
  }

  /** Returns the ETag, which identifies the uploaded part. */
  sendPart(url: string, bytes: Buffer): Promise<string> {
    const call = {
      resource: 'uploads',
      method: 'UPDATE',
      upload: { url, bytes },
      names: { '/': 'url' },
    } as const
    return this.#calls.write(call, (answer) => {
      const etag = asText(at(answer, 'etag'))
      if (etag === '') throw garbled('etag', 'is not there')
      return etag
    })
  }

  async finishVideo(video: string, uploadToken: string, uploadedPartIds: readonly string[]): Promise<void> {
    const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
    await this.#doWithVideos('finalizeUpload', body, () => {})
  }

  #doWithVideos<Answer>(action: string, body: object, whole: (answer: unknown) => Answer): Promise<Answer> {
    const call = {
      resource: 'videos',
      method: 'ACTION',
      finder: action,
      body,
      names: { '/': 'url' },
    } as const
    return this.#calls.write(call, whole)
  }

  async #one<Of extends Shape>(
    resource: string,
    urn: string,
    kind: RowKind<Of>,
  ): Promise<RowOf<Of> | undefined> {
    const call = { resource, path: `${resource}/${restliValue(urn)}`, method: 'GET', missing: urn } as const
    try {
      return await this.#calls.read(call, kind)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  #all<Of extends Shape>(call: ProCall, kind: RowKind<Of>): Promise<readonly RowOf<Of>[]> {
    return drainByOffset((page) => {
      const asked = { ...call, parameters: { ...call.parameters, ...page } }
      return this.#calls.read(asked, pageOf(kind))
    })
  }
}

/** A range of bytes that includes both ends. */
export interface Part {
  readonly url: string
  readonly from: number
  readonly to: number
}

function given(answer: unknown, member: string): string {
  const value = asText(at(answer, 'value', member))
  if (value === '') throw garbled(`value.${member}`, 'is not there')
  return value
}

function partsIn(answer: unknown): readonly Part[] {
  const list = at(answer, 'value', 'uploadInstructions')
  if (!Array.isArray(list) || list.length === 0) throw garbled('value.uploadInstructions', 'is empty')
  return list.map((part: unknown) => ({
    url: asText(at(part, 'uploadUrl')),
    from: Number(at(part, 'firstByte')),
    to: Number(at(part, 'lastByte')),
  }))
}
