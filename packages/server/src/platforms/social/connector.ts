// Calls the social platform for one connected user, in the platform's terms.

import { formatMoney } from '../../money/money.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { AccountMetrics, MetricsQuery } from '../connector-kit/adMetrics.ts'
import { maxSpendPerDay, type RunningBudget } from '../connector-kit/budgets.ts'
import type { AccountFacts, CampaignListFilter, CampaignState } from '../connector-kit/campaignState.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { RowKind, Shape } from '../connector-kit/rows.ts'
import { createAudienceClient } from './audiences.ts'
import { TargetingCatalogs } from './catalogs.ts'
import { createCreationClient } from './creation.ts'
import { Graph, withFields } from './graph.ts'
import { readImageSizes } from './imageSizes.ts'
import { type InsightsQuery, type InsightsResult, readInsights } from './insights.ts'
import { socialCurrencyDecimals, toCampaignBudget } from './money.ts'
import { socialOverspend } from './overspend.ts'
import { createSocialLeadClient } from './pageLeads.ts'
import type { ImageSize, SocialPlatform } from './platform.ts'
import { readSocialMetrics } from './report.ts'
import * as rows from './rows.ts'
import { toSocialSchedule } from './schedule.ts'
import type { SocialSelection } from './selection.ts'
import { toSocialServingState } from './servingState.ts'
import { activeCampaignStatuses, deletedCampaignsFilter, listableCampaignStatuses } from './status.ts'
import { type GraphCall, parseSocialPage, socialPageParser } from './wire.ts'

const campaignNames = { object: 'campaignId', kind: 'AdCampaignGroup' }

export class SocialConnector {
  readonly platform = 'social'
  readonly #shared: SocialPlatform
  readonly #connectedAccount: ConnectedAccount<SocialSelection>
  readonly #graph: Graph
  /** Custom audiences of people who engaged with lead forms. */
  readonly audiences: ReturnType<typeof createAudienceClient>
  /** Campaigns with their ad sets and ads: references, creation, reconciliation and undo. */
  readonly creation: ReturnType<typeof createCreationClient>
  /** Lead forms of the page and their leads. */
  readonly leads: ReturnType<typeof createSocialLeadClient>
  /** Public lookups: places, interests, languages, devices. */
  readonly catalogs: TargetingCatalogs

  constructor(shared: SocialPlatform, connectedAccount: ConnectedAccount<SocialSelection>) {
    this.#shared = shared
    this.#connectedAccount = connectedAccount
    this.#graph = new Graph(shared, connectedAccount)
    this.audiences = createAudienceClient(this.#graph)
    this.creation = createCreationClient(this.#graph, connectedAccount.selection)
    this.leads = createSocialLeadClient(this.#graph, connectedAccount.selection)
    this.catalogs = new TargetingCatalogs(shared, this.#graph, connectedAccount.selection.accountId)
  }

  get selection(): SocialSelection {
    return this.#connectedAccount.selection
  }

  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  /** Origin of the sandbox while the sandbox simulates the platform. Empty otherwise. */
  get sandboxOrigin(): string {
    return this.#shared.sandboxOrigin
  }

  /** Fetches images that callers name by URL. */
  get imageFetcher(): SocialPlatform['imageFetcher'] {
    return this.#shared.imageFetcher
  }

  /**
   * Formats an amount as decimal text in the account's currency. Empty for no amount, and for currencies with
   * unknown decimals.
   */
  formatMoney(units = 0n): string {
    const scale = socialCurrencyDecimals(this.selection.currencyCode)
    return units <= 0n || scale === undefined
      ? ''
      : formatMoney({ units, scale }, this.selection.currencyCode)
  }

  /**
   * Current picture URLs of the page and the photo account.
   * https://developers.facebook.com/docs/graph-api/reference/page/picture
   */
  async readPictureUrls(): Promise<{ readonly page: string; readonly photoAccount: string }> {
    const { page, photoAccount } = this.selection
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
    const call = this.#graph.pageCall([this.selection.page.id, 'published_posts'], 'pages', { limit: '25' })
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

  /** Sizes of photo media by media id, as far as they can be read within a short time limit. */
  readImageSizes(media: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, ImageSize>> {
    return readImageSizes(media, this.#shared)
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
    return video.from?.id === this.selection.page.id ? video : undefined
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns */
  campaigns(
    effectiveStatuses: readonly string[],
    position: PagePosition | undefined,
  ): Promise<Page<rows.SocialCampaignRow>> {
    const params = { effective_status: JSON.stringify(effectiveStatuses), limit: '100' }
    return this.#graph.readPage(
      this.#graph.accountCall('campaigns', params),
      rows.socialCampaignRow,
      position,
    )
  }

  /**
   * Deleted campaigns with metrics in the 37 months that insights cover. No edge lists deleted campaigns.
   * Insights return their ids, and each campaign is then read by its id.
   * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
   */
  async deletedCampaigns(position: PagePosition | undefined): Promise<Page<rows.SocialCampaignRow>> {
    const filtering = JSON.stringify([deletedCampaignsFilter])
    const period = { level: 'campaign', date_preset: 'maximum' }
    const call: GraphCall = {
      ...this.#graph.accountCall('insights', { ...period, filtering, limit: '100' }),
      bucket: { type: 'ads_insights', object: this.selection.accountId },
      timeoutMs: 20_000,
    }
    const { rows: reportedCampaigns, ...neighbors } = await this.#graph.readPage(
      call,
      rows.insightsCampaignIdRow,
      position,
    )
    const campaigns = await this.#graph.readBatch(
      reportedCampaigns.map(({ campaign_id }) => ({
        call: withFields(this.#graph.userCall([campaign_id]), rows.socialCampaignRow),
        parser: rows.socialCampaignRow,
      })),
    )
    const deleted = campaigns.map((campaign) => {
      if (campaign instanceof ServiceError) throw campaign
      return campaign
    })
    return { rows: deleted, ...neighbors }
  }

  /**
   * Lists all campaigns that are not deleted, or only those that are neither paused nor archived.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns
   */
  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    const [statuses, limit, maxPages] =
      filter === 'all' ? [listableCampaignStatuses, 100, 50] : [activeCampaignStatuses, 200, 100]
    const call = this.#graph.accountCall('campaigns', {
      effective_status: JSON.stringify(statuses),
      limit: String(limit),
    })
    const campaignRows = await this.#graph.readAll(call, rows.socialCampaignStateRow, maxPages)
    return campaignRows.map((row) => ({
      id: row.id,
      name: row.name,
      ...toSocialServingState(row),
      dailyBudget: this.formatMoney(row.daily_budget),
      lifetimeBudget: this.formatMoney(row.lifetime_budget),
      schedule: toSocialSchedule(row.start_time, row.stop_time),
    }))
  }

  /**
   * Reads a campaign with the budgets of its ad sets.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group
   */
  async campaignBudgets(campaignId: string): Promise<{
    readonly campaign: rows.BudgetRow
    readonly adSets: readonly rows.AdSetBudgetRow[]
  }> {
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), rows.budgetTreeRow)
    this.#assertOwnAccount(campaign)
    const adSetsCall = this.#graph.userCall([campaignId, 'adsets'], { limit: '100' })
    const firstAdSets = parseFirstPage(campaign.adsets, rows.adSetBudgetRow)
    return { campaign, adSets: await this.#graph.readAll(adSetsCall, rows.adSetBudgetRow, 10, firstAdSets) }
  }

  /**
   * Budgets of active campaigns.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns
   */
  async runningBudgets(): Promise<RunningBudget[]> {
    const effective_status = JSON.stringify(['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES'])
    const call = this.#graph.accountCall('campaigns', { effective_status, limit: '50' })
    const campaignRows = await this.#graph.readAll(call, rows.listedBudgetRow, 40)
    return await Promise.all(
      campaignRows
        .filter(({ status }) => status === 'ACTIVE')
        .map(async (campaign) => {
          const firstAdSets = parseFirstPage(campaign.adsets, rows.adSetBudgetRow)
          const adSetsCall = this.#graph.userCall([campaign.id, 'adsets'], { limit: '100' })
          const adSets = await this.#graph.readAll(adSetsCall, rows.adSetBudgetRow, 10, firstAdSets)
          const budget = toCampaignBudget(campaign, adSets, this.selection.currencyCode)
          return { campaignIds: [campaign.id], dayMicros: maxSpendPerDay(socialOverspend, budget) }
        }),
    )
  }

  /**
   * Ad sets of a campaign of this account. The first page is read with the campaign, whose account is
   * checked. Positions of further pages were issued for this campaign, so no check is needed.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/adsets
   */
  async adSets(campaignId: string, position: PagePosition | undefined): Promise<Page<rows.AdSetRow>> {
    if (position)
      return await this.#graph.readPage(
        this.#graph.userCall([campaignId, 'adsets'], { limit: '100' }),
        rows.adSetRow,
        position,
      )
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), rows.adSetsRow)
    this.#assertOwnAccount(campaign)
    return parseFirstPage(campaign.adsets, rows.adSetRow)
  }

  /**
   * Ads of a campaign, checked like ad sets.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/ads
   */
  async ads(campaignId: string, position: PagePosition | undefined): Promise<Page<rows.AdRow>> {
    if (position)
      return await this.#graph.readPage(
        this.#graph.userCall([campaignId, 'ads'], { limit: '100' }),
        rows.adRow,
        position,
      )
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), rows.adsRow)
    this.#assertOwnAccount(campaign)
    return parseFirstPage(campaign.ads, rows.adRow)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
  async campaignStatus(campaignId: string): Promise<Pick<rows.BudgetRow, 'id' | 'name' | 'status'>> {
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), rows.campaignStatusRow)
    this.#assertOwnAccount(campaign)
    return campaign
  }

  /**
   * Reads the current budget of an ad set or campaign. The id comes from a plan, so the account is not
   * checked again.
   */
  async readBudget(id: string): Promise<rows.BudgetRow> {
    return await this.#graph.readNode(this.#campaignCall(id), rows.budgetRow)
  }

  /**
   * Updates a campaign or an ad set. With `validateOnly`, the platform only validates the change.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#Updating
   */
  async update(
    id: string,
    changes: { readonly daily_budget: string } | { readonly status: string },
    { validateOnly = false } = {},
  ): Promise<void> {
    const params = { ...changes, ...(validateOnly ? { execution_options: '["validate_only"]' } : {}) }
    const names = { object: 'campaignId', params: { daily_budget: 'amount', status: 'status' } }
    await this.#graph.write({ ...this.#graph.userCall([id], params), names }, rows.successRow)
  }

  insights(query: InsightsQuery): Promise<InsightsResult> {
    return readInsights(query, this.selection.accountId, this.#graph, this.#shared)
  }

  /** Metrics of the whole account. The platform has no keywords. */
  async metrics(query: MetricsQuery): Promise<AccountMetrics | undefined> {
    const { level } = query
    if (level === 'KEYWORD') return undefined
    return await readSocialMetrics({ ...query, level }, this.selection, this.#graph, this.#shared)
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
  leadForms() {
    const call = this.#graph.pageCall([this.selection.page.id, 'leadgen_forms'], 'leadgen', { limit: '100' })
    return this.#graph.readAll(
      { ...call, names: { permission: 'pages_manage_ads' } },
      rows.socialLeadFormRow,
      10,
    )
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page (leadgen_tos_accepted) */
  async hasAcceptedLeadTerms(): Promise<boolean | undefined> {
    const call = this.#graph.userCall([this.selection.page.id])
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
  async conversions(
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
        call: withFields(this.#graph.userCall([`act_${this.selection.accountId}`]), rows.conversionsRow),
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

  /** Times of budget changes of an ad set within the last hour, as far as this process made them. */
  budgetChanges(adSetId: string): readonly number[] {
    const since = this.#shared.runtime.now() - 3_600_000
    return (this.#shared.budgetChanges.get(adSetId) ?? []).filter((changedAt) => changedAt > since)
  }

  recordBudgetChange(adSetId: string): void {
    this.#shared.budgetChanges.set(adSetId, [...this.budgetChanges(adSetId), this.#shared.runtime.now()])
  }

  /** A user's token may have access to campaigns of other ad accounts. Such campaigns count as not found. */
  #assertOwnAccount({ account_id }: { readonly account_id: string }): void {
    if (account_id.replace(/^act_/, '') !== this.selection.accountId)
      throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'social' } })
  }

  #campaignCall(campaignId: string): GraphCall {
    return { ...this.#graph.userCall([campaignId]), names: campaignNames }
  }
}

/** Parses the first page of an edge in a row. The platform omits an empty edge. */
function parseFirstPage<RowShape extends Shape>(edge: unknown, kind: RowKind<RowShape>) {
  return edge === undefined ? { rows: [] } : parseSocialPage(edge, kind)
}
