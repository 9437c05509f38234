// The kinds of resources: what each is called, where its names point, which others a query may select beside it.
// https://developers.google.com/google-ads/api/fields/v25/overview

export interface ResourceKind {
  /** As in queries: `campaign_budget`. */
  readonly name: string
  /** As in rows and results: `campaignBudget`. */
  readonly json: string
  readonly message: string
  /** As in resource names and in the path of its own mutate: `campaignBudgets`. */
  readonly collection: string
  /** Fields that lead to other resources, by the other's kind. */
  readonly links: Readonly<Record<string, string>>
  /** Other resources whose fields may be selected and filtered in a query FROM this one. */
  readonly beside: readonly string[]
  /** Whether numbers can be asked for. */
  readonly metrics: boolean
  readonly verbs: readonly ('create' | 'update' | 'remove')[]
  /** What the resource name is made of: an id of its own, or parts of the resource joined by tildes. */
  readonly identity: 'own' | readonly string[]
}

const all = ['create', 'update', 'remove'] as const

export const resourceKinds: readonly ResourceKind[] = [
  kind('customer', 'Customer', 'customers', { metrics: true, verbs: [] }),
  kind('customer_client', 'CustomerClient', 'customerClients', { verbs: [], beside: ['customer'] }),
  kind('campaign_budget', 'CampaignBudget', 'campaignBudgets', { beside: ['customer'] }),
  kind('campaign', 'Campaign', 'campaigns', {
    links: { campaign_budget: 'campaignBudget' },
    beside: ['campaign_budget', 'customer'],
    metrics: true,
  }),
  kind('campaign_criterion', 'CampaignCriterion', 'campaignCriteria', {
    links: { campaign: 'campaign' },
    beside: ['campaign', 'customer'],
    identity: ['campaign', 'criterionId'],
  }),
  kind('ad_group', 'AdGroup', 'adGroups', {
    links: { campaign: 'campaign' },
    beside: ['campaign', 'customer'],
    metrics: true,
  }),
  kind('ad_group_criterion', 'AdGroupCriterion', 'adGroupCriteria', {
    links: { ad_group: 'adGroup' },
    beside: ['ad_group', 'campaign', 'customer'],
    identity: ['adGroup', 'criterionId'],
  }),
  kind('keyword_view', 'KeywordView', 'keywordViews', {
    links: { ad_group_criterion: 'adGroupCriterion' },
    beside: ['ad_group_criterion', 'ad_group', 'campaign', 'customer'],
    metrics: true,
    verbs: [],
  }),
  kind('ad_group_ad', 'AdGroupAd', 'adGroupAds', {
    links: { ad_group: 'adGroup' },
    beside: ['ad_group', 'campaign', 'customer'],
    metrics: true,
    identity: ['adGroup', 'ad.id'],
  }),
  kind('asset', 'Asset', 'assets', { beside: ['customer'], verbs: ['create', 'update'] }),
  kind('campaign_asset', 'CampaignAsset', 'campaignAssets', {
    links: { campaign: 'campaign', asset: 'asset' },
    beside: ['campaign', 'asset', 'customer'],
    identity: ['campaign', 'asset', 'fieldType'],
  }),
  kind('asset_set', 'AssetSet', 'assetSets', { beside: ['customer'] }),
  kind('asset_set_asset', 'AssetSetAsset', 'assetSetAssets', {
    links: { asset_set: 'assetSet', asset: 'asset' },
    beside: ['asset_set', 'asset', 'customer'],
    identity: ['assetSet', 'asset'],
    verbs: ['create', 'remove'],
  }),
  kind('campaign_asset_set', 'CampaignAssetSet', 'campaignAssetSets', {
    links: { campaign: 'campaign', asset_set: 'assetSet' },
    beside: ['campaign', 'asset_set', 'customer'],
    identity: ['campaign', 'assetSet'],
    verbs: ['create', 'remove'],
  }),
  kind('customer_asset_set', 'CustomerAssetSet', 'customerAssetSets', {
    links: { asset_set: 'assetSet' },
    beside: ['asset_set', 'customer'],
    identity: ['assetSet'],
    verbs: ['create', 'remove'],
  }),
  kind('conversion_action', 'ConversionAction', 'conversionActions', { beside: ['customer'] }),
  kind('customer_conversion_goal', 'CustomerConversionGoal', 'customerConversionGoals', {
    beside: ['customer'],
    identity: ['category', 'origin'],
    verbs: ['update'],
  }),
  kind('campaign_conversion_goal', 'CampaignConversionGoal', 'campaignConversionGoals', {
    links: { campaign: 'campaign' },
    beside: ['campaign', 'customer'],
    identity: ['campaign', 'category', 'origin'],
    verbs: ['update'],
  }),
  kind('language_constant', 'LanguageConstant', 'languageConstants', { verbs: [] }),
  kind('geo_target_constant', 'GeoTargetConstant', 'geoTargetConstants', { verbs: [] }),
  kind('currency_constant', 'CurrencyConstant', 'currencyConstants', { verbs: [] }),
]

function kind(
  name: string,
  message: string,
  collection: string,
  more: Partial<Omit<ResourceKind, 'name' | 'json' | 'message' | 'collection'>>,
): ResourceKind {
  return {
    name,
    json: message.charAt(0).toLowerCase() + message.slice(1),
    message,
    collection,
    links: {},
    beside: [],
    metrics: false,
    verbs: all,
    identity: 'own',
    ...more,
  }
}

const byName: ReadonlyMap<string, ResourceKind> = new Map(resourceKinds.map((found) => [found.name, found]))
const byMessage: ReadonlyMap<string, ResourceKind> = new Map(
  resourceKinds.map((found) => [found.message, found]),
)

export function kindNamed(name: string): ResourceKind | undefined {
  return byName.get(name)
}

export function kindOfMessage(message: string): ResourceKind | undefined {
  return byMessage.get(message)
}

export function kindOrFail(name: string): ResourceKind {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`No kind of resource is called ${name}.`)
  return found
}

/** `customers/1/campaigns/2` → `2` */
export function lastPart(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}
