// The vendors' own clients, used as their documentation shows, with one call for each object that is created
// or read.

import { createRequire } from 'node:module'
import { standingTokenText } from '../src/platforms/tokenTexts.ts'

// Neither package has types for the parts that this file uses. The sandbox's tests check each field.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Untyped = any

const require = createRequire(import.meta.url)
const customerId = '4823109756'

/**
 * Creates a minimal campaign, resource by resource.
 * https://developers.google.com/google-ads/api/docs/campaigns/create-campaigns
 */
export function googleAdsNode(platformUrl: string): (name: string) => Promise<void> {
  const google: Untyped = require('google-ads-node')
  const { GoogleAuth, OAuth2Client } = require('google-auth-library')
  const { restGax } = patchRestClient(createRequire(require.resolve('google-ads-node'))('google-gax'))
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: standingTokenText('search', 'ada') })
  const { hostname, port } = new URL(platformUrl)
  const options = { fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port) }
  const clients = new Map<string, Untyped>()
  const mutate = async (kind: string, plural: string, operation: object): Promise<string> => {
    const client =
      clients.get(kind) ??
      new google[`${kind}ServiceClient`]({ ...options, auth: new GoogleAuth({ authClient }) }, restGax)
    clients.set(kind, client)
    const headers = { 'developer-token': 'ignored' }
    const request = { customerId, operations: [operation] }
    const [response] = await client[`mutate${plural}`](request, { otherArgs: { headers } })
    return response.results[0].resourceName
  }
  const createResource = (kind: string, create: object, plural = `${kind}s`) =>
    mutate(kind, plural, { create })

  return async (name) => {
    const budget = { name, amountMicros: 12_000_000, explicitlyShared: false }
    const campaign = await createResource('Campaign', {
      name,
      status: 'PAUSED',
      advertisingChannelType: 'SEARCH',
      campaignBudget: await createResource('CampaignBudget', budget),
      networkSettings: { targetGoogleSearch: true },
      targetSpend: {},
      containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    })
    const location = { geoTargetConstant: 'geoTargetConstants/2840' }
    await createResource('CampaignCriterion', { campaign, location }, 'CampaignCriteria')
    const adGroup = await createResource('AdGroup', {
      name,
      campaign,
      type: 'SEARCH_STANDARD',
      status: 'ENABLED',
    })
    const keyword = { text: 'garden chairs', matchType: 'BROAD' }
    await createResource('AdGroupCriterion', { adGroup, keyword, status: 'ENABLED' }, 'AdGroupCriteria')
    const headlines = ['Garden chairs', 'Built to last', 'Order today'].map((text) => ({ text }))
    const descriptions = ['Solid oak, oiled by hand.', 'Thirty days to return.'].map((text) => ({ text }))
    const ad = { finalUrls: ['https://shop.example/'], responsiveSearchAd: { headlines, descriptions } }
    await createResource('AdGroupAd', { adGroup, ad, status: 'ENABLED' })
    const asset = await createResource('Asset', { calloutAsset: { calloutText: 'Free delivery' } })
    await createResource('CampaignAsset', { campaign, asset, fieldType: 'CALLOUT' })
    const update = { resourceName: campaign, status: 'ENABLED' }
    await mutate('Campaign', 'Campaigns', { update, updateMask: { paths: ['status'] } })
  }
}

/**
 * As shipped, REST mode fails because the descriptors keep their protocol names. REST mode needs the same
 * descriptors with JSON names.
 */
function patchRestClient(gax: Untyped): { restGax: Untyped } {
  let renamedJson: Untyped
  class RestClient extends gax.fallback.GrpcClient {
    loadProtoJSON(json: Untyped): Untyped {
      renamedJson ??= toJsonNames(json)
      return super.loadProtoJSON(renamedJson)
    }
  }
  return { restGax: { ...gax, fallback: { ...gax.fallback, GrpcClient: RestClient } } }
}

function toJsonNames(node: Untyped): Untyped {
  const toCamelCase = (name: string) =>
    name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const mapEntries = (object: object, transform: (name: string, value: Untyped) => [string, Untyped]) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => transform(name, value)))
  return {
    ...node,
    ...(node.fields && { fields: mapEntries(node.fields, (name, field) => [toCamelCase(name), field]) }),
    ...(node.oneofs && {
      oneofs: mapEntries(node.oneofs, (name, { oneof }) => [name, { oneof: oneof.map(toCamelCase) }]),
    }),
    ...(node.nested && { nested: mapEntries(node.nested, (name, inner) => [name, toJsonNames(inner)]) }),
  }
}

const insightFields = ['spend', 'impressions', 'reach', 'clicks', 'cpm', 'cpc', 'ctr', 'actions']

/** Reads metrics of a campaign, of its ad sets and of their ads, one object after the other. */
export function metaBusinessSdk(platformUrl: string): (campaignId: string, days: object) => Promise<number> {
  const { FacebookAdsApi, Campaign } = require('facebook-nodejs-business-sdk')
  // The host is a static getter, which can be redefined.
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => platformUrl, configurable: true })
  const api = new FacebookAdsApi(standingTokenText('social', 'ada'), 'en_US', false)
  FacebookAdsApi.setDefaultApi(api)

  return async (campaignId, time_range) => {
    const campaign = await new Campaign(campaignId, {}, undefined, api).get(['name'])
    await campaign.getInsights(insightFields, { time_range })
    let calls = 2
    const adSets = await campaign.getAdSets(['name'], { limit: 100 })
    calls += 1
    for (const adSet of adSets) {
      await adSet.getInsights(insightFields, { time_range })
      const ads = await adSet.getAds(['name'], { limit: 100 })
      for (const ad of ads) await ad.getInsights(insightFields, { time_range })
      calls += 2 + ads.length
    }
    return calls
  }
}

/** Reads the given fields of a campaign, its ad sets and its ads with Meta's own SDK. */
export async function metaCampaign(
  platformUrl: string,
  campaignId: string,
  fields: Readonly<Record<'campaign' | 'adSet' | 'ad', readonly string[]>>,
): Promise<Record<'campaign' | 'adSets' | 'ads', unknown>> {
  const { FacebookAdsApi, Campaign } = require('facebook-nodejs-business-sdk')
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => platformUrl, configurable: true })
  const api = new FacebookAdsApi(standingTokenText('social', 'ada'), 'en_US', false)
  const readData = (node: { readonly _data: unknown }) => node._data
  const campaign = await new Campaign(campaignId, {}, undefined, api).get(fields.campaign)
  return {
    campaign: readData(campaign),
    adSets: (await campaign.getAdSets(fields.adSet)).map(readData),
    ads: (await campaign.getAds(fields.ad)).map(readData),
  }
}

/** The fields of an object that Meta's own SDK knows, such as `AdSet` or `AdCreativeLinkData`. */
export function metaFields(name: string): ReadonlySet<string> {
  const sdk: Untyped = require('facebook-nodejs-business-sdk')
  return new Set(Object.values<string>(sdk[name].Fields))
}

/**
 * Reads with LinkedIn's own client and changes only the address.
 * https://github.com/linkedin-developers/linkedin-api-js-client
 */
export function linkedinClient(platformUrl: string) {
  const { RestliClient } = require('linkedin-api-client')
  const client: Untyped = new RestliClient()
  client.axiosInstance.interceptors.request.use((config: Untyped) => ({
    ...config,
    url: config.url.replace(/^https:\/\/api\.linkedin\.com/, platformUrl),
  }))
  const common = { accessToken: standingTokenText('pro', 'ada'), versionString: '202609' }
  return {
    get: async (resourcePath: string, pathKeys: object): Promise<Untyped> =>
      (await client.get({ resourcePath, pathKeys, ...common })).data,
    find: async (
      resourcePath: string,
      pathKeys: object,
      finderName: string,
      queryParams: object,
    ): Promise<Untyped[]> =>
      (await client.finder({ resourcePath, pathKeys, finderName, queryParams, ...common })).data.elements,
  }
}
