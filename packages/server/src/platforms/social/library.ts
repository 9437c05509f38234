// Posts, media, lead forms and pixels that campaigns refer to.

import { ServiceError } from '../../runtime/errors.ts'
import type { PictureUrls } from '../connector-kit/adConnector.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import { type Graph, withFields } from './graph.ts'
import * as rows from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { type GraphCall, parseFirstPage, socialPageParser } from './wire.ts'

export class SocialLibrary {
  readonly #graph: Graph
  readonly #selection: SocialSelection

  constructor(graph: Graph, selection: SocialSelection) {
    this.#graph = graph
    this.#selection = selection
  }

  /**
   * Current picture URLs of the page and the photo account.
   * https://developers.facebook.com/docs/graph-api/reference/page/picture
   */
  async readPictureUrls(): Promise<PictureUrls> {
    const { page, photoAccount } = this.#selection
    const photoAccountFields = photoAccount ? ',instagram_business_account{id,profile_picture_url}' : ''
    const fields = `id,picture.type(large){url}${photoAccountFields}`
    const call = { ...this.#graph.userCall([page.id], { fields }), withoutFields: true }
    const pictures = await this.#graph.readNode(call, rows.picturesRow)
    return {
      page: pictures.picture?.data.url ?? '',
      photoAccount: pictures.instagram_business_account?.profile_picture_url ?? '',
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/published_posts (`feed` has visitors' posts too) */
  pagePosts(position: PagePosition | undefined): Promise<Page<rows.SocialPostRow>> {
    const call = this.#graph.pageCall([this.#selection.page.id, 'published_posts'], 'pages', { limit: '25' })
    const permission = 'pages_read_engagement, for some apps pages_read_user_content (SOCIAL_EXTRA_SCOPES)'
    return this.#graph.readPage({ ...call, names: { permission } }, rows.socialPostRow, position)
  }

  /** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
  photoPosts(photoAccountId: string, position: PagePosition | undefined): Promise<Page<rows.PhotoRow>> {
    const call: GraphCall = {
      ...this.#graph.userCall([photoAccountId, 'media'], { limit: '25' }),
      bucket: { type: 'instagram', object: photoAccountId },
      names: { permission: 'instagram_basic' },
    }
    return this.#graph.readPage(call, rows.photoRow, position)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adimages */
  images(position: PagePosition | undefined): Promise<Page<rows.ImageRow>> {
    return this.#graph.readPage(this.#graph.accountCall('adimages', { limit: '50' }), rows.imageRow, position)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/advideos */
  videos(position: PagePosition | undefined): Promise<Page<rows.VideoFileRow>> {
    return this.#graph.readPage(
      this.#graph.accountCall('advideos', { limit: '50' }),
      rows.videoFileRow,
      position,
    )
  }

  /**
   * Returns a video of the ad account or the page, or `undefined` when the video belongs to neither. Queries
   * the account's list instead of the video: the list proves the ownership. Tokens that are shared through a
   * business may not read videos directly.
   */
  async findVideoById(videoId: string): Promise<rows.VideoRow | undefined> {
    const filtering = JSON.stringify([{ field: 'id', operator: 'IN', value: [videoId] }])
    const { rows: accountVideos } = await this.#graph.readPage(
      this.#graph.accountCall('advideos', { filtering }),
      rows.videoRow,
    )
    const accountVideo = accountVideos.find(({ id }) => id === videoId)
    if (accountVideo) return accountVideo
    const call = { ...this.#graph.pageCall([videoId], 'pages'), names: { object: 'videoId', kind: 'Video' } }
    const video = await this.#graph.readNode(call, rows.pageVideoRow)
    return video.from?.id === this.#selection.page.id ? video : undefined
  }

  /**
   * Creates a video that the platform fetches from a URL.
   * https://developers.facebook.com/docs/marketing-api/guides/videoads
   */
  async uploadVideo(url: string, name: string, marker: string): Promise<string> {
    const call = {
      ...this.#graph.accountCall('advideos', {
        file_url: url,
        ...(name === '' ? {} : { name, title: name }),
        // Never displayed. Used to find the upload after its response was lost.
        description: marker,
      }),
      names: { params: { file_url: 'url', name: 'name', title: 'name' } },
    }
    return (await this.#graph.write(call, rows.createdRow)).id
  }

  /** Finds the id of the video with a marker among the newest videos. */
  async findVideoByMarker(marker: string): Promise<string | undefined> {
    const call = this.#graph.accountCall('advideos', { limit: '100' })
    const { rows: newest } = await this.#graph.readPage(call, rows.uploadedVideoRow)
    return newest.find(({ description }) => description === marker)?.id
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
  leadForms() {
    const call = this.#graph.pageCall([this.#selection.page.id, 'leadgen_forms'], 'leadgen', { limit: '100' })
    return this.#graph.readAll(
      { ...call, names: { permission: 'pages_manage_ads' } },
      rows.socialLeadFormRow,
      10,
    )
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page (leadgen_tos_accepted) */
  async hasAcceptedLeadTerms(): Promise<boolean | undefined> {
    const call = this.#graph.userCall([this.#selection.page.id])
    const names = { permission: 'pages_manage_ads' }
    return (await this.#graph.readNode({ ...call, names }, rows.leadTermsRow)).leadgen_tos_accepted
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adspixels */
  pixels() {
    return this.#graph.readAll(this.#graph.accountCall('adspixels', { limit: '100' }), rows.pixelRow, 5)
  }

  /**
   * Reads in one request how a pixel of the account can be used: custom conversions of the account and events
   * of the pixel. Returns `undefined` when the account has no such pixel.
   * https://developers.facebook.com/docs/marketing-api/reference/custom-conversion
   * https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats
   */
  async findConversions(
    pixelId: string,
    sinceSeconds: number,
  ): Promise<
    | {
        readonly conversions: readonly rows.SocialConversionRow[]
        /** An error when the statistics could not be read. The conversions are useful without them. */
        readonly events: readonly string[] | ServiceError
      }
    | undefined
  > {
    const events = { aggregation: 'event', start_time: String(sinceSeconds) }
    const [account, stats] = await this.#graph.readBatch([
      {
        call: withFields(this.#graph.userCall([`act_${this.#selection.accountId}`]), rows.conversionsRow),
        parser: rows.conversionsRow,
      },
      {
        call: { ...this.#graph.userCall([pixelId, 'stats'], events), names: { object: 'pixelId' } },
        parser: socialPageParser(rows.pixelHourRow),
      },
    ])
    if (account instanceof ServiceError) throw account
    const pixels = await this.#graph.readAll(
      this.#graph.accountCall('adspixels', { limit: '100' }),
      rows.pixelIdRow,
      5,
      parseFirstPage(account.adspixels, rows.pixelIdRow),
    )
    // The list shows that a pixel belongs to another account, even if its statistics are readable.
    if (!pixels.some(({ id }) => id === pixelId)) return undefined
    const conversions = await this.#graph.readAll(
      this.#graph.accountCall('customconversions', { limit: '200' }),
      rows.socialConversionRow,
      10,
      parseFirstPage(account.customconversions, rows.socialConversionRow),
    )
    const isMissing = stats instanceof ServiceError
    return {
      conversions,
      events: isMissing ? stats : stats.rows.flatMap(({ data = [] }) => data.map(({ value = '' }) => value)),
    }
  }
}
