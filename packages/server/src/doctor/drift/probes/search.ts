// Probes for every read of the search platform that operations make.

import { keep, type Probe } from '../probe.ts'

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
    async run(of, { finds }) {
      keep(finds, asset, (await of.leadForms())[0]?.id)
    },
  },
  {
    name: 'asset',
    operations: ['search/create_search_campaign'],
    needs: asset,
    run: (of, { id }) => of.asset(id),
  },
  {
    name: 'locations',
    operations: ['search/get_location_asset'],
    async run(of, { finds }) {
      keep(finds, location, (await of.syncedLocations())[0]?.id)
    },
  },
  {
    name: 'location sets',
    operations: ['search/create_location_group'],
    needs: location,
    async run(of, { id, finds }) {
      keep(finds, assetSet, (await of.syncSetsOf([id]))[0]?.setId)
    },
  },
  {
    name: 'location set',
    operations: ['search/create_search_campaign'],
    needs: assetSet,
    run: (of, { id }) => of.assetSet(id),
  },
  {
    name: 'named sets',
    operations: ['search/create_location_group'],
    run: (of) => of.assetSetNamed('adrail drift'),
  },
  {
    name: 'set members',
    operations: ['search/create_location_group'],
    needs: assetSet,
    run: (of, { id }) => of.assetSetSize(id),
  },
  {
    name: 'conversion actions',
    operations: ['search/get_conversion_actions'],
    run: (of) => of.conversionActions(),
  },
  {
    name: 'conversion goals',
    operations: ['search/create_search_campaign'],
    run: (of) => of.conversionGoals(),
  },
  {
    name: 'campaigns',
    operations: ['search/get_campaigns'],
    async run(of, { finds }) {
      keep(finds, campaign, (await of.campaigns(undefined, undefined)).rows[0]?.campaign.id)
    },
  },
  {
    name: 'campaign',
    operations: ['search/edit_campaign', 'search/update_campaign_status'],
    needs: campaign,
    run: (of, { id }) => of.campaign(id),
  },
  {
    name: 'named campaigns',
    operations: ['search/create_search_campaign'],
    run: (of) => of.campaignsNamed('adrail drift', 'adrail'),
  },
  {
    name: 'ad groups',
    operations: ['search/get_ad_groups'],
    needs: campaign,
    run: (of, { id }) => of.adGroups(id, undefined),
  },
  {
    name: 'ad group names',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (of, { id }) => of.adGroupsOf(id),
  },
  {
    name: 'ads',
    operations: ['search/get_ads'],
    needs: campaign,
    run: (of, { id }) => of.ads(id, undefined),
  },
  {
    name: 'keywords',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (of, { id }) => of.keywordsOf(id),
  },
  {
    name: 'campaign criteria',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (of, { id }) => of.criteriaOf(id),
  },
  {
    name: 'campaign assets',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (of, { id }) => of.assetLinksOf(id),
  },
  {
    name: 'campaign asset sets',
    operations: ['search/create_search_campaign'],
    needs: campaign,
    run: (of, { id }) => of.assetSetsOf(id),
  },
  {
    name: 'running budgets',
    operations: ['search/create_search_campaign', 'search/edit_campaign'],
    run: (of) => of.runningBudgets(),
  },
  { name: 'languages', operations: ['search/get_languages'], run: (of) => of.catalogues.languages() },
  { name: 'currencies', operations: ['search/edit_campaign'], run: (of) => of.billableUnitMicros() },
  {
    name: 'places',
    operations: ['search/create_search_campaign', 'search/generate_keyword_ideas'],
    run: (of) => of.catalogues.geoTargets([germany]),
  },
  {
    name: 'suggested places',
    operations: ['search/search_locations'],
    run: (of) => of.catalogues.suggestGeoTargets({ name: 'Berlin' }),
  },
  {
    name: 'keyword ideas',
    operations: ['search/generate_keyword_ideas'],
    run: (of) => of.keywordIdeas({ keyword: 'coffee', languageId: '', geoTargetIds: [germany] }),
  },
]
