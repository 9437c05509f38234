// The vendors' own clients, used as their documentation shows, with one call for each object that is created
// or read.

import { createRequire } from 'node:module'
import { standingTokenText } from '../src/index.ts'

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
  const { restGax } = restOver(createRequire(require.resolve('google-ads-node'))('google-gax'))
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
    const [answer] = await client[`mutate${plural}`](request, { otherArgs: { headers } })
    return answer.results[0].resourceName
  }
  const make = (kind: string, create: object, plural = `${kind}s`) => mutate(kind, plural, { create })

  return async (name) => {
    const budget = { name, amountMicros: 12_000_000, explicitlyShared: false }
    const campaign = await make('Campaign', {
      name,
      status: 'PAUSED',
      advertisingChannelType: 'SEARCH',
      campaignBudget: await make('CampaignBudget', budget),
      networkSettings: { targetGoogleSearch: true },
      targetSpend: {},
      containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    })
    const location = { geoTargetConstant: 'geoTargetConstants/2840' }
    await make('CampaignCriterion', { campaign, location }, 'CampaignCriteria')
    const adGroup = await make('AdGroup', { name, campaign, type: 'SEARCH_STANDARD', status: 'ENABLED' })
    const keyword = { text: 'garden chairs', matchType: 'BROAD' }
    await make('AdGroupCriterion', { adGroup, keyword, status: 'ENABLED' }, 'AdGroupCriteria')
    const headlines = ['Garden chairs', 'Built to last', 'Order today'].map((text) => ({ text }))
    const descriptions = ['Solid oak, oiled by hand.', 'Thirty days to return.'].map((text) => ({ text }))
    const ad = { finalUrls: ['https://shop.example/'], responsiveSearchAd: { headlines, descriptions } }
    await make('AdGroupAd', { adGroup, ad, status: 'ENABLED' })
    const asset = await make('Asset', { calloutAsset: { calloutText: 'Free delivery' } })
    await make('CampaignAsset', { campaign, asset, fieldType: 'CALLOUT' })
    const update = { resourceName: campaign, status: 'ENABLED' }
    await mutate('Campaign', 'Campaigns', { update, updateMask: { paths: ['status'] } })
  }
}

/**
 * As shipped, REST mode fails because the descriptors keep their protocol names. REST mode needs the same
 * descriptors with JSON names.
 */
function restOver(gax: Untyped): { restGax: Untyped } {
  let named: Untyped
  class RestClient extends gax.fallback.GrpcClient {
    loadProtoJSON(json: Untyped): Untyped {
      named ??= renamed(json)
      return super.loadProtoJSON(named)
    }
  }
  return { restGax: { ...gax, fallback: { ...gax.fallback, GrpcClient: RestClient } } }
}

function renamed(node: Untyped): Untyped {
  const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const mapped = (of: object, change: (name: string, value: Untyped) => [string, Untyped]) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => change(name, value)))
  return {
    ...node,
    ...(node.fields && { fields: mapped(node.fields, (name, field) => [camel(name), field]) }),
    ...(node.oneofs && {
      oneofs: mapped(node.oneofs, (name, { oneof }) => [name, { oneof: oneof.map(camel) }]),
    }),
    ...(node.nested && { nested: mapped(node.nested, (name, inner) => [name, renamed(inner)]) }),
  }
}

const figures = ['spend', 'impressions', 'reach', 'clicks', 'cpm', 'cpc', 'ctr', 'actions']

/** Reads metrics of a campaign, of its ad sets and of their ads, one object after the other. */
export function metaBusinessSdk(platformUrl: string): (campaignId: string, days: object) => Promise<number> {
  const { FacebookAdsApi, Campaign } = require('facebook-nodejs-business-sdk')
  // The host is a static getter, which can be redefined.
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => platformUrl, configurable: true })
  const api = new FacebookAdsApi(standingTokenText('social', 'ada'), 'en_US', false)
  FacebookAdsApi.setDefaultApi(api)

  return async (campaignId, time_range) => {
    const campaign = await new Campaign(campaignId, {}, undefined, api).get(['name'])
    await campaign.getInsights(figures, { time_range })
    let calls = 2
    const adSets = await campaign.getAdSets(['name'], { limit: 100 })
    calls += 1
    for (const adSet of adSets) {
      await adSet.getInsights(figures, { time_range })
      const ads = await adSet.getAds(['name'], { limit: 100 })
      for (const ad of ads) await ad.getInsights(figures, { time_range })
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
  const dataOf = (node: { readonly _data: unknown }) => node._data
  const campaign = await new Campaign(campaignId, {}, undefined, api).get(fields.campaign)
  return {
    campaign: dataOf(campaign),
    adSets: (await campaign.getAdSets(fields.adSet)).map(dataOf),
    ads: (await campaign.getAds(fields.ad)).map(dataOf),
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
