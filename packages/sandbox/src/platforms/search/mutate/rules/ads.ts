// Ad groups and their ads. https://developers.google.com/google-ads/api/docs/responsive-search-ads/overview

import type { PathElement } from '../../errors.ts'
import { checkTextPolicy } from '../../policy.ts'
import { lastSegment } from '../../resources.ts'
import { asArray, asObject, asString, type WireObject } from '../../wire.ts'
import { displayWidth } from '../check.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkNotRemoved } from './criteria.ts'
import { checkCountLimit, countLimits } from './limits.ts'
import { checkFinalUrl, checkFinalUrlSuffix, checkTrackingTemplate } from './urls.ts'

export const adGroupRules: ResourceRules = {
  create(context, adGroup) {
    const { draft } = context
    adGroup['id'] = draft.nextId('adGroup')
    adGroup['status'] ??= 'ENABLED'
    adGroup['type'] ??= 'SEARCH_STANDARD'
    adGroup['adRotationMode'] ??= 'OPTIMIZE'
    adGroup['baseAdGroup'] = draft.toResourceName('adGroups', adGroup['id'])
    const campaign = asString(adGroup['campaign'])
    checkNotRemoved(context, 'campaign', campaign, ['campaign'])
    if (!asString(adGroup['type']).startsWith('SEARCH_')) {
      context.report('adGroupError.AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE', ['type'])
    }
    checkAdGroup(context, adGroup)
    const liveCount = draft.countByKey(
      'ad_group',
      'campaign',
      (other) => (isRemoved(other) ? undefined : asString(other['campaign'])),
      campaign,
    )
    checkCountLimit(context, countLimits.adGroups, liveCount, lastSegment(campaign))
    return undefined
  },
  update: checkAdGroup,
}

function checkAdGroup(context: RuleContext, adGroup: WireObject): void {
  const name = asString(adGroup['name'])
  if (/[\0\n\r]/.test(name)) context.report('adGroupError.INVALID_ADGROUP_NAME', ['name'], { trigger: name })
  const getKey = (other: WireObject) =>
    isRemoved(other) ? undefined : `${asString(other['campaign'])}\n${asString(other['name'])}`
  const duplicates = context.draft.findByKey('ad_group', 'name', getKey, getKey(adGroup) ?? '')
  if (duplicates.some((other) => other['resourceName'] !== adGroup['resourceName'])) {
    context.report('adGroupError.DUPLICATE_ADGROUP_NAME', ['name'], { trigger: name })
  }
  checkFinalUrlSuffix(context, adGroup)
  checkTrackingTemplate(context, adGroup)
}

export const adGroupAdRules: ResourceRules = {
  create(context, adGroupAd) {
    const { draft } = context
    const ad = asObject(adGroupAd['ad'])
    const id = draft.nextId('ad')
    adGroupAd['status'] ??= 'ENABLED'
    adGroupAd['adStrength'] = 'PENDING'
    ad['id'] = id
    ad['resourceName'] = draft.toResourceName('ads', id)
    ad['addedByGoogleAds'] = false
    const adGroup = asString(adGroupAd['adGroup'])
    checkNotRemoved(context, 'ad_group', adGroup, ['ad_group'])
    if (ad['responsiveSearchAd'] === undefined) {
      context.report('adError.INVALID_AD_TYPE', ['ad'])
      return undefined
    }
    ad['type'] = 'RESPONSIVE_SEARCH_AD'
    checkSearchAd(context, ad)
    checkEnabledCount(context, adGroupAd)
    return undefined
  },
  update(context, adGroupAd, previous) {
    if (previous['status'] !== 'ENABLED') checkEnabledCount(context, adGroupAd)
  },
}

/**
 * The number of enabled responsive search ads per ad group is limited:
 * https://support.google.com/google-ads/answer/6372658
 */
function checkEnabledCount(context: RuleContext, adGroupAd: WireObject): void {
  if (adGroupAd['status'] !== 'ENABLED') return
  const adGroup = asString(adGroupAd['adGroup'])
  const getKey = (other: WireObject) =>
    other['status'] === 'ENABLED' ? asString(other['adGroup']) : undefined
  const enabledAds = context.draft
    .findByKey('ad_group_ad', 'enabled', getKey, adGroup)
    .filter((other) => other['resourceName'] !== adGroupAd['resourceName'])
  checkCountLimit(context, countLimits.searchAds, enabledAds.length, lastSegment(adGroup))
}

function checkSearchAd(context: RuleContext, ad: WireObject): void {
  const urls = asArray(ad['finalUrls'])
  if (urls.length === 0) context.report('fieldError.REQUIRED', ['ad', 'final_urls'])
  for (const [index, url] of urls.entries()) {
    checkFinalUrl(context, asString(url), ['ad', { field: 'final_urls', index }])
  }
  const searchAd = asObject(ad['responsiveSearchAd'])
  checkLines(context, asArray(searchAd['headlines']), 'headlines', 30, [
    'HEADLINE_1',
    'HEADLINE_2',
    'HEADLINE_3',
  ])
  checkLines(context, asArray(searchAd['descriptions']), 'descriptions', 90, [
    'DESCRIPTION_1',
    'DESCRIPTION_2',
  ])
  if (searchAd['path2'] !== undefined && searchAd['path1'] === undefined) {
    context.report('adError.CANNOT_SET_PATH2_WITHOUT_PATH1', ['ad', 'responsive_search_ad', 'path2'])
  }
}

/**
 * Keyword insertion counts with the length of its default text:
 * https://support.google.com/google-ads/answer/2454041
 */
const expandKeywordInsertion = (words: string) => words.replace(/\{keyword:([^{}]+)\}/gi, '$1')

function checkLines(
  context: RuleContext,
  lines: readonly WireObject[string][],
  field: string,
  maxWidth: number,
  slots: readonly string[],
): void {
  const seenTexts = new Set<string>()
  const pinnedSlots = new Set<string>()
  let unpinnedCount = 0
  for (const [index, line] of lines.entries()) {
    const path: PathElement[] = ['ad', 'responsive_search_ad', { field, index }]
    const { text: value, pinnedField } = asObject(line)
    const lineText = asString(value)
    const trigger = lineText
    if (displayWidth(expandKeywordInsertion(lineText)) > maxWidth)
      context.report('adError.LINE_TOO_WIDE', [...path, 'text'], { trigger })
    if (seenTexts.has(lineText))
      context.report('distinctError.DUPLICATE_ELEMENT', [...path, 'text'], { trigger })
    seenTexts.add(lineText)
    checkTextPolicy(context, lineText, [...path, 'text'])
    if (pinnedField === undefined) unpinnedCount++
    else if (slots.includes(asString(pinnedField))) pinnedSlots.add(asString(pinnedField))
    else {
      context.report('assetLinkError.INVALID_PINNED_FIELD', [...path, 'pinned_field'], {
        trigger: asString(pinnedField),
      })
    }
  }
  if (unpinnedCount < slots.length - pinnedSlots.size) {
    context.report('assetLinkError.NOT_ENOUGH_AVAILABLE_ASSET_LINKS_FOR_VALID_COMBINATION', [
      'ad',
      'responsive_search_ad',
      field,
    ])
  }
}
