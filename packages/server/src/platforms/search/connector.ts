// Reads and changes the connected ad account of one user through the search platform's API.

import type { AdConnector, AdGroupWithSettings } from '../connector-kit/adConnector.ts'
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
import { campaignNotFoundError } from '../connector-kit/upstreamErrors.ts'
import { WorkspaceImages } from '../connector-kit/workspaceImages.ts'
import { AdAccount } from './account.ts'
import { toKeywordReview, toSearchAdContent } from './adContent.ts'
import { type NegativeKeyword, SearchAdDetails } from './adDetails.ts'
import { type CatalogNames, listLocationIds, toSearchAudience } from './adGroupAudience.ts'
import { toSearchBidAndBudget } from './adGroupSettings.ts'
import type { CampaignAudienceRow } from './adRows.ts'
import { SearchCatalogs } from './catalogs.ts'
import { readGeoTargetNames } from './geoTargetNames.ts'
import { SearchLibrary } from './library.ts'
import { formatMicros, toSearchBudget } from './money.ts'
import type { MutatePart } from './mutate.ts'
import { searchOverspend } from './overspend.ts'
import type { SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import { readSearchMetrics } from './report.ts'
import * as rows from './rows.ts'
import { toSearchSchedule } from './schedule.ts'
import type { SearchSelection } from './selection.ts'
import { toSearchServingState } from './servingState.ts'
import { fromSearchStatus, searchStatusByName } from './status.ts'
import { SearchStructure } from './structure.ts'

export class SearchConnector implements AdConnector {
  readonly platform = 'search'
  readonly #shared: SearchPlatform
  readonly #connectedAccount: ConnectedAccount<SearchSelection>
  readonly #account: AdAccount
  readonly #adDetails: SearchAdDetails
  /** Campaigns with their parts. */
  readonly structure: SearchStructure
  /** Assets, locations and conversion actions. */
  readonly library: SearchLibrary
  /** Public lookups of languages, currencies and locations. */
  readonly catalogs: SearchCatalogs

  constructor(shared: SearchPlatform, connectedAccount: ConnectedAccount<SearchSelection>) {
    this.#shared = shared
    this.#connectedAccount = connectedAccount
    this.#account = new AdAccount(shared, connectedAccount)
    this.structure = new SearchStructure(this.#account)
    this.#adDetails = new SearchAdDetails(this.#account, this.structure)
    this.library = new SearchLibrary(this.#account)
    this.catalogs = new SearchCatalogs(shared, this.#account)
  }

  get selection(): SearchSelection {
    return this.#connectedAccount.selection
  }

  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  /** Images that callers name by URL. */
  get images(): WorkspaceImages {
    return new WorkspaceImages(this.#shared.imageSources, this.#connectedAccount.workspaceId)
  }

  get imageEligibility(): SearchPlatform['imageEligibility'] {
    return this.#shared.imageEligibility
  }

  /** The result has the form `customers/4823109756/assets/88001122`. */
  toResourceName(collection: string, id: string | number): string {
    return `customers/${this.selection.accountId}/${collection}/${id}`
  }

  /** Returns the smallest billable amount of the account's currency. */
  billableUnitMicros(): Promise<bigint> {
    return this.catalogs.billableUnitMicros(this.selection.currencyCode)
  }

  /** Returns all lead forms of the account, or only the forms with exactly the given name. */
  async leadForms(name?: string) {
    const query = name === undefined ? queries.leadForms : queries.leadFormsNamed(name)
    const forms = (await this.#account.queryRows(query, rows.searchLeadFormRow)).map(({ asset }) => asset)
    // The platform may treat more names as equal than a strict comparison does.
    return name === undefined ? forms : forms.filter((form) => form.name === name)
  }

  /** Returns the leads submitted on or after a day, oldest first. */
  async leadsSince(date: string): Promise<readonly rows.SearchLeadRow[]> {
    const results = await this.#account.queryRows(queries.leadsSince(date), rows.searchLeadRow)
    return results.map(({ leadFormSubmissionData }) => leadFormSubmissionData)
  }

  async campaigns(status: CampaignStatus | undefined, position: PagePosition | undefined) {
    const page = await this.structure.readCampaignPage(status && searchStatusByName[status], position)
    return {
      ...page,
      rows: page.rows.map(({ campaign, campaignBudget }) => ({
        id: campaign.id,
        name: campaign.name,
        status: fromSearchStatus(campaign.status),
        resourceName: campaign.resourceName,
        dailyBudget: this.#formatBudget(campaignBudget?.amountMicros),
        schedule: toSearchSchedule(campaign, this.selection.timeZone),
      })),
    }
  }

  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    return (await this.structure.listCampaigns(filter)).map(({ campaign, campaignBudget }) => ({
      id: campaign.id,
      name: campaign.name,
      ...toSearchServingState(campaign),
      dailyBudget: this.#formatBudget(campaignBudget?.amountMicros),
      lifetimeBudget: this.#formatBudget(campaignBudget?.totalAmountMicros),
      schedule: toSearchSchedule(campaign, this.selection.timeZone),
    }))
  }

  async campaignName(campaignId: string): Promise<string> {
    const campaignRow = await this.structure.findCampaign(campaignId)
    if (campaignRow === undefined) throw campaignNotFoundError('search')
    return campaignRow.campaign.name
  }

  async adGroups(campaignId: string, position: PagePosition | undefined): Promise<Page<AdGroupWithSettings>> {
    const page = await this.#adDetails.findAdGroupPage(campaignId, position)
    if (page === undefined) throw campaignNotFoundError('search')
    const { rows: adGroups, shared, campaignCriteria, criteriaByAdGroup, ...neighbors } = page
    const names = await this.#readCatalogNames(campaignCriteria)
    return {
      ...neighbors,
      rows: adGroups.map((adGroup) => ({
        id: adGroup.id,
        name: adGroup.name,
        ...toSearchServingState(adGroup),
        schedule: toSearchSchedule(shared.campaign, this.selection.timeZone),
        settings: {
          audience: toSearchAudience(campaignCriteria, criteriaByAdGroup.get(adGroup.id) ?? [], names),
          ...toSearchBidAndBudget(adGroup, shared, (micros) => this.#formatBudget(micros)),
        },
      })),
    }
  }

  async ads(campaignId: string, position: PagePosition | undefined): Promise<Page<AdWithContent>> {
    const found = await this.#adDetails.findAdPage(campaignId, position)
    if (found === undefined) throw campaignNotFoundError('search')
    const { page, assets } = found
    return {
      ...page,
      rows: page.rows.map((row) => {
        const { adGroup, adGroupAd } = row
        const content = toSearchAdContent(row, assets)
        return {
          id: adGroupAd.ad.id,
          name: adGroupAd.ad.name || content.headlines[0]?.text || '',
          adGroupId: adGroup.id,
          ...toSearchServingState(adGroupAd),
          ...content,
        }
      }),
    }
  }

  async keywords(campaignId: string, position: PagePosition | undefined) {
    const page = await this.#adDetails.findKeywordPage(campaignId, position)
    if (page === undefined) throw campaignNotFoundError('search')
    return {
      ...page,
      rows: page.rows.map(({ adGroup, adGroupCriterion: keywordRow }) => ({
        id: keywordRow.criterionId,
        adGroupId: adGroup.id,
        adGroupName: adGroup.name,
        ...keywordRow.keyword,
        ...toSearchServingState(keywordRow),
        bidAmount: this.#formatBudget(keywordRow.cpcBidMicros),
        effectiveBidAmount: this.#formatBudget(keywordRow.effectiveCpcBidMicros),
        currencyCode: this.selection.currencyCode,
        qualityScore: String(keywordRow.qualityInfo?.qualityScore ?? ''),
        link: keywordRow.finalUrls?.[0] ?? '',
        review: toKeywordReview(keywordRow.approvalStatus, keywordRow.disapprovalReasons),
      })),
    }
  }

  async negativeKeywords(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<NegativeKeyword>> {
    const page = await this.#adDetails.findNegativeKeywordPage(campaignId, position)
    if (page === undefined) throw campaignNotFoundError('search')
    return page
  }

  /** Criteria name places and languages by id only. */
  async #readCatalogNames(criteria: readonly CampaignAudienceRow[]): Promise<CatalogNames> {
    const [locations, languages] = await Promise.all([
      readGeoTargetNames(listLocationIds(criteria), this.#shared.catalogs, this.#account),
      criteria.some(({ language }) => language) ? this.catalogs.languages() : [],
    ])
    return { locations, languages: new Map(languages.map(({ id, name }) => [id, name])) }
  }

  /** Returns the budgets of enabled campaigns. A budget that several campaigns share has one entry. */
  async runningBudgets(): Promise<RunningBudget[]> {
    const results = await this.structure.listEnabledCampaignBudgets()
    const budgetsById = new Map<string, RunningBudget & { readonly campaignIds: string[] }>()
    for (const row of results) {
      const { id, resourceName } = row.campaign
      const budgetId = row.campaignBudget?.resourceName ?? resourceName
      const existing = budgetsById.get(budgetId)
      const dayMicros = maxSpendPerDay(searchOverspend, toSearchBudget(row))
      if (existing) existing.campaignIds.push(id)
      else budgetsById.set(budgetId, { budgetId, campaignIds: [id], dayMicros })
    }
    return [...budgetsById.values()]
  }

  metrics(query: MetricsQuery): Promise<AccountMetrics> {
    return readSearchMetrics(query, this.selection, this.#account, this.#shared)
  }

  /** Applies all parts or none. The returned resource names have the order of the parts. */
  mutate(parts: readonly MutatePart[]): Promise<readonly string[]> {
    return this.#account.mutate(parts)
  }

  /** Throws the platform's refusal if the platform would not apply the parts. Nothing changes. */
  validate(parts: readonly MutatePart[]): Promise<void> {
    return this.#account.validate(parts)
  }

  #formatBudget(micros: bigint | undefined): string {
    return micros === undefined ? '' : formatMicros(micros, this.selection.currencyCode)
  }

  /** https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas */
  async keywordIdeas(query: {
    readonly keyword: string
    /** An empty id selects all languages. */
    readonly languageId: string
    readonly geoTargetIds: readonly string[]
  }): Promise<readonly rows.KeywordIdea[]> {
    const { keyword, languageId, geoTargetIds } = query
    const call = {
      path: `customers/${this.selection.accountId}:generateKeywordIdeas`,
      body: {
        ...(languageId === '' ? {} : { language: `languageConstants/${languageId}` }),
        geoTargetConstants: geoTargetIds.map((id) => `geoTargetConstants/${id}`),
        includeAdultKeywords: false,
        keywordPlanNetwork: 'GOOGLE_SEARCH',
        // One page of 1,000 ideas is enough, so further pages are not read.
        pageSize: 1000,
        historicalMetricsOptions: { includeAverageCpc: true },
        keywordSeed: { keywords: [keyword] },
      },
      timeoutMs: 30_000,
    }
    return (await this.#account.readCall(call, rows.ideasRow)).results ?? []
  }
}
