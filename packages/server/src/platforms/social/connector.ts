// Speaks to the social platform for one connected user. Rows come back as the platform wrote them.

import type { Memory } from '../../base/memory.ts'
import type { Connected } from '../kit/connected.ts'
import { asText, at, type Json } from '../kit/values.ts'
import { audienceCalls } from './audiences.ts'
import { Graph } from './graph.ts'
import { type InsightsAnswer, type InsightsQuestion, readInsights } from './insights.ts'
import type { Size, SocialPlatform } from './platform.ts'
import { sizesOf } from './sizes.ts'
import { type GraphCall, type Page, type Position, pageOf } from './wire.ts'

const attachment = 'media_type,type,target{id},media{image{src,width,height},source}'
const postFields = `id,created_time,permalink_url,message,story,full_picture,attachments{${attachment},subattachments.limit(1){${attachment}}}`
const photoFields =
  'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp,children{id,media_type,media_url,thumbnail_url}'
const imageFields = 'id,url,permalink_url,width,height,original_width,original_height,status'
const videoFields = 'id,source,status,thumbnails{id,height,width,scale,uri,is_preferred}'
const campaignFields =
  'id,name,objective,status,effective_status,daily_budget,lifetime_budget,start_time,stop_time'
const budgetFields = 'id,name,status,daily_budget,lifetime_budget'
const campaignNames = { object: 'campaignId', kind: 'AdCampaignGroup' }
const conversionFields = 'id,name,custom_event_type,pixel{id},data_sources,is_archived,is_unavailable'

export type { InsightsAnswer, InsightsQuestion } from './insights.ts'
export type { Position } from './wire.ts'

export class SocialConnector {
  readonly #platform: SocialPlatform
  readonly #connected: Connected<'social'>
  readonly #graph: Graph
  /** Audiences of people who did something with lead forms. */
  readonly audiences: ReturnType<typeof audienceCalls>

  constructor(platform: SocialPlatform, connected: Connected<'social'>) {
    this.#platform = platform
    this.#connected = connected
    this.#graph = new Graph(platform, connected)
    this.audiences = audienceCalls(this.#graph, connected.selection.adAccountId)
  }

  get selection(): Connected<'social'>['selection'] {
    return this.#connected.selection
  }

  /** While the platform is the sandbox, its origin; empty otherwise. */
  get sandboxOrigin(): string {
    return this.#platform.sandboxOrigin
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/published_posts (`feed` has visitors' posts too) */
  pagePosts(position: Position | undefined): Promise<Page> {
    const { id } = this.selection.page
    const call = this.#ofPage([id, 'published_posts'], { fields: postFields, limit: '25' }, 'pages')
    return this.#graph.pageAt(call, position)
  }

  /** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
  photoPosts(photoAccountId: string, position: Position | undefined): Promise<Page> {
    const call: GraphCall = {
      ...this.#get([photoAccountId, 'media'], { fields: photoFields, limit: '25' }),
      bucket: { type: 'instagram', object: photoAccountId },
    }
    return this.#graph.pageAt(call, position)
  }

  /** Sizes of photo media by their id, as far as they could be found out quickly. */
  sizes(media: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Size>> {
    return sizesOf(media, this.#platform)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adimages */
  images(position: Position | undefined): Promise<Page> {
    return this.#graph.pageAt(this.#ofAccount('adimages', { fields: imageFields, limit: '50' }), position)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/advideos */
  videos(position: Position | undefined): Promise<Page> {
    const params = { fields: 'id,source,format', limit: '50' }
    return this.#graph.pageAt(this.#ofAccount('advideos', params), position)
  }

  /**
   * A video of the ad account, or else of the page; nothing when it is neither's. The account's list is asked, not the
   * video: that proves whose it is, and tokens shared through a business may not read videos directly.
   */
  async video(videoId: string): Promise<Json | undefined> {
    const filtering = JSON.stringify([{ field: 'id', operator: 'IN', value: [videoId] }])
    const { rows } = await this.#graph.page(this.#ofAccount('advideos', { fields: videoFields, filtering }))
    const found = rows.find((row) => asText(row['id']) === videoId)
    if (found) return found
    const call = {
      ...this.#ofPage([videoId], { fields: `${videoFields},from{id}` }, 'pages'),
      names: { object: 'videoId', kind: 'Video' },
    }
    const video = await this.#graph.read(call)
    return asText(at(video, 'from', 'id')) === this.selection.page.id ? video : undefined
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns */
  campaigns(effectiveStatuses: readonly string[], position: Position | undefined): Promise<Page> {
    const params = {
      fields: campaignFields,
      effective_status: JSON.stringify(effectiveStatuses),
      limit: '100',
    }
    return this.#graph.pageAt(this.#ofAccount('campaigns', params), position)
  }

  /** A campaign with the budgets of its ad sets. https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
  async campaign(campaignId: string): Promise<{ readonly campaign: Json; readonly adSets: readonly Json[] }> {
    const fields = `${budgetFields},account_id,adsets.limit(100){${budgetFields}}`
    const campaign = await this.#graph.read({ ...this.#get([campaignId], { fields }), names: campaignNames })
    const rest = this.#get([campaignId, 'adsets'], { fields: budgetFields, limit: '100' })
    const adSets = await this.#graph.all(rest, 10, pageOf(campaign['adsets']))
    return { campaign, adSets }
  }

  /** One campaign or ad set. */
  node(id: string, fields: string): Promise<Json> {
    return this.#graph.read({ ...this.#get([id], { fields }), names: campaignNames })
  }

  /**
   * Changes a campaign or an ad set; with `rehearsal` the platform only checks.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#Updating
   */
  async change(
    id: string,
    change: Readonly<Record<'daily_budget' | 'status', string>> | Readonly<Record<string, string>>,
    { rehearsal = false } = {},
  ): Promise<void> {
    await this.#graph.write({
      ...this.#get([id], { ...change, ...(rehearsal ? { execution_options: '["validate_only"]' } : {}) }),
      method: 'POST',
      names: { object: 'campaignId', params: { daily_budget: 'amount', status: 'status' } },
      timeoutMs: 30_000,
    })
  }

  insights(question: InsightsQuestion): Promise<InsightsAnswer> {
    return readInsights(question, this.selection.adAccountId, this.#graph, this.#platform)
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
  leadForms(): Promise<Json[]> {
    const { id } = this.selection.page
    const params = { fields: 'id,name,status', limit: '100' }
    return this.#graph.all(this.#ofPage([id, 'leadgen_forms'], params, 'leadgen'), 10)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adspixels */
  pixels(): Promise<Json[]> {
    const params = { fields: 'id,name,is_unavailable', limit: '100' }
    return this.#graph.all(this.#ofAccount('adspixels', params), 5)
  }

  /**
   * What a pixel of the account can be used for, in one request: the account's pixels and custom conversions, and the
   * events the pixel saw. https://developers.facebook.com/docs/marketing-api/reference/custom-conversion
   * https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats
   */
  async conversions(
    pixelId: string,
    sinceSeconds: number,
  ): Promise<{ readonly pixels: Json[]; readonly conversions: Json[]; readonly events: readonly Json[] }> {
    const pixelFields = 'id'
    const fields = `adspixels.limit(100){${pixelFields}},customconversions.limit(200){${conversionFields}}`
    const [account, stats] = await this.#graph.batch([
      this.#get([`act_${this.selection.adAccountId}`], { fields }),
      {
        ...this.#get([pixelId, 'stats'], { aggregation: 'event', start_time: String(sinceSeconds) }),
        names: { object: 'pixelId' },
      },
    ])
    if (account instanceof Error) throw account
    const pixels = await this.#graph.all(
      this.#ofAccount('adspixels', { fields: pixelFields, limit: '100' }),
      5,
      pageOf(account?.['adspixels']),
    )
    const conversions = await this.#graph.all(
      this.#ofAccount('customconversions', { fields: conversionFields, limit: '200' }),
      10,
      pageOf(account?.['customconversions']),
    )
    // Somebody else's pixel is told from the list, whatever its statistics say.
    if (!pixels.some((row) => asText(row['id']) === pixelId)) return { pixels, conversions, events: [] }
    if (stats instanceof Error && stats.code !== 'PERMISSION_MISSING') throw stats
    return { pixels, conversions, events: stats instanceof Error ? [] : pageOf(stats).rows }
  }

  /** https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search */
  systems(kind: 'user_os' | 'user_device'): Promise<readonly Json[]> {
    const params = { type: 'adTargetingCategory', class: kind, limit: '1000', locale: 'en_US' }
    return this.#catalogue(this.#platform.catalogues.systems, kind, this.#get(['search'], params), 10)
  }

  locales(): Promise<readonly Json[]> {
    const params = { type: 'adlocale', q: '', limit: '1000', locale: 'en_US' }
    return this.#catalogue(this.#platform.catalogues.locales, '', this.#get(['search'], params), 5)
  }

  places(query: string): Promise<readonly Json[]> {
    const params = { type: 'adgeolocation', q: query, limit: '50', locale: 'en_US' }
    const call = { ...this.#get(['search'], params), names: { params: { q: 'query' } } }
    return this.#catalogue(this.#platform.catalogues.places, query, call)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/targetingsearch */
  interests(
    query: string,
    categories: readonly string[],
    countries: readonly string[],
  ): Promise<readonly Json[]> {
    const call = {
      ...this.#ofAccount('targetingsearch', {
        q: query,
        limit_type: 'interests',
        limit: '50',
        locale: 'en_US',
        ...(categories.length > 0 ? { regulated_categories: JSON.stringify(categories) } : {}),
        ...(countries.length > 0 ? { regulated_countries: JSON.stringify(countries) } : {}),
      }),
      names: {
        params: {
          q: 'query',
          regulated_categories: 'specialAdCategories',
          regulated_countries: 'specialAdCountries',
        },
      },
    }
    const name = JSON.stringify([this.selection.adAccountId, query, categories, countries])
    return this.#catalogue(this.#platform.catalogues.interests, name, call)
  }

  /** The platform fetches the video itself. https://developers.facebook.com/docs/marketing-api/guides/videoads */
  async uploadVideo(url: string, name: string | undefined, marker: string): Promise<string> {
    const answer = await this.#graph.write({
      ...this.#ofAccount('advideos', {
        file_url: url,
        ...(name === undefined ? {} : { name, title: name }),
        // Shown nowhere; by it the upload is found again when its answer was lost.
        description: marker,
      }),
      method: 'POST',
      names: { params: { file_url: 'url', name: 'name', title: 'name' } },
      timeoutMs: 30_000,
    })
    return asText(answer['id'])
  }

  /** The id of the video that was uploaded with a marker; nothing when there is none among the newest. */
  async findVideo(marker: string): Promise<string | undefined> {
    const params = { fields: 'id,description', limit: '100' }
    const { rows } = await this.#graph.page(this.#ofAccount('advideos', params))
    const found = rows.find((row) => asText(row['description']) === marker)
    return found && asText(found['id'])
  }

  /** When the budgets of an ad set were changed within the last hour, as far as this process did it. */
  budgetChanges(adSetId: string): readonly number[] {
    const since = this.#platform.runtime.now() - 3_600_000
    return (this.#platform.budgetChanges.get(adSetId) ?? []).filter((at) => at > since)
  }

  noteBudgetChange(adSetId: string): void {
    this.#platform.budgetChanges.set(adSetId, [...this.budgetChanges(adSetId), this.#platform.runtime.now()])
  }

  async #catalogue(
    memory: Memory<readonly Json[]>,
    name: string,
    call: GraphCall,
    mostPages?: number,
  ): Promise<readonly Json[]> {
    const known = memory.get(name)
    if (known) return known
    const rows =
      mostPages === undefined ? (await this.#graph.page(call)).rows : await this.#graph.all(call, mostPages)
    memory.set(name, rows)
    return rows
  }

  #get(path: readonly string[], params: Readonly<Record<string, string>>): GraphCall {
    const bucket = { type: 'ads_management', object: this.selection.adAccountId } as const
    return { method: 'GET', path, params, token: 'user', bucket }
  }

  #ofAccount(edge: string, params: Readonly<Record<string, string>>): GraphCall {
    return this.#get([`act_${this.selection.adAccountId}`, edge], params)
  }

  #ofPage(
    path: readonly string[],
    params: Readonly<Record<string, string>>,
    type: 'pages' | 'leadgen',
  ): GraphCall {
    return { ...this.#get(path, params), token: 'page', bucket: { type, object: this.selection.page.id } }
  }
}

/** Whether an object belongs to an ad account: a person's token may reach several. */
export function belongsTo(object: Json, adAccountId: string): boolean {
  return asText(object['account_id']).replace(/^act_/, '') === adAccountId
}
