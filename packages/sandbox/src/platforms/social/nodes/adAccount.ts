// Ad accounts and their edges.
// https://developers.facebook.com/docs/marketing-api/reference/ad-account

import { getZone } from '../../../delivery/zone.ts'
import { findCallerPageRole, getPersonRoles, requireAdsRead } from '../access.ts'
import { adWrites } from '../changes/ad.ts'
import { adSetWrites } from '../changes/adSet.ts'
import { acceptTerms, createAudience, termsKind } from '../changes/audience.ts'
import { computeSpend } from '../changes/budget.ts'
import { campaignWrites } from '../changes/campaign.ts'
import { filterByLabels } from '../changes/labels.ts'
import {
  type Edge,
  LinkedNode,
  type Listing,
  type NodeKind,
  type NodeKindWithId,
  plainFields,
} from '../graph/nodeKind.ts'
import type { BucketType, GraphRequest, Params } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import { createInsightsEdge } from '../insights/edge.ts'
import { minDailyBudgetUnits, supportedCurrencies } from '../money.ts'
import { listAdSets, listAds, listCampaigns } from '../relations.ts'
import type { AdAccount } from '../state.ts'
import { effectiveCampaignStatus, filterObjects } from '../status.ts'
import { searchInterests, targetingKind, targetingParams } from '../targeting/targeting.ts'
import { formatAccountTime } from '../times.ts'
import { createAdListing, createAdSetListing, objectListParams } from './adObject.ts'
import { createImage, listImages } from './image.ts'
import { listVideos, videoListParams } from './video.ts'
import { createVideo, handleVideoSession } from './videoUpload.ts'

const docsUrl = 'https://developers.facebook.com/docs/marketing-api/reference/ad-account'

/** Declares an edge of an ad account, which requires `ads_read` and is billed to the account. */
function createAccountEdge(
  name: string,
  list: (account: AdAccount, request: GraphRequest, params: Params) => Listing,
  options: Omit<Edge<AdAccount>, 'docsUrl' | 'list'> & { readonly bucket?: BucketType } = {},
): Edge<AdAccount> {
  const { bucket = 'ads_management', ...edgeOptions } = options
  return {
    docsUrl: `${docsUrl}/${name}`,
    ...edgeOptions,
    list: (account, request, params) => {
      requireAdsRead(request)
      chargeUsage(request, bucket, account.id)
      return list(account, request, params)
    },
  }
}

const listAccountAdSets = (account: AdAccount, request: GraphRequest) =>
  listCampaigns(request.social, account.id).flatMap((campaign) => listAdSets(request.social, campaign.id))

const listAccountAds = (account: AdAccount, request: GraphRequest) =>
  listAccountAdSets(account, request).flatMap((adSet) => listAds(request.social, adSet.id))

const listAdvertisablePages = (account: AdAccount, request: GraphRequest) =>
  account.pages
    .filter((id) => findCallerPageRole(request, id) !== undefined)
    .flatMap((id) => request.social.pages[id] ?? [])

const listPhotoAccounts = (account: AdAccount, request: GraphRequest) =>
  listAdvertisablePages(account, request).flatMap(
    (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
  )

const filterByAccount = <Item extends { readonly account: string }>(
  items: Record<string, Item>,
  account: AdAccount,
) => Object.values(items).filter((item) => item.account === account.id)

export const adAccountKind: NodeKindWithId<AdAccount> = {
  type: 'AdAccount',
  docsUrl,
  id: (account) => `act_${account.id}`,
  defaultFields: ['account_id'],
  fields: {
    account_id: (account) => account.id,
    ...plainFields<AdAccount>('name', 'currency'),
    account_status: (account) => account.status,
    disable_reason: (account) => account.disableReason,
    timezone_name: (account) => account.timeZone,
    timezone_id: () => 47,
    timezone_offset_hours_utc: (account, request) =>
      getZone(account.timeZone).offsetMinutes(request.now) / 60,
    min_daily_budget: (account) => minDailyBudgetUnits(account.currency),
    min_campaign_group_spend_cap: (account) => String(minDailyBudgetUnits(account.currency) * 100),
    business: (account, request) => {
      const business = request.social.businesses[account.business ?? '']
      return business === undefined ? undefined : LinkedNode.toNode('business', business)
    },
    business_name: (account, request) => request.social.businesses[account.business ?? '']?.name ?? '',
    user_tasks: (account, request) =>
      getPersonRoles(request).adAccounts.find(({ id }) => id === account.id)?.tasks,
    tos_accepted: (account) => ({ custom_audience_tos: account.audienceTermsAccepted ? 1 : 0 }),
    amount_spent: (account, request) =>
      String(
        listCampaigns(request.social, account.id).reduce(
          (sum, campaign) => sum + computeSpend(request, account, campaign),
          0,
        ),
      ),
    balance: () => '0',
    spend_cap: () => '0',
    created_time: (account) => formatAccountTime(account, account.createdAt),
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
    campaigns: createAccountEdge(
      'campaigns',
      (account, request, params) => ({
        kind: 'campaign',
        items: filterObjects(
          'campaign',
          listCampaigns(request.social, account.id),
          effectiveCampaignStatus,
          request,
          params,
        ),
      }),
      { params: objectListParams, create: campaignWrites.create },
    ),
    campaignsbylabels: createAccountEdge(
      'campaignsbylabels',
      (account, request, params) => ({
        kind: 'campaign',
        items: filterByLabels(listCampaigns(request.social, account.id), params),
      }),
      { params: ['ad_label_ids', 'operator'] },
    ),
    adsets: createAccountEdge(
      'adsets',
      (account, request, params) => createAdSetListing(listAccountAdSets(account, request), request, params),
      { params: objectListParams, create: adSetWrites.create },
    ),
    ads: createAccountEdge(
      'ads',
      (account, request, params) => createAdListing(listAccountAds(account, request), request, params),
      {
        params: objectListParams,
        create: adWrites.create,
      },
    ),
    adcreatives: createAccountEdge('adcreatives', (account, request) => ({
      kind: 'creative',
      items: filterByAccount(request.social.creatives, account)
        .filter(({ deleted }) => !deleted)
        .toReversed(),
    })),
    adimages: createAccountEdge('adimages', listImages, {
      params: ['hashes', 'name', 'minwidth', 'minheight'],
      create: createImage,
    }),
    advideos: createAccountEdge('advideos', listVideos, { params: videoListParams, create: createVideo }),
    video_ads: {
      docsUrl: 'https://developers.facebook.com/docs/marketing-api/guides/videoads',
      create: handleVideoSession,
    },
    insights: createInsightsEdge<AdAccount>((account, request) => ({
      level: 'account',
      account,
      campaigns: listCampaigns(request.social, account.id),
      node: `act_${account.id}`,
    })),
    customaudiences: createAccountEdge(
      'customaudiences',
      (account, request) => ({
        kind: 'audience',
        items: filterByAccount(request.social.audiences, account).toReversed(),
      }),
      { bucket: 'custom_audience', create: createAudience },
    ),
    customaudiencestos: createAccountEdge(
      'customaudiencestos',
      (account) => ({ kind: termsKind, items: [account], isUnpaged: true }),
      {
        create: acceptTerms,
      },
    ),
    adspixels: createAccountEdge(
      'adspixels',
      (account, request, params) => {
        const sort = params.choice('sort_by', ['LAST_FIRED_TIME', 'NAME'])
        const items = filterByAccount(request.social.pixels, account)
        return {
          kind: 'pixel',
          items: sort === 'NAME' ? items.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : items,
        }
      },
      { params: ['sort_by'] },
    ),
    customconversions: createAccountEdge('customconversions', (account, request) => ({
      kind: 'custom_conversion',
      items: filterByAccount(request.social.customConversions, account),
    })),
    minimum_budgets: createAccountEdge(
      'minimum_budgets',
      () => ({ kind: minimumBudgetKind, items: supportedCurrencies, isUnpaged: true }),
      {
        params: ['bid_amount'],
      },
    ),
    promote_pages: createAccountEdge('promote_pages', (account, request) => ({
      kind: 'page',
      items: listAdvertisablePages(account, request),
    })),
    connected_instagram_accounts: createAccountEdge('connected_instagram_accounts', (account, request) => ({
      kind: 'photo_account',
      items: listPhotoAccounts(account, request),
    })),
    instagram_accounts: createAccountEdge('instagram_accounts', (account, request) => ({
      kind: 'photo_account',
      items: listPhotoAccounts(account, request),
    })),
    targetingsearch: createAccountEdge(
      'targetingsearch',
      (_account, _request, params) => ({ kind: targetingKind, items: searchInterests(params) }),
      { params: targetingParams, limit: { defaultLimit: 25, maxLimit: 1_000 } },
    ),
  },
}

const minimumBudgetKind: NodeKind<string> = {
  type: 'MinimumBudget',
  fields: {
    currency: (currency) => currency,
    min_daily_budget_imp: (currency) => minDailyBudgetUnits(currency),
    min_daily_budget_video_views: (currency) => minDailyBudgetUnits(currency),
    min_daily_budget_high_freq: (currency) => minDailyBudgetUnits(currency) * 5,
    min_daily_budget_low_freq: (currency) => minDailyBudgetUnits(currency) * 40,
  },
}
