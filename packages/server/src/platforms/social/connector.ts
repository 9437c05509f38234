// Calls the social platform for one connected user, in the platform's terms.

import { formatMoney } from '../../money/money.ts'
import type {
  AdConnector,
  AdGroupWithSettings,
  BudgetedAdGroup,
  PictureUrls,
} from '../connector-kit/adConnector.ts'
import type { AdWithContent } from '../connector-kit/adContent.ts'
import type { AccountMetrics, MetricsQuery } from '../connector-kit/adMetrics.ts'
import { maxSpendPerDay, type RunningBudget } from '../connector-kit/budgets.ts'
import type {
  AccountFacts,
  CampaignListFilter,
  CampaignState,
  CampaignStatus,
} from '../connector-kit/campaignState.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import { WorkspaceImages } from '../connector-kit/workspaceImages.ts'
import { toSocialAdContent } from './adContent.ts'
import type { AdSetRow } from './adRows.ts'
import { listLocaleKeys } from './adSetAudience.ts'
import { toAdSetSettings } from './adSetSettings.ts'
import { createAudienceClient } from './audiences.ts'
import { TargetingCatalogs } from './catalogs.ts'
import { createCreationClient } from './creation.ts'
import { Graph } from './graph.ts'
import { readImageSizes } from './imageSizes.ts'
import { type InsightsQuery, type InsightsResult, readInsights } from './insights.ts'
import { SocialLibrary } from './library.ts'
import { socialCurrencyDecimals, toCampaignBudget } from './money.ts'
import { socialOverspend } from './overspend.ts'
import { createSocialLeadClient } from './pageLeads.ts'
import type { ImageSize, SocialPlatform } from './platform.ts'
import { readSocialMetrics } from './report.ts'
import { toSocialSchedule } from './schedule.ts'
import type { SocialSelection } from './selection.ts'
import { toSocialServingState } from './servingState.ts'
import { toEffectiveStatuses } from './status.ts'
import { SocialStructure } from './structure.ts'

export class SocialConnector implements AdConnector {
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
  /** Campaigns, ad sets and ads of the ad account. */
  readonly structure: SocialStructure
  /** Posts, media, lead forms and pixels. */
  readonly library: SocialLibrary
  /** Public lookups: places, interests, languages, devices. */
  readonly catalogs: TargetingCatalogs

  constructor(shared: SocialPlatform, connectedAccount: ConnectedAccount<SocialSelection>) {
    this.#shared = shared
    this.#connectedAccount = connectedAccount
    this.#graph = new Graph(shared, connectedAccount)
    this.audiences = createAudienceClient(this.#graph)
    this.creation = createCreationClient(this.#graph, connectedAccount.selection)
    this.leads = createSocialLeadClient(this.#graph, connectedAccount.selection)
    this.structure = new SocialStructure(this.#graph, connectedAccount.selection)
    this.library = new SocialLibrary(this.#graph, connectedAccount.selection)
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

  /** Images that callers name by URL. */
  get images(): WorkspaceImages {
    return new WorkspaceImages(this.#shared.imageSources, this.#connectedAccount.workspaceId)
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

  /** Sizes of photo media by media id, as far as they can be read within a short time limit. */
  readImageSizes(media: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, ImageSize>> {
    return readImageSizes(media, this.#shared)
  }

  async campaigns(status: CampaignStatus | undefined, position: PagePosition | undefined) {
    const page =
      status === 'DELETED'
        ? await this.structure.readDeletedCampaignPage(position)
        : await this.structure.readCampaignPage(toEffectiveStatuses(status), position)
    return {
      ...page,
      rows: page.rows
        .filter((row) => status === undefined || row.status === status)
        .map((row) => ({
          id: row.id,
          name: row.name,
          objective: row.objective ?? '',
          status: row.status,
          effectiveStatus: row.effective_status,
          dailyBudget: this.formatMoney(row.daily_budget),
          lifetimeBudget: this.formatMoney(row.lifetime_budget),
          startTime: row.start_time ?? '',
          stopTime: row.stop_time ?? '',
          schedule: toSocialSchedule(row.start_time, row.stop_time),
        })),
    }
  }

  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    return (await this.structure.listCampaigns(filter)).map((row) => ({
      id: row.id,
      name: row.name,
      ...toSocialServingState(row),
      dailyBudget: this.formatMoney(row.daily_budget),
      lifetimeBudget: this.formatMoney(row.lifetime_budget),
      schedule: toSocialSchedule(row.start_time, row.stop_time),
    }))
  }

  async adGroups(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<BudgetedAdGroup & AdGroupWithSettings>> {
    const page = await this.structure.readAdSetPage(campaignId, position)
    const localeNames = await this.#readLocaleNames(page.rows)
    return {
      ...page,
      rows: page.rows.map((row) => ({
        id: row.id,
        name: row.name,
        ...toSocialServingState(row),
        dailyBudget: this.formatMoney(row.daily_budget),
        lifetimeBudget: this.formatMoney(row.lifetime_budget),
        schedule: toSocialSchedule(row.start_time, row.end_time),
        settings: toAdSetSettings(row, localeNames, (units) => this.formatMoney(units)),
      })),
    }
  }

  async ads(campaignId: string, position: PagePosition | undefined): Promise<Page<AdWithContent>> {
    const page = await this.structure.readAdPage(campaignId, position)
    return {
      ...page,
      rows: page.rows.map((row) => ({
        id: row.id,
        name: row.name,
        adGroupId: row.adset_id,
        ...toSocialServingState(row),
        ...toSocialAdContent(row),
      })),
    }
  }

  /** Ad sets name their languages by key only. The catalog is read once for all users. */
  async #readLocaleNames(rows: readonly AdSetRow[]): Promise<ReadonlyMap<string, string>> {
    if (!rows.some(({ targeting }) => listLocaleKeys(targeting).length > 0)) return new Map()
    return new Map((await this.catalogs.locales()).map(({ key, name }) => [key, name]))
  }

  async runningBudgets(): Promise<RunningBudget[]> {
    const active = await this.structure.listActiveCampaignBudgets()
    return active.map(({ campaign, adSets }) => {
      const budget = toCampaignBudget(campaign, adSets, this.selection.currencyCode)
      return { campaignIds: [campaign.id], dayMicros: maxSpendPerDay(socialOverspend, budget) }
    })
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

  readPictureUrls(): Promise<PictureUrls> {
    return this.library.readPictureUrls()
  }

  /** Times of budget changes of an ad set within the last hour, as far as this process made them. */
  budgetChanges(adSetId: string): readonly number[] {
    const since = this.#shared.runtime.now() - 3_600_000
    return (this.#shared.budgetChanges.get(adSetId) ?? []).filter((changedAt) => changedAt > since)
  }

  recordBudgetChange(adSetId: string): void {
    this.#shared.budgetChanges.set(adSetId, [...this.budgetChanges(adSetId), this.#shared.runtime.now()])
  }
}
