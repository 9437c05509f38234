// Ad groups and their ads. https://developers.google.com/google-ads/api/docs/responsive-search-ads/overview

import type { PathElement } from '../../errors.ts'
import { checkTextPolicy } from '../../policy.ts'
import { lastPart } from '../../resources.ts'
import { list, text, type Wire, wire } from '../../wire.ts'
import { widthOf } from '../check.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkAlive } from './criteria.ts'
import { checkCount, countLimits } from './limits.ts'
import { checkFinalUrl, checkFinalUrlSuffix, checkTrackingTemplate } from './urls.ts'

export const adGroupRules: ResourceRules = {
  create(context, adGroup) {
    const { draft } = context
    adGroup['id'] = draft.nextId('adGroup')
    adGroup['status'] ??= 'ENABLED'
    adGroup['type'] ??= 'SEARCH_STANDARD'
    adGroup['adRotationMode'] ??= 'OPTIMIZE'
    adGroup['baseAdGroup'] = draft.nameOf('adGroups', adGroup['id'])
    const campaign = text(adGroup['campaign'])
    checkAlive(context, 'campaign', campaign, ['campaign'])
    if (!text(adGroup['type']).startsWith('SEARCH_')) {
      context.report('adGroupError.AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE', ['type'])
    }
    checkAdGroup(context, adGroup)
    const alive = draft.count(
      'ad_group',
      'campaign',
      (other) => (isRemoved(other) ? undefined : text(other['campaign'])),
      campaign,
    )
    checkCount(context, countLimits.adGroups, alive, lastPart(campaign))
    return undefined
  },
  update: checkAdGroup,
}

function checkAdGroup(context: RuleContext, adGroup: Wire): void {
  const name = text(adGroup['name'])
  if (/[\0\n\r]/.test(name)) context.report('adGroupError.INVALID_ADGROUP_NAME', ['name'], { trigger: name })
  const keyOf = (other: Wire) =>
    isRemoved(other) ? undefined : `${text(other['campaign'])}\n${text(other['name'])}`
  const same = context.draft.keyed('ad_group', 'name', keyOf, keyOf(adGroup) ?? '')
  if (same.some((other) => other['resourceName'] !== adGroup['resourceName'])) {
    context.report('adGroupError.DUPLICATE_ADGROUP_NAME', ['name'], { trigger: name })
  }
  checkFinalUrlSuffix(context, adGroup)
  checkTrackingTemplate(context, adGroup)
}

export const adGroupAdRules: ResourceRules = {
  create(context, adGroupAd) {
    const { draft } = context
    const ad = wire(adGroupAd['ad'])
    const id = draft.nextId('ad')
    adGroupAd['status'] ??= 'ENABLED'
    adGroupAd['adStrength'] = 'PENDING'
    ad['id'] = id
    ad['resourceName'] = draft.nameOf('ads', id)
    ad['addedByGoogleAds'] = false
    const adGroup = text(adGroupAd['adGroup'])
    checkAlive(context, 'ad_group', adGroup, ['ad_group'])
    if (ad['responsiveSearchAd'] === undefined) {
      context.report('adError.INVALID_AD_TYPE', ['ad'])
      return undefined
    }
    ad['type'] = 'RESPONSIVE_SEARCH_AD'
    checkSearchAd(context, ad)
    checkEnabledCount(context, adGroupAd)
    return undefined
  },
  update(context, adGroupAd, before) {
    if (before['status'] !== 'ENABLED') checkEnabledCount(context, adGroupAd)
  },
}

/** Only so many enabled responsive search ads share an ad group: https://support.google.com/google-ads/answer/6372658 */
function checkEnabledCount(context: RuleContext, adGroupAd: Wire): void {
  if (adGroupAd['status'] !== 'ENABLED') return
  const adGroup = text(adGroupAd['adGroup'])
  const keyOf = (other: Wire) => (other['status'] === 'ENABLED' ? text(other['adGroup']) : undefined)
  const enabled = context.draft
    .keyed('ad_group_ad', 'enabled', keyOf, adGroup)
    .filter((other) => other['resourceName'] !== adGroupAd['resourceName'])
  checkCount(context, countLimits.searchAds, enabled.length, lastPart(adGroup))
}

function checkSearchAd(context: RuleContext, ad: Wire): void {
  const urls = list(ad['finalUrls'])
  if (urls.length === 0) context.report('fieldError.REQUIRED', ['ad', 'final_urls'])
  for (const [index, url] of urls.entries()) {
    checkFinalUrl(context, text(url), ['ad', { field: 'final_urls', index }])
  }
  const searchAd = wire(ad['responsiveSearchAd'])
  checkLines(context, list(searchAd['headlines']), 'headlines', 30, [
    'HEADLINE_1',
    'HEADLINE_2',
    'HEADLINE_3',
  ])
  checkLines(context, list(searchAd['descriptions']), 'descriptions', 90, ['DESCRIPTION_1', 'DESCRIPTION_2'])
  if (searchAd['path2'] !== undefined && searchAd['path1'] === undefined) {
    context.report('adError.CANNOT_SET_PATH2_WITHOUT_PATH1', ['ad', 'responsive_search_ad', 'path2'])
  }
}

/** A keyword that is inserted counts as the text in its place: https://support.google.com/google-ads/answer/2454041 */
const withDefaults = (words: string) => words.replace(/\{keyword:([^{}]+)\}/gi, '$1')

function checkLines(
  context: RuleContext,
  lines: readonly Wire[string][],
  field: string,
  widest: number,
  slots: readonly string[],
): void {
  const seen = new Set<string>()
  const pinned = new Set<string>()
  let free = 0
  for (const [index, line] of lines.entries()) {
    const path: PathElement[] = ['ad', 'responsive_search_ad', { field, index }]
    const { text: value, pinnedField } = wire(line)
    const words = text(value)
    const trigger = words
    if (widthOf(withDefaults(words)) > widest)
      context.report('adError.LINE_TOO_WIDE', [...path, 'text'], { trigger })
    if (seen.has(words)) context.report('distinctError.DUPLICATE_ELEMENT', [...path, 'text'], { trigger })
    seen.add(words)
    checkTextPolicy(context, words, [...path, 'text'])
    if (pinnedField === undefined) free++
    else if (slots.includes(text(pinnedField))) pinned.add(text(pinnedField))
    else {
      context.report('assetLinkError.INVALID_PINNED_FIELD', [...path, 'pinned_field'], {
        trigger: text(pinnedField),
      })
    }
  }
  if (free < slots.length - pinned.size) {
    context.report('assetLinkError.NOT_ENOUGH_AVAILABLE_ASSET_LINKS_FOR_VALID_COMBINATION', [
      'ad',
      'responsive_search_ad',
      field,
    ])
  }
}
