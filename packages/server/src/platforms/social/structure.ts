// Campaigns, ad sets and ads of the ad account.

import { ServiceError } from '../../runtime/errors.ts'
import type { CampaignListFilter } from '../connector-kit/campaignState.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import { campaignNotFoundError } from '../connector-kit/upstreamErrors.ts'
import * as adRows from './adRows.ts'
import { type Graph, withFields } from './graph.ts'
import * as rows from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { activeCampaignStatuses, deletedCampaignsFilter, listableCampaignStatuses } from './status.ts'
import { type GraphCall, parseFirstPage } from './wire.ts'

const campaignNames = { object: 'campaignId', kind: 'AdCampaignGroup' }

/** A campaign with the budgets of its ad sets. */
export interface CampaignBudgets {
  readonly campaign: rows.BudgetRow
  readonly adSets: readonly rows.AdSetBudgetRow[]
}

export class SocialStructure {
  readonly #graph: Graph
  readonly #accountId: string

  constructor(graph: Graph, { accountId }: SocialSelection) {
    this.#graph = graph
    this.#accountId = accountId
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns */
  readCampaignPage(
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
  async readDeletedCampaignPage(position: PagePosition | undefined): Promise<Page<rows.SocialCampaignRow>> {
    const filtering = JSON.stringify([deletedCampaignsFilter])
    const period = { level: 'campaign', date_preset: 'maximum' }
    const call: GraphCall = {
      ...this.#graph.accountCall('insights', { ...period, filtering, limit: '100' }),
      bucket: { type: 'ads_insights', object: this.#accountId },
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
  listCampaigns(filter: CampaignListFilter): Promise<rows.SocialCampaignStateRow[]> {
    const [statuses, limit, maxPages] =
      filter === 'all' ? [listableCampaignStatuses, 100, 50] : [activeCampaignStatuses, 200, 100]
    const call = this.#graph.accountCall('campaigns', {
      effective_status: JSON.stringify(statuses),
      limit: String(limit),
    })
    return this.#graph.readAll(call, rows.socialCampaignStateRow, maxPages)
  }

  /**
   * Reads a campaign with the budgets of its ad sets.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group
   */
  async campaignBudgets(campaignId: string): Promise<CampaignBudgets> {
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), rows.budgetTreeRow)
    this.#assertOwnAccount(campaign)
    return { campaign, adSets: await this.#readAdSetBudgets({ id: campaignId, adsets: campaign.adsets }) }
  }

  /**
   * Lists the active campaigns with their budgets.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns
   */
  async listActiveCampaignBudgets(): Promise<CampaignBudgets[]> {
    const effective_status = JSON.stringify(['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES'])
    const call = this.#graph.accountCall('campaigns', { effective_status, limit: '50' })
    const campaignRows = await this.#graph.readAll(call, rows.listedBudgetRow, 40)
    return await Promise.all(
      campaignRows
        .filter(({ status }) => status === 'ACTIVE')
        .map(async (campaign) => ({ campaign, adSets: await this.#readAdSetBudgets(campaign) })),
    )
  }

  /** Continues the list of ad sets whose first page was read with the campaign. */
  #readAdSetBudgets({ id, adsets }: { readonly id: string; readonly adsets?: unknown }) {
    const call = this.#graph.userCall([id, 'adsets'], { limit: '100' })
    return this.#graph.readAll(call, rows.adSetBudgetRow, 10, parseFirstPage(adsets, rows.adSetBudgetRow))
  }

  /**
   * Ad sets of a campaign of this account. The first page is read with the campaign, whose account is
   * checked. Positions of further pages were issued for this campaign, so no check is needed.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/adsets
   */
  async readAdSetPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<adRows.AdSetRow>> {
    if (position)
      return await this.#graph.readPage(
        this.#graph.userCall([campaignId, 'adsets'], { limit: '100' }),
        adRows.adSetRow,
        position,
      )
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), adRows.adSetsRow)
    this.#assertOwnAccount(campaign)
    return parseFirstPage(campaign.adsets, adRows.adSetRow)
  }

  /**
   * Ads of a campaign, checked like ad sets.
   * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/ads
   */
  async readAdPage(campaignId: string, position: PagePosition | undefined): Promise<Page<adRows.AdRow>> {
    if (position)
      return await this.#graph.readPage(
        this.#graph.userCall([campaignId, 'ads'], { limit: '100' }),
        adRows.adRow,
        position,
      )
    const campaign = await this.#graph.readNode(this.#campaignCall(campaignId), adRows.adsRow)
    this.#assertOwnAccount(campaign)
    return parseFirstPage(campaign.ads, adRows.adRow)
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

  /** A user's token may have access to campaigns of other ad accounts. Such campaigns count as not found. */
  #assertOwnAccount({ account_id }: { readonly account_id: string }): void {
    if (account_id.replace(/^act_/, '') !== this.#accountId) throw campaignNotFoundError('social')
  }

  #campaignCall(campaignId: string): GraphCall {
    return { ...this.#graph.userCall([campaignId]), names: campaignNames }
  }
}
