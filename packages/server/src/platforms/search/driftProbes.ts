// Probes for every read of the search platform that operations make.

import {
  buildAccountProbes,
  type DriftProbe,
  leadProbePeriodMs,
  storeFirst,
} from '../connector-kit/driftProbes.ts'
import type { SearchConnector } from './connector.ts'

const asset = 'an asset'
const location = 'a synced location'
const assetSet = 'a set of locations'
const campaign = 'a campaign'
/** Old campaigns are more likely to use shared lists of negative keywords. */
const oldestCampaign = 'oldest campaign'
/**
 * The id means Germany, which every account may target.
 * https://developers.google.com/google-ads/api/data/geotargets
 */
const germany = '2276'

export function buildSearchProbes(nowMs: number): readonly DriftProbe<SearchConnector>[] {
  return [
    ...operationProbes,
    ...buildAccountProbes({
      nowMs,
      levels: ['CAMPAIGN', 'AD_GROUP', 'AD', 'KEYWORD'],
      operations: ['report/get_report', 'search/get_campaign_insights'],
    }),
    {
      name: 'leads',
      operations: ['lead/list_leads', 'lead/get_lead'],
      run: (connector) =>
        connector.leadsSince(new Date(nowMs - leadProbePeriodMs).toISOString().slice(0, 10)),
    },
  ]
}

const operationProbes: readonly DriftProbe<SearchConnector>[] = [
  {
    name: 'lead forms',
    operations: ['search/get_lead_forms', 'search/create_lead_form'],
    async run(connector, { foundIds }) {
      storeFirst(foundIds, asset, (await connector.leadForms())[0]?.id)
    },
  },
  {
    name: 'asset',
    operations: ['search/create_search_campaign'],
    neededKind: asset,
    run: (connector, { id }) => connector.library.findAsset(id),
  },
  {
    name: 'locations',
    operations: ['search/get_location_asset'],
    async run(connector, { foundIds }) {
      storeFirst(foundIds, location, (await connector.library.syncedLocations())[0]?.id)
    },
  },
  {
    name: 'location sets',
    operations: ['search/create_location_group'],
    neededKind: location,
    async run(connector, { id, foundIds }) {
      storeFirst(foundIds, assetSet, (await connector.library.listSyncSetLinks([id]))[0]?.setId)
    },
  },
  {
    name: 'location set',
    operations: ['search/create_search_campaign'],
    neededKind: assetSet,
    run: (connector, { id }) => connector.library.findAssetSet(id),
  },
  {
    name: 'named sets',
    operations: ['search/create_location_group'],
    run: (connector) => connector.library.findAssetSetId('adrail drift'),
  },
  {
    name: 'set members',
    operations: ['search/create_location_group'],
    neededKind: assetSet,
    run: (connector, { id }) => connector.library.countAssetSetMembers(id),
  },
  {
    name: 'conversion actions',
    operations: ['search/get_conversion_actions'],
    run: (connector) => connector.library.conversionActions(),
  },
  {
    name: 'conversion goals',
    operations: ['search/create_search_campaign'],
    run: (connector) => connector.library.conversionGoals(),
  },
  {
    name: 'campaigns',
    operations: ['search/get_campaigns'],
    async run(connector, { foundIds }) {
      const { rows: page } = await connector.structure.readCampaignPage(undefined, undefined)
      storeFirst(foundIds, campaign, page[0]?.campaign.id)
      storeFirst(foundIds, oldestCampaign, page.at(-1)?.campaign.id)
    },
  },
  {
    name: 'campaign',
    operations: ['search/edit_campaign', 'search/update_campaign_status'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.findCampaign(id),
  },
  {
    name: 'named campaigns',
    operations: ['search/create_search_campaign'],
    run: (connector) => connector.structure.listCampaignsByName('adrail drift', 'adrail'),
  },
  {
    name: 'ad groups',
    operations: ['search/get_ad_groups'],
    neededKind: campaign,
    run: (connector, { id }) => connector.adGroups(id, undefined),
  },
  {
    name: 'ad groups of a creation',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.findAdGroupPage(id, undefined),
  },
  {
    name: 'ad group names',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.listAdGroupResourceNames(id),
  },
  {
    name: 'ads',
    operations: ['search/get_ads'],
    neededKind: campaign,
    run: (connector, { id }) => connector.ads(id, undefined),
  },
  {
    name: 'ads of a creation',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.findAdPage(id, undefined),
  },
  {
    name: 'keywords with bids',
    operations: ['search/get_keywords'],
    neededKind: campaign,
    run: (connector, { id }) => connector.keywords(id, undefined),
  },
  {
    name: 'negative keywords',
    operations: ['search/get_negative_keywords'],
    neededKind: oldestCampaign,
    run: (connector, { id }) => connector.negativeKeywords(id, undefined),
  },
  {
    name: 'keywords',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.listKeywords(id),
  },
  {
    name: 'campaign criteria',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.listCampaignCriteria(id),
  },
  {
    name: 'campaign assets',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.listAssetLinks(id),
  },
  {
    name: 'campaign asset sets',
    operations: ['search/create_search_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.listAssetSetIds(id),
  },
  {
    name: 'running budgets',
    operations: ['search/create_search_campaign', 'search/edit_campaign'],
    run: (connector) => connector.runningBudgets(),
  },
  {
    name: 'languages',
    operations: ['search/get_languages'],
    run: (connector) => connector.catalogs.languages(),
  },
  {
    name: 'currencies',
    operations: ['search/edit_campaign'],
    run: (connector) => connector.billableUnitMicros(),
  },
  {
    name: 'places',
    operations: ['search/create_search_campaign', 'search/generate_keyword_ideas'],
    run: (connector) => connector.catalogs.geoTargets([germany]),
  },
  {
    name: 'suggested places',
    operations: ['search/search_locations'],
    run: (connector) => connector.catalogs.suggestGeoTargets({ name: 'Berlin' }),
  },
  {
    name: 'keyword ideas',
    operations: ['search/generate_keyword_ideas'],
    run: (connector) =>
      connector.keywordIdeas({ keyword: 'coffee', languageId: '', geoTargetIds: [germany] }),
  },
]
