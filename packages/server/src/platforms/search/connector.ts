// Reads and changes the connected ad account of one user through the search platform's API.

import { mostOnOneDay, type RunningBudget } from '../kit/budgets.ts'
import type { AccountFacts, CampaignState, Listed } from '../kit/campaignState.ts'
import type { Connected } from '../kit/connected.ts'
import type { AccountFigures, FiguresQuestion } from '../kit/figures.ts'
import type { Images } from '../kit/images.ts'
import type { Page, Position } from '../kit/page.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import { AdAccount } from './account.ts'
import { amountText } from './amounts.ts'
import { scheduleOf } from './campaignDates.ts'
import { Catalogues } from './catalogues.ts'
import type { Query } from './gaql.ts'
import type { Part } from './mutate.ts'
import type { SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import { readFigures } from './report.ts'
import * as rows from './rows.ts'
import { issuesOf } from './servingIssues.ts'
import { ourStatus } from './status.ts'

const rowsPerPage = 100
const nameless: ReadonlySet<string> = new Set(['', 'UNSPECIFIED', 'UNKNOWN'])

export class SearchConnector {
  readonly platform = 'search'
  readonly #shared: SearchPlatform
  readonly #connected: Connected<'search'>
  readonly #account: AdAccount
  /** Public lookups of languages, currencies and locations. */
  readonly catalogues: Catalogues

  constructor(shared: SearchPlatform, connected: Connected<'search'>) {
    this.#shared = shared
    this.#connected = connected
    this.#account = new AdAccount(shared, connected)
    this.catalogues = new Catalogues(shared, this.#account)
  }

  get selection(): Connected<'search'>['selection'] {
    return this.#connected.selection
  }

  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  get images(): Images {
    return this.#shared.images
  }

  get imageEligibility(): SearchPlatform['imageEligibility'] {
    return this.#shared.imageEligibility
  }

  /** The result has the form `customers/4823109756/assets/88001122`. */
  name(collection: string, id: string | number): string {
    return `customers/${this.selection.accountId}/${collection}/${id}`
  }

  /** Returns the smallest billable amount of the account's currency. */
  billableUnitMicros(): Promise<bigint> {
    return this.catalogues.billableUnitMicros(this.selection.currencyCode)
  }

  /** Returns all lead forms of the account, or only the forms with exactly the given name. */
  async leadForms(name?: string) {
    const query = name === undefined ? queries.leadForms : queries.leadFormsNamed(name)
    const forms = (await this.#account.rows(query, rows.leadFormRow)).map(({ asset }) => asset)
    // The platform may treat more names as equal than a strict comparison does.
    return name === undefined ? forms : forms.filter((form) => form.name === name)
  }

  /** Returns the leads submitted on or after a day, oldest first. */
  async leadsSince(date: string): Promise<readonly rows.LeadRow[]> {
    const found = await this.#account.rows(queries.leadsSince(date), rows.leadRow)
    return found.map(({ leadFormSubmissionData }) => leadFormSubmissionData)
  }

  async asset(id: string) {
    const [found] = await this.#account.rows(queries.assetWithId(id), rows.assetRow)
    return found?.asset
  }

  /** Returns every location that the platform syncs once, even if several sync sets contain the location. */
  async syncedLocations() {
    const found = await this.#account.rows(queries.syncedLocations, rows.locationRow)
    return [...new Map(found.map(({ asset }) => [asset.id, asset])).values()]
  }

  /** Returns a pair for each location and each sync set that contains the location. */
  async syncSetsOf(assetIds: readonly string[]): Promise<readonly { assetId: string; setId: string }[]> {
    const found = await this.#account.rows(queries.syncedLocationsWithIds(assetIds), rows.syncRow)
    return found.map(({ asset, assetSet }) => ({ assetId: asset.id, setId: assetSet.id }))
  }

  async assetSet(id: string) {
    const [found] = await this.#account.rows(queries.assetSetWithId(id), rows.assetSetRow)
    return found?.assetSet
  }

  /** Returns the id of the enabled set with this name, or undefined. */
  async assetSetNamed(name: string): Promise<string | undefined> {
    const found = await this.#account.rows(queries.assetSetsNamed(name), rows.assetSetRow)
    return found.find(({ assetSet }) => assetSet.name === name)?.assetSet.id
  }

  async assetSetSize(id: string): Promise<number> {
    return (await this.#account.rows(queries.assetSetMembers(id), rows.memberRow)).length
  }

  async conversionActions() {
    const found = await this.#account.rows(queries.conversionActions, rows.conversionActionRow)
    return found.map(({ conversionAction }) => conversionAction)
  }

  /** Returns the pairs of category and origin for which the account has conversion goals. */
  async conversionGoals(): Promise<readonly { readonly category: string; readonly origin: string }[]> {
    const found = await this.#account.rows(queries.conversionGoals, rows.conversionGoalRow)
    return (
      found
        .map(({ customerConversionGoal: { category = '', origin = '' } }) => ({ category, origin }))
        // A value that is newer than the pinned API version has no name, so adrail could not send it back.
        .filter(({ category, origin }) => !nameless.has(category) && !nameless.has(origin))
    )
  }

  /**
   * Returns campaigns newest first. The position contains the id after which the page starts, and the
   * direction.
   * https://developers.google.com/google-ads/api/fields/v25/campaign
   */
  async campaigns(
    status: queries.CampaignStatus | undefined,
    at: Position | undefined,
  ): Promise<Page<rows.CampaignRow>> {
    return await this.#page(
      (range) => queries.campaignPage(status, range),
      rows.campaignRow,
      at,
      ({ campaign }) => campaign.id,
    )
  }

  /**
   * Returns all campaigns that are not removed, or all enabled campaigns.
   * https://developers.google.com/google-ads/api/fields/v25/campaign
   */
  async campaignStates(listed: Listed = 'all'): Promise<CampaignState[]> {
    const query = listed === 'all' ? queries.presentCampaigns : queries.enabledCampaigns
    const found = await this.#account.rows(query, rows.campaignStateRow)
    const budget = (micros: bigint | undefined) =>
      micros === undefined ? '' : amountText(micros, this.selection.currencyCode)
    return found.map(({ campaign, campaignBudget }) => ({
      id: campaign.id,
      name: campaign.name,
      status: ourStatus(campaign.status),
      effectiveStatus: campaign.primaryStatus ?? '',
      issues: issuesOf(campaign.primaryStatusReasons),
      dailyBudget: budget(campaignBudget?.amountMicros),
      lifetimeBudget: budget(campaignBudget?.totalAmountMicros),
      schedule: scheduleOf(campaign, this.selection.timeZone),
    }))
  }

  /** Returns undefined if the account has no such campaign. */
  async adGroups(
    campaignId: string,
    at: Position | undefined,
  ): Promise<Page<rows.ListedAdGroup> | undefined> {
    return await this.#pageWithin(campaignId, at, (given) =>
      this.#page(
        (range) => queries.adGroupPage(campaignId, range),
        rows.listedAdGroupRow,
        given,
        ({ adGroup }) => adGroup.id,
      ),
    )
  }

  /** Returns undefined if the account has no such campaign. */
  async ads(campaignId: string, at: Position | undefined): Promise<Page<rows.ListedAd> | undefined> {
    return await this.#pageWithin(campaignId, at, (given) =>
      this.#page(
        (range) => queries.adPage(campaignId, range),
        rows.listedAdRow,
        given,
        ({ adGroupAd }) => adGroupAd.ad.id,
      ),
    )
  }

  /**
   * An empty first page does not prove that the campaign exists, so only then the campaign is queried as
   * well.
   */
  async #pageWithin<Entry>(
    campaignId: string,
    at: Position | undefined,
    read: (at: Position | undefined) => Promise<Page<Entry>>,
  ): Promise<Page<Entry> | undefined> {
    const page = await read(at)
    if (page.rows.length > 0 || at !== undefined) return page
    const campaign = await this.campaign(campaignId)
    return campaign === undefined || campaign.campaign.status === 'REMOVED' ? undefined : page
  }

  /** Returns one page of rows after a position, newest first. */
  async #page<Of extends Shape>(
    query: (range: queries.Range) => Query,
    kind: RowKind<Of>,
    at: Position = {},
    idOf: (row: RowOf<Of>) => string,
  ): Promise<Page<RowOf<Of>>> {
    const { below, above } = at
    const range = {
      ...(below === undefined ? {} : { below }),
      ...(above === undefined ? {} : { above }),
      // The extra row shows whether another page exists.
      limit: rowsPerPage + 1,
    }
    const found = await this.#account.rows(query(range), kind)
    const isMore = found.length > rowsPerPage
    const page = found.slice(0, rowsPerPage)
    if (above !== undefined) page.reverse()
    const [first, last] = [page[0], page.at(-1)]
    const hasNext = above !== undefined || isMore
    const hasPrevious = below !== undefined || (above !== undefined && isMore)
    return {
      rows: page,
      ...(hasNext && last ? { next: { below: idOf(last) } } : {}),
      ...(hasPrevious && first ? { previous: { above: idOf(first) } } : {}),
    }
  }

  async campaign(id: string): Promise<rows.CampaignRow | undefined> {
    const [found] = await this.#account.rows(queries.campaignWithId(id), rows.campaignRow)
    return found
  }

  /** Returns the budgets of enabled campaigns. A budget that several campaigns share has one entry. */
  async runningBudgets(): Promise<RunningBudget[]> {
    const found = await this.#account.rows(queries.enabledCampaigns, rows.campaignRow)
    const running = new Map<string, RunningBudget & { readonly campaignIds: string[] }>()
    for (const row of found) {
      const { id, resourceName } = row.campaign
      const budgetId = row.campaignBudget?.resourceName ?? resourceName
      const same = running.get(budgetId)
      const dayMicros = mostOnOneDay('search', rows.budgetIn(row))
      if (same) same.campaignIds.push(id)
      else running.set(budgetId, { budgetId, campaignIds: [id], dayMicros })
    }
    return [...running.values()]
  }

  /**
   * Returns campaigns with this name that are not removed, each with the value of one of its custom
   * parameters.
   */
  async campaignsNamed(name: string, parameter: string) {
    const found = await this.#account.rows(queries.campaignsNamed(name), rows.markedCampaignRow)
    return found
      .filter(({ campaign }) => campaign.name === name)
      .map(({ campaign: { id, urlCustomParameters = [] } }) => ({
        id,
        parameter: urlCustomParameters.find(({ key }) => key === parameter)?.value ?? '',
      }))
  }

  /** Returns the resource names of the campaign's ad groups. */
  async adGroupsOf(campaignId: string): Promise<readonly string[]> {
    const found = await this.#account.rows(queries.adGroupsOf(campaignId), rows.adGroupRow)
    return found.map(({ adGroup }) => adGroup.resourceName)
  }

  async keywordsOf(campaignId: string) {
    return await this.#account.rows(queries.keywordsOf(campaignId), rows.keywordRow)
  }

  /** Returns the criteria at campaign level, without the criteria of ad groups. */
  async criteriaOf(campaignId: string) {
    const found = await this.#account.rows(queries.criteriaOf(campaignId), rows.criterionRow)
    return found.map(({ campaignCriterion }) => campaignCriterion)
  }

  async assetLinksOf(campaignId: string) {
    const found = await this.#account.rows(queries.assetsOf(campaignId), rows.assetLinkRow)
    return found.map(({ campaignAsset }) => campaignAsset)
  }

  async assetSetsOf(campaignId: string) {
    const found = await this.#account.rows(queries.assetSetsOf(campaignId), rows.assetSetLinkRow)
    return found.map(({ assetSet }) => assetSet.id)
  }

  figures(question: FiguresQuestion): Promise<AccountFigures> {
    return readFigures(question, this.selection, this.#account, this.#shared)
  }

  /** Applies all parts or none. The returned resource names have the order of the parts. */
  mutate(parts: readonly Part[]): Promise<readonly string[]> {
    return this.#account.mutate(parts)
  }

  /** Throws the platform's refusal if the platform would not apply the parts. Nothing changes. */
  validate(parts: readonly Part[]): Promise<void> {
    return this.#account.validate(parts)
  }

  /** https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas */
  async keywordIdeas(question: {
    readonly keyword: string
    /** An empty id selects all languages. */
    readonly languageId: string
    readonly geoTargetIds: readonly string[]
  }): Promise<readonly rows.KeywordIdea[]> {
    const { keyword, languageId, geoTargetIds } = question
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
    return (await this.#account.ask(call, rows.ideasRow)).results ?? []
  }
}
