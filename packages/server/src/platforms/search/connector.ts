// Reads and changes the connected ad account of one user through the search platform's API.

import type { AccountMetrics, MetricsQuery } from '../connector-kit/adMetrics.ts'
import { maxSpendPerDay, type RunningBudget } from '../connector-kit/budgets.ts'
import type { AccountFacts, CampaignListFilter, CampaignState } from '../connector-kit/campaignState.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { ImageFetcher } from '../connector-kit/imageFetcher.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import { AdAccount } from './account.ts'
import { SearchCatalogs } from './catalogs.ts'
import type { GaqlQuery } from './gaql.ts'
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

const rowsPerPage = 100
const unnamedValues: ReadonlySet<string> = new Set(['', 'UNSPECIFIED', 'UNKNOWN'])

export class SearchConnector {
  readonly platform = 'search'
  readonly #shared: SearchPlatform
  readonly #connectedAccount: ConnectedAccount<SearchSelection>
  readonly #account: AdAccount
  /** Public lookups of languages, currencies and locations. */
  readonly catalogs: SearchCatalogs

  constructor(shared: SearchPlatform, connectedAccount: ConnectedAccount<SearchSelection>) {
    this.#shared = shared
    this.#connectedAccount = connectedAccount
    this.#account = new AdAccount(shared, connectedAccount)
    this.catalogs = new SearchCatalogs(shared, this.#account)
  }

  get selection(): SearchSelection {
    return this.#connectedAccount.selection
  }

  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  get imageFetcher(): ImageFetcher {
    return this.#shared.imageFetcher
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

  async findAsset(id: string) {
    const [assetRow] = await this.#account.queryRows(queries.assetWithId(id), rows.assetRow)
    return assetRow?.asset
  }

  /** Returns every location that the platform syncs once, even if several sync sets contain the location. */
  async syncedLocations() {
    const results = await this.#account.queryRows(queries.syncedLocations, rows.locationRow)
    return [...new Map(results.map(({ asset }) => [asset.id, asset])).values()]
  }

  /** Returns a pair for each location and each sync set that contains the location. */
  async listSyncSetLinks(
    assetIds: readonly string[],
  ): Promise<readonly { assetId: string; setId: string }[]> {
    const results = await this.#account.queryRows(
      queries.syncedLocationsWithIds(assetIds),
      rows.syncedAssetRow,
    )
    return results.map(({ asset, assetSet }) => ({ assetId: asset.id, setId: assetSet.id }))
  }

  async findAssetSet(id: string) {
    const [assetSetRow] = await this.#account.queryRows(queries.assetSetWithId(id), rows.assetSetRow)
    return assetSetRow?.assetSet
  }

  /** Returns the id of the enabled set with this name, or undefined. */
  async findAssetSetId(name: string): Promise<string | undefined> {
    const results = await this.#account.queryRows(queries.assetSetsNamed(name), rows.assetSetRow)
    return results.find(({ assetSet }) => assetSet.name === name)?.assetSet.id
  }

  async countAssetSetMembers(id: string): Promise<number> {
    return (await this.#account.queryRows(queries.assetSetMembers(id), rows.assetSetAssetRow)).length
  }

  async conversionActions() {
    const results = await this.#account.queryRows(queries.conversionActions, rows.conversionActionRow)
    return results.map(({ conversionAction }) => conversionAction)
  }

  /** Returns the pairs of category and origin for which the account has conversion goals. */
  async conversionGoals(): Promise<readonly { readonly category: string; readonly origin: string }[]> {
    const results = await this.#account.queryRows(queries.conversionGoals, rows.conversionGoalRow)
    return (
      results
        .map(({ customerConversionGoal: { category = '', origin = '' } }) => ({ category, origin }))
        // A value that is newer than the pinned API version has no name, so adrail could not send it back.
        .filter(({ category, origin }) => !unnamedValues.has(category) && !unnamedValues.has(origin))
    )
  }

  /**
   * Returns campaigns newest first. The position contains the id after which the page starts, and the
   * direction.
   * https://developers.google.com/google-ads/api/fields/v25/campaign
   */
  async campaigns(
    status: queries.SearchCampaignStatus | undefined,
    position: PagePosition | undefined,
  ): Promise<Page<rows.SearchCampaignRow>> {
    return await this.#readPage(
      (range) => queries.campaignPage(status, range),
      rows.searchCampaignRow,
      position,
      ({ campaign }) => campaign.id,
    )
  }

  /**
   * Returns all campaigns that are not removed, or all enabled campaigns.
   * https://developers.google.com/google-ads/api/fields/v25/campaign
   */
  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    const query = filter === 'all' ? queries.nonRemovedCampaigns : queries.enabledCampaigns
    const results = await this.#account.queryRows(query, rows.searchCampaignStateRow)
    const formatBudget = (micros: bigint | undefined) =>
      micros === undefined ? '' : formatMicros(micros, this.selection.currencyCode)
    return results.map(({ campaign, campaignBudget }) => ({
      id: campaign.id,
      name: campaign.name,
      ...toSearchServingState(campaign),
      dailyBudget: formatBudget(campaignBudget?.amountMicros),
      lifetimeBudget: formatBudget(campaignBudget?.totalAmountMicros),
      schedule: toSearchSchedule(campaign, this.selection.timeZone),
    }))
  }

  /** Returns undefined if the account has no such campaign. */
  async adGroups(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<rows.ListedAdGroup> | undefined> {
    return await this.#readCampaignPage(campaignId, position, (pagePosition) =>
      this.#readPage(
        (range) => queries.adGroupPage(campaignId, range),
        rows.listedAdGroupRow,
        pagePosition,
        ({ adGroup }) => adGroup.id,
      ),
    )
  }

  /** Returns undefined if the account has no such campaign. */
  async ads(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<rows.ListedAd> | undefined> {
    return await this.#readCampaignPage(campaignId, position, (pagePosition) =>
      this.#readPage(
        (range) => queries.adPage(campaignId, range),
        rows.listedAdRow,
        pagePosition,
        ({ adGroupAd }) => adGroupAd.ad.id,
      ),
    )
  }

  /**
   * An empty first page does not prove that the campaign exists, so only then the campaign is queried as
   * well.
   */
  async #readCampaignPage<Entry>(
    campaignId: string,
    position: PagePosition | undefined,
    readPage: (position: PagePosition | undefined) => Promise<Page<Entry>>,
  ): Promise<Page<Entry> | undefined> {
    const page = await readPage(position)
    if (page.rows.length > 0 || position !== undefined) return page
    const campaign = await this.findCampaign(campaignId)
    return campaign === undefined || campaign.campaign.status === 'REMOVED' ? undefined : page
  }

  /** Returns one page of rows after a position, newest first. */
  async #readPage<RowShape extends Shape>(
    buildQuery: (range: queries.IdRange) => GaqlQuery,
    kind: RowKind<RowShape>,
    position: PagePosition = {},
    getId: (row: RowOf<RowShape>) => string,
  ): Promise<Page<RowOf<RowShape>>> {
    const { below, above } = position
    const range = {
      ...(below === undefined ? {} : { below }),
      ...(above === undefined ? {} : { above }),
      // The extra row shows whether another page exists.
      limit: rowsPerPage + 1,
    }
    const results = await this.#account.queryRows(buildQuery(range), kind)
    const hasMore = results.length > rowsPerPage
    const page = results.slice(0, rowsPerPage)
    if (above !== undefined) page.reverse()
    const [first, last] = [page[0], page.at(-1)]
    const hasNext = above !== undefined || hasMore
    const hasPrevious = below !== undefined || (above !== undefined && hasMore)
    return {
      rows: page,
      ...(hasNext && last ? { next: { below: getId(last) } } : {}),
      ...(hasPrevious && first ? { previous: { above: getId(first) } } : {}),
    }
  }

  async findCampaign(id: string): Promise<rows.SearchCampaignRow | undefined> {
    const [campaignRow] = await this.#account.queryRows(queries.campaignWithId(id), rows.searchCampaignRow)
    return campaignRow
  }

  /** Returns the budgets of enabled campaigns. A budget that several campaigns share has one entry. */
  async runningBudgets(): Promise<RunningBudget[]> {
    const results = await this.#account.queryRows(queries.enabledCampaigns, rows.searchCampaignRow)
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

  /**
   * Returns campaigns with this name that are not removed, each with the value of one of its custom
   * parameters.
   */
  async listCampaignsByName(name: string, parameter: string) {
    const results = await this.#account.queryRows(queries.campaignsNamed(name), rows.markedCampaignRow)
    return results
      .filter(({ campaign }) => campaign.name === name)
      .map(({ campaign: { id, urlCustomParameters = [] } }) => ({
        id,
        parameter: urlCustomParameters.find(({ key }) => key === parameter)?.value ?? '',
      }))
  }

  /** Returns the resource names of the campaign's ad groups. */
  async listAdGroupResourceNames(campaignId: string): Promise<readonly string[]> {
    const results = await this.#account.queryRows(queries.adGroupsOf(campaignId), rows.adGroupRow)
    return results.map(({ adGroup }) => adGroup.resourceName)
  }

  async listKeywords(campaignId: string) {
    return await this.#account.queryRows(queries.keywordsOf(campaignId), rows.keywordRow)
  }

  /** Returns the criteria at campaign level, without the criteria of ad groups. */
  async listCampaignCriteria(campaignId: string) {
    const results = await this.#account.queryRows(queries.criteriaOf(campaignId), rows.criterionRow)
    return results.map(({ campaignCriterion }) => campaignCriterion)
  }

  async listAssetLinks(campaignId: string) {
    const results = await this.#account.queryRows(queries.assetsOf(campaignId), rows.assetLinkRow)
    return results.map(({ campaignAsset }) => campaignAsset)
  }

  async listAssetSetIds(campaignId: string) {
    const results = await this.#account.queryRows(queries.assetSetsOf(campaignId), rows.assetSetLinkRow)
    return results.map(({ assetSet }) => assetSet.id)
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
