// Campaigns of the ad account with their ad groups, ads, keywords, criteria and assets.

import type { CampaignListFilter } from '../connector-kit/campaignState.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import type { AdAccount } from './account.ts'
import type { GaqlQuery } from './gaql.ts'
import * as queries from './queries.ts'
import * as rows from './rows.ts'

const rowsPerPage = 100

export class SearchStructure {
  readonly #account: AdAccount

  constructor(account: AdAccount) {
    this.#account = account
  }

  /**
   * Returns campaigns newest first. The position contains the id after which the page starts, and the
   * direction.
   * https://developers.google.com/google-ads/api/fields/v25/campaign
   */
  async readCampaignPage(
    status: queries.SearchCampaignStatus | undefined,
    position: PagePosition | undefined,
  ): Promise<Page<rows.SearchCampaignRow>> {
    return await this.readPage(
      (range) => queries.campaignPage(status, range),
      rows.searchCampaignRow,
      position,
      ({ campaign }) => campaign.id,
    )
  }

  /** Returns undefined if the account has no such campaign. */
  async findAdGroupPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<rows.ListedAdGroup> | undefined> {
    return await this.findPage(campaignId, position, (pagePosition) =>
      this.readPage(
        (range) => queries.adGroupPage(campaignId, range),
        rows.listedAdGroupRow,
        pagePosition,
        ({ adGroup }) => adGroup.id,
      ),
    )
  }

  /** Returns undefined if the account has no such campaign. */
  async findAdPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<rows.ListedAd> | undefined> {
    return await this.findPage(campaignId, position, (pagePosition) =>
      this.readPage(
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
  async findPage<Entry>(
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
  async readPage<RowShape extends Shape>(
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

  /** Returns all campaigns that are not removed, or only the enabled ones. */
  async listCampaigns(filter: CampaignListFilter): Promise<readonly rows.SearchCampaignStateRow[]> {
    const query = filter === 'all' ? queries.nonRemovedCampaigns : queries.enabledCampaigns
    return await this.#account.queryRows(query, rows.searchCampaignStateRow)
  }

  async listEnabledCampaignBudgets(): Promise<readonly rows.SearchCampaignRow[]> {
    return await this.#account.queryRows(queries.enabledCampaigns, rows.searchCampaignRow)
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
}
