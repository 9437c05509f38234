// Speaks to the search platform for one connected user, in the platform's own words.

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
  /** Public look-ups: languages, currencies, places. */
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

  /** `customers/4823109756/assets/88001122` */
  name(collection: string, id: string | number): string {
    return `customers/${this.selection.accountId}/${collection}/${id}`
  }

  /** The smallest amount that can be billed in the account's currency. */
  billableUnitMicros(): Promise<bigint> {
    return this.catalogues.billableUnitMicros(this.selection.currencyCode)
  }

  /** The account's lead forms; with a name, those of exactly this name. */
  async leadForms(name?: string) {
    const query = name === undefined ? queries.leadForms : queries.leadFormsNamed(name)
    const forms = (await this.#account.rows(query, rows.leadFormRow)).map(({ asset }) => asset)
    // The platform's idea of equal names may be wider than ours.
    return name === undefined ? forms : forms.filter((form) => form.name === name)
  }

  /** What people filled in, from a day on, oldest first. */
  async leadsSince(date: string): Promise<readonly rows.LeadRow[]> {
    const found = await this.#account.rows(queries.leadsSince(date), rows.leadRow)
    return found.map(({ leadFormSubmissionData }) => leadFormSubmissionData)
  }

  async asset(id: string) {
    const [found] = await this.#account.rows(queries.assetWithId(id), rows.assetRow)
    return found?.asset
  }

  /** The locations that the platform syncs, each once. */
  async syncedLocations() {
    const found = await this.#account.rows(queries.syncedLocations, rows.locationRow)
    return [...new Map(found.map(({ asset }) => [asset.id, asset])).values()]
  }

  /** Which of the locations are in which sync set. */
  async syncSetsOf(assetIds: readonly string[]): Promise<readonly { assetId: string; setId: string }[]> {
    const found = await this.#account.rows(queries.syncedLocationsWithIds(assetIds), rows.syncRow)
    return found.map(({ asset, assetSet }) => ({ assetId: asset.id, setId: assetSet.id }))
  }

  async assetSet(id: string) {
    const [found] = await this.#account.rows(queries.assetSetWithId(id), rows.assetSetRow)
    return found?.assetSet
  }

  /** The id of the enabled set of this name; nothing when there is none. */
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

  /** The pairs of category and origin that the account measures. */
  async conversionGoals(): Promise<readonly { readonly category: string; readonly origin: string }[]> {
    const found = await this.#account.rows(queries.conversionGoals, rows.conversionGoalRow)
    return (
      found
        .map(({ customerConversionGoal: { category = '', origin = '' } }) => ({ category, origin }))
        // Values newer than the pinned version have no name by which they could be sent back.
        .filter(({ category, origin }) => !nameless.has(category) && !nameless.has(origin))
    )
  }

  /** Newest first. A position says from which id to go on, and which way. */
  /** https://developers.google.com/google-ads/api/fields/v25/campaign */
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

  /** All that were not removed, or all that are enabled. https://developers.google.com/google-ads/api/fields/v25/campaign */
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

  /** Of a campaign of this account; nothing when there is no such campaign. */
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

  /** The same for ads. */
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

  /** An empty list does not tell whether its campaign exists: then, and only then, that is asked as well. */
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

  /** A hundred rows from a position on, newest first. */
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
      // One more than a page tells whether there is another.
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

  /** What enabled campaigns spend from; a budget that several share is there once. */
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

  /** Campaigns of this name that were not removed, with the value of a custom parameter of theirs. */
  async campaignsNamed(name: string, parameter: string) {
    const found = await this.#account.rows(queries.campaignsNamed(name), rows.markedCampaignRow)
    return found
      .filter(({ campaign }) => campaign.name === name)
      .map(({ campaign: { id, urlCustomParameters = [] } }) => ({
        id,
        parameter: urlCustomParameters.find(({ key }) => key === parameter)?.value ?? '',
      }))
  }

  /** The resource names of a campaign's ad groups. */
  async adGroupsOf(campaignId: string): Promise<readonly string[]> {
    const found = await this.#account.rows(queries.adGroupsOf(campaignId), rows.adGroupRow)
    return found.map(({ adGroup }) => adGroup.resourceName)
  }

  async keywordsOf(campaignId: string) {
    return await this.#account.rows(queries.keywordsOf(campaignId), rows.keywordRow)
  }

  /** Those of the campaign itself. */
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

  /** Figures of the whole account. */
  figures(question: FiguresQuestion): Promise<AccountFigures> {
    return readFigures(question, this.selection, this.#account, this.#shared)
  }

  /** Carries out all parts or none, and names what came of each. */
  mutate(parts: readonly Part[]): Promise<readonly string[]> {
    return this.#account.mutate(parts)
  }

  /** Asks whether the parts would be carried out. */
  validate(parts: readonly Part[]): Promise<void> {
    return this.#account.validate(parts)
  }

  /** https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas */
  async keywordIdeas(question: {
    readonly keyword: string
    /** Empty for all languages. */
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
        // One page: the planner has so many ideas that nobody reads the second.
        pageSize: 1000,
        historicalMetricsOptions: { includeAverageCpc: true },
        keywordSeed: { keywords: [keyword] },
      },
      timeoutMs: 30_000,
    }
    return (await this.#account.ask(call, rows.ideasRow)).results ?? []
  }
}
