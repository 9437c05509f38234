// Probes for every read of the search platform that operations make.

import { type Probe, storeFirst } from '../probe.ts'

const asset = 'an asset'
const location = 'a synced location'
const assetSet = 'a set of locations'
const campaign = 'a campaign'
/**
 * The id means Germany, which every account may target.
 * https://developers.google.com/google-ads/api/data/geotargets
 */
const germany = '2276'

export const searchProbes: readonly Probe<'search'>[] = [
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
    needs: asset,
    run: (connector, { id }) => connector.asset(id),
  },
  {
    name: 'locations',
    operations: ['search/get_location_asset'],
    async run(connector, { foundIds }) {
      storeFirst(foundIds, location, (await connector.syncedLocations())[0]?.id)
    },
  },
  {
    name: 'location sets',
    operations: ['search/create_location_group'],
    needs: location,
    async run(connector, { id, foundIds }) {
      storeFirst(foundIds, assetSet, (await connector.syncSetsOf([id]))[0]?.setId)
    },
  },
  {
    name: 'location set',
    operations: ['search/create_search_campaign'],
    needs: assetSet,
    run: (connector, { id }) => connector.assetSet(id),
  },
  {
    name: 'named sets',
    operations: ['search/create_location_group'],
    run: (connector) => connector.assetSetNamed('adrail drift'),
  },
  {
    name: 'set members',
    operations: ['search/create_location_group'],
    needs: assetSet,
    run: (connector, { id }) => connector.assetSetSize(id),
  },
  {
    name: 'conversion actions',
    operations: ['search/get_conversion_actions'],
    run: (connector) => connector.conversionActions(),
  },
  {
    name: 'conversion goals',
    operations: ['search/create_search_campaign'],
    run: (connector) => connector.conversionGoals(),
  },
  {
    name: 'campaigns',
    operations: ['search/get_campaigns'],
    async run(connector, { foundIds }) {
      storeFirst(foundIds, campaign, (await connector.campaigns(undefined, undefined)).rows[0]?.campaign.id)
    },
  },
  {
    name: 'campaign',
    operations: ['search/edit_campaign', 'search/update_campaign_status'],
    needs: campaign,
    run: (connector, { id }) => connector.campaign(id),
  },
  {
    name: 'named campaigns',
    operations: ['search/create_search_campaign'],
    run: (connector) => connector.campaignsNamed('adrail drift', 'adrail'),
  },
  {
    name: 'ad groups',
    operations: ['search/get_ad_groups'],
    needs: campaign,
    run: (connector, { id }) => connector.adGroups(id, undefined),
  },
  {
    name: 'ad group names',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (connector, { id }) => connector.adGroupsOf(id),
  },
  {
    name: 'ads',
    operations: ['search/get_ads'],
    needs: campaign,
    run: (connector, { id }) => connector.ads(id, undefined),
  },
  {
    name: 'keywords',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (connector, { id }) => connector.keywordsOf(id),
  },
  {
    name: 'campaign criteria',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (connector, { id }) => connector.criteriaOf(id),
  },
  {
    name: 'campaign assets',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (connector, { id }) => connector.assetLinksOf(id),
  },
  {
    name: 'campaign asset sets',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (connector, { id }) => connector.assetSetsOf(id),
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
