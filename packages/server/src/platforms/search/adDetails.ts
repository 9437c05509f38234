// Reads the settings of ad groups, the content of ads, and keywords. The number of queries does not depend on
// the number of entries.

import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { AdAccount } from './account.ts'
import * as adQueries from './adQueries.ts'
import * as adRows from './adRows.ts'
import type { GaqlQuery } from './gaql.ts'
import { type KeywordSection, readKeywordPage } from './keywordPages.ts'
import * as queries from './queries.ts'
import type { SearchStructure } from './structure.ts'

export interface NegativeKeyword {
  readonly id: string
  readonly level: 'CAMPAIGN' | 'AD_GROUP' | 'LIST'
  readonly parentId: string
  readonly parentName: string
  readonly text: string
  readonly matchType: string
}

/** The ad groups of one page, with everything that their settings derive from. */
export interface AdGroupPage extends Page<adRows.AdGroupSettingsRow> {
  readonly shared: adRows.SharedSettingsRow
  readonly campaignCriteria: readonly adRows.CampaignAudienceRow[]
  readonly criteriaByAdGroup: ReadonlyMap<string, readonly adRows.AdGroupAudienceRow[]>
}

export class SearchAdDetails {
  readonly #account: AdAccount
  readonly #structure: SearchStructure

  constructor(account: AdAccount, structure: SearchStructure) {
    this.#account = account
    this.#structure = structure
  }

  /** Returns undefined if the account has no such campaign. */
  async findAdGroupPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<AdGroupPage | undefined> {
    const [page, [shared], criteria] = await Promise.all([
      this.#structure.readPage(
        (range) => queries.adGroupPage(campaignId, range),
        adRows.adGroupSettingsRow,
        position,
        ({ adGroup }) => adGroup.id,
      ),
      this.#account.queryRows(queries.campaignWithId(campaignId), adRows.sharedSettingsRow),
      this.#account.queryRows(adQueries.campaignAudience(campaignId), adRows.campaignAudienceRow),
    ])
    if (shared === undefined || shared.campaign.status === 'REMOVED') return undefined
    const adGroups = page.rows.map(({ adGroup }) => adGroup)
    const ownCriteria =
      adGroups.length === 0
        ? []
        : await this.#account.queryRows(
            adQueries.adGroupAudiences(adGroups.map(({ id }) => id)),
            adRows.adGroupAudienceRow,
          )
    const criteriaByAdGroup = Map.groupBy(ownCriteria, ({ adGroup }) => adGroup.id)
    return {
      ...page,
      rows: adGroups,
      shared,
      campaignCriteria: criteria.map(({ campaignCriterion }) => campaignCriterion),
      criteriaByAdGroup: new Map(
        [...criteriaByAdGroup].map(([id, list]) => [
          id,
          list.map(({ adGroupCriterion }) => adGroupCriterion),
        ]),
      ),
    }
  }

  /** Returns undefined if the account has no such campaign. */
  async findAdPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<
    | { readonly page: Page<adRows.AdContentRow>; readonly assets: readonly adRows.CampaignAssetContentRow[] }
    | undefined
  > {
    const [page, assets] = await Promise.all([
      this.#structure.findPage(campaignId, position, (pagePosition) =>
        this.#structure.readPage(
          (range) => queries.adPage(campaignId, range),
          adRows.adContentRow,
          pagePosition,
          ({ adGroupAd }) => adGroupAd.ad.id,
        ),
      ),
      this.#account.queryRows(adQueries.campaignAssetContents(campaignId), adRows.campaignAssetContentRow),
    ])
    return page && { page, assets }
  }

  /** Returns undefined if the account has no such campaign. */
  async findKeywordPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<adRows.KeywordContentRow> | undefined> {
    const section: KeywordSection<adRows.KeywordContentRow> = {
      name: 'keywords',
      parentField: 'ad_group.id',
      keywordField: 'ad_group_criterion.criterion_id',
      buildQuery: async () => adQueries.keywords(campaignId),
      readEntries: (query) => this.#account.queryRows(query, adRows.keywordContentRow),
      getKey: ({ adGroup, adGroupCriterion }) => ({
        parentId: adGroup.id,
        keywordId: adGroupCriterion.criterionId,
      }),
    }
    return await this.#structure.findPage(campaignId, position, (pagePosition) =>
      readKeywordPage([section], pagePosition),
    )
  }

  /** Returns undefined if the account has no such campaign. */
  async findNegativeKeywordPage(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<NegativeKeyword> | undefined> {
    return await this.#structure.findPage(campaignId, position, (pagePosition) =>
      readKeywordPage(this.#negativeSections(campaignId), pagePosition),
    )
  }

  #negativeSections(campaignId: string): KeywordSection<NegativeKeyword>[] {
    const getKey = ({ parentId, id }: NegativeKeyword) => ({ parentId, keywordId: id })
    const read = async <Row>(rows: Promise<readonly Row[]>, toEntry: (row: Row) => NegativeKeyword) =>
      (await rows).map(toEntry)
    return [
      {
        name: 'campaign',
        parentField: 'campaign.id',
        keywordField: 'campaign_criterion.criterion_id',
        buildQuery: async () => adQueries.campaignNegatives(campaignId),
        readEntries: (query) =>
          read(
            this.#account.queryRows(query, adRows.campaignNegativeRow),
            ({ campaign, campaignCriterion: { criterionId: id, keyword } }) => {
              return { id, level: 'CAMPAIGN', parentId: campaign.id, parentName: '', ...keyword }
            },
          ),
        getKey,
      },
      {
        name: 'adGroups',
        parentField: 'ad_group.id',
        keywordField: 'ad_group_criterion.criterion_id',
        buildQuery: async () => adQueries.adGroupNegatives(campaignId),
        readEntries: (query) =>
          read(
            this.#account.queryRows(query, adRows.adGroupNegativeRow),
            ({ adGroup, adGroupCriterion: { criterionId: id, keyword } }) => {
              return { id, level: 'AD_GROUP', parentId: adGroup.id, parentName: adGroup.name, ...keyword }
            },
          ),
        getKey,
      },
      {
        name: 'lists',
        parentField: 'shared_set.id',
        keywordField: 'shared_criterion.criterion_id',
        buildQuery: () => this.#buildListQuery(campaignId),
        readEntries: (query) =>
          read(
            this.#account.queryRows(query, adRows.listNegativeRow),
            ({ sharedSet, sharedCriterion: { criterionId: id, keyword } }) => {
              return { id, level: 'LIST', parentId: sharedSet.id, parentName: sharedSet.name, ...keyword }
            },
          ),
        getKey,
      },
    ]
  }

  /** Keywords of a list do not name the campaigns of the list, so the lists of the campaign are read first. */
  async #buildListQuery(campaignId: string): Promise<GaqlQuery | undefined> {
    const lists = await this.#account.queryRows(adQueries.campaignLists(campaignId), adRows.campaignListRow)
    return lists.length === 0
      ? undefined
      : adQueries.listNegatives(lists.map(({ sharedSet }) => sharedSet.id))
  }
}
