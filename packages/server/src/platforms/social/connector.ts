// Speaks to the social platform for one connected user, in the platform's own words.

import { ServiceError } from '../../base/errors.ts'
import { moneyText } from '../../base/money.ts'
import { mostOnOneDay, type RunningBudget } from '../kit/budgets.ts'
import type { AccountFacts, CampaignState, Listed } from '../kit/campaignState.ts'
import type { Connected } from '../kit/connected.ts'
import type { AccountFigures, FiguresQuestion } from '../kit/figures.ts'
import type { Page, Position } from '../kit/page.ts'
import type { RowKind, Shape } from '../kit/rows.ts'
import { audienceCalls } from './audiences.ts'
import { budgetOf } from './campaignBudgets.ts'
import { Catalogues } from './catalogues.ts'
import { creationCalls } from './creation.ts'
import { decimalsOf } from './currency.ts'
import { issuesIn } from './deliveryIssues.ts'
import { asking, Graph } from './graph.ts'
import { type InsightsAnswer, type InsightsQuestion, readInsights } from './insights.ts'
import { scheduleOf } from './mergedTimes.ts'
import { leadCalls } from './pageLeads.ts'
import type { Size, SocialPlatform } from './platform.ts'
import { readFigures } from './report.ts'
import * as rows from './rows.ts'
import { sizesOf } from './sizes.ts'
import { deletedCampaigns, notDeleted, notPaused } from './statusFilter.ts'
import { type GraphCall, pageIn, pageOf } from './wire.ts'

const campaignNames = { object: 'campaignId', kind: 'AdCampaignGroup' }

export class SocialConnector {
  readonly platform = 'social'
  readonly #shared: SocialPlatform
  readonly #connected: Connected<'social'>
  readonly #graph: Graph
  /** Audiences of people who did something with lead forms. */
  readonly audiences: ReturnType<typeof audienceCalls>
  /** Whole campaigns: what they refer to, how they are made, found again and taken back. */
  readonly creation: ReturnType<typeof creationCalls>
  /** Lead forms of the page, and what people filled in. */
  readonly leads: ReturnType<typeof leadCalls>
  /** Public look-ups: places, interests, languages, devices. */
  readonly catalogues: Catalogues

  constructor(shared: SocialPlatform, connected: Connected<'social'>) {
    this.#shared = shared
    this.#connected = connected
    this.#graph = new Graph(shared, connected)
    this.audiences = audienceCalls(this.#graph)
    this.creation = creationCalls(this.#graph, connected.selection)
    this.leads = leadCalls(this.#graph, connected.selection)
    this.catalogues = new Catalogues(shared, this.#graph, connected.selection.adAccountId)
  }

  get selection(): Connected<'social'>['selection'] {
    return this.#connected.selection
  }

  get account(): AccountFacts {
    const { adAccountId: id, adAccountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  /** While the platform is the sandbox, its origin; empty otherwise. */
  get sandboxOrigin(): string {
    return this.#shared.sandboxOrigin
  }

  /** Images that callers name by URL. */
  get fetchedImages(): SocialPlatform['images'] {
    return this.#shared.images
  }

  /** An amount as decimal text in the account's currency; empty where there is none, or none that can be told safely. */
  money(units = 0n): string {
    const scale = decimalsOf(this.selection.currencyCode)
    return units <= 0n || scale === undefined ? '' : moneyText({ units, scale }, this.selection.currencyCode)
  }

  /** Where the pictures of page and photo account are now. https://developers.facebook.com/docs/graph-api/reference/page/picture */
  async pictures(): Promise<{ readonly page: string; readonly photoAccount: string }> {
    const { page, photoAccount } = this.selection
    const ofPhotoAccount = photoAccount ? ',instagram_business_account{id,profile_picture_url}' : ''
    const fields = `id,picture.type(large){url}${ofPhotoAccount}`
    const call = { ...this.#graph.about([page.id], { fields }), whole: true }
    const found = await this.#graph.node(call, rows.picturesRow)
    return {
      page: found.picture?.data.url ?? '',
      photoAccount: found.instagram_business_account?.profile_picture_url ?? '',
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/published_posts (`feed` has visitors' posts too) */
  pagePosts(at: Position | undefined): Promise<Page<rows.PostRow>> {
    const call = this.#graph.ofPage([this.selection.page.id, 'published_posts'], 'pages', { limit: '25' })
    const permission = 'pages_read_engagement, for some apps pages_read_user_content (SOCIAL_EXTRA_SCOPES)'
    return this.#graph.page({ ...call, names: { permission } }, rows.postRow, at)
  }

  /** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
  photoPosts(photoAccountId: string, at: Position | undefined): Promise<Page<rows.PhotoRow>> {
    const call: GraphCall = {
      ...this.#graph.about([photoAccountId, 'media'], { limit: '25' }),
      bucket: { type: 'instagram', object: photoAccountId },
      names: { permission: 'instagram_basic' },
    }
    return this.#graph.page(call, rows.photoRow, at)
  }

  /** Sizes of photo media by their id, as far as they could be found out quickly. */
  sizes(media: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Size>> {
    return sizesOf(media, this.#shared)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adimages */
  images(at: Position | undefined): Promise<Page<rows.ImageRow>> {
    return this.#graph.page(this.#graph.ofAccount('adimages', { limit: '50' }), rows.imageRow, at)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/advideos */
  videos(at: Position | undefined): Promise<Page<rows.VideoFileRow>> {
    return this.#graph.page(this.#graph.ofAccount('advideos', { limit: '50' }), rows.videoFileRow, at)
  }

  /**
   * A video of the ad account, or else of the page; nothing when it is neither's. The account's list is asked, not the
   * video: that proves whose it is, and tokens shared through a business may not read videos directly.
   */
  async video(videoId: string): Promise<rows.VideoRow | undefined> {
    const filtering = JSON.stringify([{ field: 'id', operator: 'IN', value: [videoId] }])
    const { rows: own } = await this.#graph.page(
      this.#graph.ofAccount('advideos', { filtering }),
      rows.videoRow,
    )
    const found = own.find(({ id }) => id === videoId)
    if (found) return found
    const call = { ...this.#graph.ofPage([videoId], 'pages'), names: { object: 'videoId', kind: 'Video' } }
    const video = await this.#graph.node(call, rows.pageVideoRow)
    return video.from?.id === this.selection.page.id ? video : undefined
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns */
  campaigns(effectiveStatuses: readonly string[], at: Position | undefined): Promise<Page<rows.CampaignRow>> {
    const params = { effective_status: JSON.stringify(effectiveStatuses), limit: '100' }
    return this.#graph.page(this.#graph.ofAccount('campaigns', params), rows.campaignRow, at)
  }

  /**
   * Deleted campaigns that had figures in the 37 months that insights reach back. No edge lists deleted campaigns, so
   * insights name them, and each is read by its id.
   * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
   */
  async deletedCampaigns(at: Position | undefined): Promise<Page<rows.CampaignRow>> {
    const filtering = JSON.stringify([deletedCampaigns])
    const period = { level: 'campaign', date_preset: 'maximum' }
    const call: GraphCall = {
      ...this.#graph.ofAccount('insights', { ...period, filtering, limit: '100' }),
      bucket: { type: 'ads_insights', object: this.selection.adAccountId },
      timeoutMs: 20_000,
    }
    const { rows: named, ...around } = await this.#graph.page(call, rows.namedCampaignRow, at)
    const campaigns = await this.#graph.batch(
      named.map(({ campaign_id }) => ({
        call: asking(this.#graph.about([campaign_id]), rows.campaignRow),
        reading: rows.campaignRow,
      })),
    )
    const deleted = campaigns.map((campaign) => {
      if (campaign instanceof ServiceError) throw campaign
      return campaign
    })
    return { rows: deleted, ...around }
  }

  /**
   * All that were not deleted, or all that are not paused or archived either.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns
   */
  async campaignStates(listed: Listed = 'all'): Promise<CampaignState[]> {
    const [statuses, limit, mostPages] = listed === 'all' ? [notDeleted, 100, 50] : [notPaused, 200, 100]
    const call = this.#graph.ofAccount('campaigns', {
      effective_status: JSON.stringify(statuses),
      limit: String(limit),
    })
    const found = await this.#graph.all(call, rows.campaignStateRow, mostPages)
    return found.map((row) => ({
      id: row.id,
      name: row.name,
      status: row.status,
      effectiveStatus: row.effective_status,
      issues: issuesIn(row),
      dailyBudget: this.money(row.daily_budget),
      lifetimeBudget: this.money(row.lifetime_budget),
      schedule: scheduleOf(row.start_time, row.stop_time),
    }))
  }

  /** A campaign with the budgets of its ad sets. https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
  async campaignBudgets(campaignId: string): Promise<{
    readonly campaign: rows.BudgetRow
    readonly adSets: readonly rows.AdSetBudgetRow[]
  }> {
    const campaign = await this.#graph.node(this.#campaignCall(campaignId), rows.budgetTreeRow)
    this.#requireOwn(campaign)
    const rest = this.#graph.about([campaignId, 'adsets'], { limit: '100' })
    const first = firstPage(campaign.adsets, rows.adSetBudgetRow)
    return { campaign, adSets: await this.#graph.all(rest, rows.adSetBudgetRow, 10, first) }
  }

  /** What campaigns that are switched on spend from. https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns */
  async runningBudgets(): Promise<RunningBudget[]> {
    const effective_status = JSON.stringify(['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES'])
    const call = this.#graph.ofAccount('campaigns', { effective_status, limit: '50' })
    const found = await this.#graph.all(call, rows.listedBudgetRow, 40)
    return await Promise.all(
      found
        .filter(({ status }) => status === 'ACTIVE')
        .map(async (campaign) => {
          const first = firstPage(campaign.adsets, rows.adSetBudgetRow)
          const rest = this.#graph.about([campaign.id, 'adsets'], { limit: '100' })
          const adSets = await this.#graph.all(rest, rows.adSetBudgetRow, 10, first)
          const budget = budgetOf(campaign, adSets, this.selection.currencyCode)
          return { campaignIds: [campaign.id], dayMicros: mostOnOneDay('social', budget) }
        }),
    )
  }

  /**
   * Of a campaign of this account: the first page with the campaign itself, whose account is looked at; the others, whose
   * positions were given out for that campaign, as they are.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/adsets
   */
  async adSets(campaignId: string, at: Position | undefined): Promise<Page<rows.AdSetRow>> {
    if (at)
      return await this.#graph.page(
        this.#graph.about([campaignId, 'adsets'], { limit: '100' }),
        rows.adSetRow,
        at,
      )
    const campaign = await this.#graph.node(this.#campaignCall(campaignId), rows.adSetsRow)
    this.#requireOwn(campaign)
    return firstPage(campaign.adsets, rows.adSetRow)
  }

  /** The same for ads. https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/ads */
  async ads(campaignId: string, at: Position | undefined): Promise<Page<rows.AdRow>> {
    if (at)
      return await this.#graph.page(this.#graph.about([campaignId, 'ads'], { limit: '100' }), rows.adRow, at)
    const campaign = await this.#graph.node(this.#campaignCall(campaignId), rows.adsRow)
    this.#requireOwn(campaign)
    return firstPage(campaign.ads, rows.adRow)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group */
  async campaignStatus(campaignId: string): Promise<Pick<rows.BudgetRow, 'id' | 'name' | 'status'>> {
    const campaign = await this.#graph.node(this.#campaignCall(campaignId), rows.statusRow)
    this.#requireOwn(campaign)
    return campaign
  }

  /** What an ad set or campaign has now; asked about ids that a plan was made for. */
  async budgetOf(id: string): Promise<rows.BudgetRow> {
    return await this.#graph.node(this.#campaignCall(id), rows.budgetRow)
  }

  /**
   * Changes a campaign or an ad set; with `rehearsal` the platform only checks.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#Updating
   */
  async change(
    id: string,
    change: { readonly daily_budget: string } | { readonly status: string },
    { rehearsal = false } = {},
  ): Promise<void> {
    const params = { ...change, ...(rehearsal ? { execution_options: '["validate_only"]' } : {}) }
    const names = { object: 'campaignId', params: { daily_budget: 'amount', status: 'status' } }
    await this.#graph.write({ ...this.#graph.about([id], params), names }, rows.changedRow)
  }

  insights(question: InsightsQuestion): Promise<InsightsAnswer> {
    return readInsights(question, this.selection.adAccountId, this.#graph, this.#shared)
  }

  /** Figures of the whole account. The platform knows no keywords. */
  async figures(question: FiguresQuestion): Promise<AccountFigures | undefined> {
    const { level } = question
    if (level === 'KEYWORD') return undefined
    return await readFigures({ ...question, level }, this.selection, this.#graph, this.#shared)
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
  leadForms() {
    const call = this.#graph.ofPage([this.selection.page.id, 'leadgen_forms'], 'leadgen', { limit: '100' })
    return this.#graph.all({ ...call, names: { permission: 'pages_manage_ads' } }, rows.leadFormRow, 10)
  }

  /** https://developers.facebook.com/docs/graph-api/reference/page (leadgen_tos_accepted) */
  async leadTermsAccepted(): Promise<boolean | undefined> {
    const call = this.#graph.about([this.selection.page.id])
    const names = { permission: 'pages_manage_ads' }
    return (await this.#graph.node({ ...call, names }, rows.leadTermsRow)).leadgen_tos_accepted
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/adspixels */
  pixels() {
    return this.#graph.all(this.#graph.ofAccount('adspixels', { limit: '100' }), rows.pixelRow, 5)
  }

  /**
   * What a pixel of the account can be used for, in one request: the account's pixels and custom conversions, and the
   * events the pixel saw; nothing when the account has no such pixel.
   * https://developers.facebook.com/docs/marketing-api/reference/custom-conversion
   * https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats
   */
  async conversions(
    pixelId: string,
    sinceSeconds: number,
  ): Promise<
    | {
        readonly conversions: readonly rows.ConversionRow[]
        /** An error when the statistics could not be had: the rest is of use without them. */
        readonly events: readonly string[] | ServiceError
      }
    | undefined
  > {
    const events = { aggregation: 'event', start_time: String(sinceSeconds) }
    const [account, stats] = await this.#graph.batch([
      {
        call: asking(this.#graph.about([`act_${this.selection.adAccountId}`]), rows.conversionsRow),
        reading: rows.conversionsRow,
      },
      {
        call: { ...this.#graph.about([pixelId, 'stats'], events), names: { object: 'pixelId' } },
        reading: pageOf(rows.pixelHourRow),
      },
    ])
    if (account instanceof ServiceError) throw account
    const pixels = await this.#graph.all(
      this.#graph.ofAccount('adspixels', { limit: '100' }),
      rows.pixelIdRow,
      5,
      firstPage(account.adspixels, rows.pixelIdRow),
    )
    // Somebody else's pixel is told from the list, whatever its statistics say.
    if (!pixels.some(({ id }) => id === pixelId)) return undefined
    const conversions = await this.#graph.all(
      this.#graph.ofAccount('customconversions', { limit: '200' }),
      rows.conversionRow,
      10,
      firstPage(account.customconversions, rows.conversionRow),
    )
    const isMissing = stats instanceof ServiceError
    return {
      conversions,
      events: isMissing ? stats : stats.rows.flatMap(({ data = [] }) => data.map(({ value = '' }) => value)),
    }
  }

  /** The platform fetches the video itself. https://developers.facebook.com/docs/marketing-api/guides/videoads */
  async uploadVideo(url: string, name: string, marker: string): Promise<string> {
    const call = {
      ...this.#graph.ofAccount('advideos', {
        file_url: url,
        ...(name === '' ? {} : { name, title: name }),
        // Shown nowhere; by it the upload is found again when its answer was lost.
        description: marker,
      }),
      names: { params: { file_url: 'url', name: 'name', title: 'name' } },
    }
    return (await this.#graph.write(call, rows.madeRow)).id
  }

  /** The id of the video that was uploaded with a marker; nothing when there is none among the newest. */
  async findVideo(marker: string): Promise<string | undefined> {
    const call = this.#graph.ofAccount('advideos', { limit: '100' })
    const { rows: newest } = await this.#graph.page(call, rows.uploadedRow)
    return newest.find(({ description }) => description === marker)?.id
  }

  /** When the budgets of an ad set were changed within the last hour, as far as this process did it. */
  budgetChanges(adSetId: string): readonly number[] {
    const since = this.#shared.runtime.now() - 3_600_000
    return (this.#shared.budgetChanges.get(adSetId) ?? []).filter((at) => at > since)
  }

  noteBudgetChange(adSetId: string): void {
    this.#shared.budgetChanges.set(adSetId, [...this.budgetChanges(adSetId), this.#shared.runtime.now()])
  }

  /** A person's token may reach the campaigns of other ad accounts: those are unknown here. */
  #requireOwn({ account_id }: { readonly account_id: string }): void {
    if (account_id.replace(/^act_/, '') !== this.selection.adAccountId)
      throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'social' } })
  }

  #campaignCall(campaignId: string): GraphCall {
    return { ...this.#graph.about([campaignId]), names: campaignNames }
  }
}

/** The page of an edge that came inside a row; the platform leaves an empty one out. */
function firstPage<Of extends Shape>(edge: unknown, kind: RowKind<Of>) {
  return edge === undefined ? { rows: [] } : pageIn(edge, kind)
}
