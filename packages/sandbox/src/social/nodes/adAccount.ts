// Ad accounts and their edges.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account

import { zoneOf } from '../../delivery/zone.ts'
import { memberOf, requireAdsRead, roleOn } from '../access.ts'
import { adWrites } from '../changes/ad.ts'
import { adSetWrites } from '../changes/adSet.ts'
import { acceptTerms, createAudience, termsKind } from '../changes/audience.ts'
import { spentOf } from '../changes/budget.ts'
import { campaignWrites } from '../changes/campaign.ts'
import { labelled } from '../changes/labels.ts'
import {
  type AddressedKind,
  type Edge,
  Linked,
  type Listing,
  type NodeKind,
  plain,
} from '../graph/nodeKind.ts'
import type { BucketType, GraphRequest, Params } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
import { insightsEdge } from '../insights/edge.ts'
import { listedCurrencies, minimumDaily } from '../money.ts'
import { adSetsOf, adsOf, campaignsOf } from '../relations.ts'
import type { AdAccount } from '../state.ts'
import { campaignStatus, listedObjects } from '../status.ts'
import { searchInterests, targetingKind, targetingParams } from '../targeting/targeting.ts'
import { accountTime } from '../times.ts'
import { listedAdSets, listedAds, listParams } from './adObject.ts'
import { createImage, listImages } from './image.ts'
import { listVideos, videoListParams } from './video.ts'
import { closeVideoSession, createVideo } from './videoUpload.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/ad-account'

/** Declares an edge of an ad account, which requires `ads_read` and is billed to the account. */
function edge(
  name: string,
  list: (account: AdAccount, request: GraphRequest, params: Params) => Listing,
  more: Omit<Edge<AdAccount>, 'source' | 'list'> & { readonly bucket?: BucketType } = {},
): Edge<AdAccount> {
  const { bucket = 'ads_management', ...rest } = more
  return {
    source: `${source}/${name}`,
    ...rest,
    list: (account, request, params) => {
      requireAdsRead(request)
      bill(request, bucket, account.id)
      return list(account, request, params)
    },
  }
}

const allAdSets = (account: AdAccount, request: GraphRequest) =>
  campaignsOf(request.social, account.id).flatMap((campaign) => adSetsOf(request.social, campaign.id))

const allAds = (account: AdAccount, request: GraphRequest) =>
  allAdSets(account, request).flatMap((adSet) => adsOf(request.social, adSet.id))

const pages = (account: AdAccount, request: GraphRequest) =>
  account.pages
    .filter((id) => roleOn(request, id) !== undefined)
    .flatMap((id) => request.social.pages[id] ?? [])

const photoAccounts = (account: AdAccount, request: GraphRequest) =>
  pages(account, request).flatMap((page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [])

const byAccount = <Item extends { readonly account: string }>(
  items: Record<string, Item>,
  account: AdAccount,
) => Object.values(items).filter((item) => item.account === account.id)

export const adAccountKind: AddressedKind<AdAccount> = {
  type: 'AdAccount',
  source,
  id: (account) => `act_${account.id}`,
  usual: ['account_id'],
  fields: {
    account_id: (account) => account.id,
    ...plain<AdAccount>('name', 'currency'),
    account_status: (account) => account.status,
    disable_reason: (account) => account.disableReason,
    timezone_name: (account) => account.timeZone,
    timezone_id: () => 47,
    timezone_offset_hours_utc: (account, request) => zoneOf(account.timeZone).offsetMinutes(request.now) / 60,
    min_daily_budget: (account) => minimumDaily(account.currency),
    min_campaign_group_spend_cap: (account) => String(minimumDaily(account.currency) * 100),
    business: (account, request) => {
      const business = request.social.businesses[account.business ?? '']
      return business === undefined ? undefined : Linked.node('business', business)
    },
    business_name: (account, request) => request.social.businesses[account.business ?? '']?.name ?? '',
    user_tasks: (account, request) => memberOf(request).adAccounts.find(({ id }) => id === account.id)?.tasks,
    tos_accepted: (account) => ({ custom_audience_tos: account.audienceTermsAccepted ? 1 : 0 }),
    amount_spent: (account, request) =>
      String(
        campaignsOf(request.social, account.id).reduce(
          (sum, campaign) => sum + spentOf(request, account, campaign),
          0,
        ),
      ),
    balance: () => '0',
    spend_cap: () => '0',
    created_time: (account) => accountTime(account, account.createdAt),
    age: (account, request) => Math.round((request.now - account.createdAt) / 86_400_000),
    is_personal: (account) => (account.business === undefined ? 1 : 0),
    is_prepay_account: () => false,
    owner: (account) => account.business ?? account.id,
    default_dsa_beneficiary: (account) => account.advertiser,
    default_dsa_payor: (account) => account.advertiser,
    capabilities: () => [],
    funding_source: () => undefined,
  },
  edges: {
    campaigns: edge(
      'campaigns',
      (account, request, params) => ({
        kind: 'campaign',
        items: listedObjects(
          'campaign',
          campaignsOf(request.social, account.id),
          campaignStatus,
          request,
          params,
        ),
      }),
      { params: listParams, create: campaignWrites.create },
    ),
    campaignsbylabels: edge(
      'campaignsbylabels',
      (account, request, params) => ({
        kind: 'campaign',
        items: labelled(campaignsOf(request.social, account.id), params),
      }),
      { params: ['ad_label_ids', 'operator'] },
    ),
    adsets: edge(
      'adsets',
      (account, request, params) => listedAdSets(allAdSets(account, request), request, params),
      { params: listParams, create: adSetWrites.create },
    ),
    ads: edge('ads', (account, request, params) => listedAds(allAds(account, request), request, params), {
      params: listParams,
      create: adWrites.create,
    }),
    adcreatives: edge('adcreatives', (account, request) => ({
      kind: 'creative',
      items: byAccount(request.social.creatives, account)
        .filter(({ deleted }) => !deleted)
        .toReversed(),
    })),
    adimages: edge('adimages', listImages, {
      params: ['hashes', 'name', 'minwidth', 'minheight'],
      create: createImage,
    }),
    advideos: edge('advideos', listVideos, { params: videoListParams, create: createVideo }),
    video_ads: {
      source: 'https://developers.facebook.com/docs/marketing-api/guides/videoads',
      create: closeVideoSession,
    },
    insights: insightsEdge<AdAccount>((account, request) => ({
      level: 'account',
      account,
      campaigns: campaignsOf(request.social, account.id),
      node: `act_${account.id}`,
    })),
    customaudiences: edge(
      'customaudiences',
      (account, request) => ({
        kind: 'audience',
        items: byAccount(request.social.audiences, account).toReversed(),
      }),
      { bucket: 'custom_audience', create: createAudience },
    ),
    customaudiencestos: edge(
      'customaudiencestos',
      (account) => ({ kind: termsKind, items: [account], unpaged: true }),
      {
        create: acceptTerms,
      },
    ),
    adspixels: edge(
      'adspixels',
      (account, request, params) => {
        const sort = params.choice('sort_by', ['LAST_FIRED_TIME', 'NAME'])
        const items = byAccount(request.social.pixels, account)
        return {
          kind: 'pixel',
          items: sort === 'NAME' ? items.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : items,
        }
      },
      { params: ['sort_by'] },
    ),
    customconversions: edge('customconversions', (account, request) => ({
      kind: 'custom_conversion',
      items: byAccount(request.social.customConversions, account),
    })),
    minimum_budgets: edge(
      'minimum_budgets',
      () => ({ kind: minimumBudgetKind, items: listedCurrencies, unpaged: true }),
      {
        params: ['bid_amount'],
      },
    ),
    promote_pages: edge('promote_pages', (account, request) => ({
      kind: 'page',
      items: pages(account, request),
    })),
    connected_instagram_accounts: edge('connected_instagram_accounts', (account, request) => ({
      kind: 'photo_account',
      items: photoAccounts(account, request),
    })),
    instagram_accounts: edge('instagram_accounts', (account, request) => ({
      kind: 'photo_account',
      items: photoAccounts(account, request),
    })),
    targetingsearch: edge(
      'targetingsearch',
      (_account, _request, params) => ({ kind: targetingKind, items: searchInterests(params) }),
      { params: targetingParams, limit: { usual: 25, most: 1_000 } },
    ),
  },
}

const minimumBudgetKind: NodeKind<string> = {
  type: 'MinimumBudget',
  fields: {
    currency: (currency) => currency,
    min_daily_budget_imp: (currency) => minimumDaily(currency),
    min_daily_budget_video_views: (currency) => minimumDaily(currency),
    min_daily_budget_high_freq: (currency) => minimumDaily(currency) * 5,
    min_daily_budget_low_freq: (currency) => minimumDaily(currency) * 40,
  },
}
