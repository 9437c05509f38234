// Maps ads, their assets and their review to adrail's form.

import { type AdContent, distinctTexts, emptyAdContent, type Review } from '../connector-kit/adContent.ts'
import type { AdContentRow, CampaignAssetContentRow } from './adRows.ts'

export function toSearchAdContent(
  { campaign, adGroupAd: { ad, policySummary } }: AdContentRow,
  assets: readonly CampaignAssetContentRow[],
): AdContent {
  const { responsiveSearchAd, finalUrls = [], finalUrlSuffix } = ad
  const listAssets = (fieldType: string) =>
    assets.filter(({ campaignAsset }) => campaignAsset.fieldType === fieldType).map(({ asset }) => asset)
  const [leadForm] = listAssets('LEAD_FORM')
  const [imageUrl = '', ...otherImageUrls] = distinctTexts(
    listAssets('AD_IMAGE').map(({ imageAsset }) => imageAsset?.fullSize?.url ?? ''),
  )
  return {
    ...emptyAdContent,
    headlines: toAdTexts(responsiveSearchAd?.headlines),
    descriptions: toAdTexts(responsiveSearchAd?.descriptions),
    callouts: distinctTexts(listAssets('CALLOUT').map(({ calloutAsset }) => calloutAsset?.calloutText ?? '')),
    imageUrl,
    otherImageUrls,
    link: finalUrls[0] ?? '',
    utmParams: finalUrlSuffix || (campaign.finalUrlSuffix ?? ''),
    callToAction: leadForm?.leadFormAsset?.callToActionType ?? '',
    leadFormId: leadForm?.id ?? '',
    review: toReview(policySummary),
  }
}

interface TextRow {
  readonly text?: string | undefined
  readonly pinnedField?: string | undefined
}

function toAdTexts(texts: readonly TextRow[] = []) {
  return texts.map(({ text = '', pinnedField = '' }) => ({ text, pinnedTo: pinnedField }))
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/PolicyApprovalStatusEnum.PolicyApprovalStatus */
const statusByApproval: Readonly<Record<string, string>> = {
  APPROVED: 'APPROVED',
  APPROVED_LIMITED: 'LIMITED',
  AREA_OF_INTEREST_ONLY: 'LIMITED',
  DISAPPROVED: 'REJECTED',
}

/**
 * Topics that restrict an ad. Other types of topics are only informative.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/PolicyTopicEntryTypeEnum.PolicyTopicEntryType
 */
const effectByType: Readonly<Record<string, string>> = {
  PROHIBITED: 'Google Ads does not show the ad.',
  LIMITED: 'Google Ads shows the ad only in some places or to some people.',
  FULLY_LIMITED: 'Google Ads shows the ad in none of the targeted places.',
  AREA_OF_INTEREST_ONLY: 'Google Ads shows the ad only to people interested in the targeted places.',
}

function toReview({
  approvalStatus = '',
  reviewStatus = '',
  policyTopicEntries = [],
}: AdContentRow['adGroupAd']['policySummary'] & object = {}): Review {
  const isPending = reviewStatus === 'REVIEW_IN_PROGRESS' || reviewStatus === 'ELIGIBLE_MAY_SERVE'
  return {
    status: statusByApproval[approvalStatus] ?? (isPending ? 'PENDING' : ''),
    reasons: policyTopicEntries.flatMap(({ topic = '', type = '' }) => {
      const text = effectByType[type]
      return text === undefined ? [] : [{ code: topic, text }]
    }),
  }
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupCriterionApprovalStatusEnum.AdGroupCriterionApprovalStatus */
const statusByKeywordApproval: Readonly<Record<string, string>> = {
  APPROVED: 'APPROVED',
  DISAPPROVED: 'REJECTED',
  PENDING_REVIEW: 'PENDING',
  UNDER_REVIEW: 'PENDING',
}

export function toKeywordReview(approvalStatus = '', disapprovalReasons: readonly string[] = []): Review {
  return {
    status: statusByKeywordApproval[approvalStatus] ?? '',
    reasons: disapprovalReasons.map((code) => ({ code, text: '' })),
  }
}
