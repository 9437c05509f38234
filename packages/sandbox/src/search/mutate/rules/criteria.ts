// Where and for what a campaign is shown. https://developers.google.com/google-ads/api/docs/targeting/criteria

import { geoTarget } from '../../catalogue/geoTargets.ts'
import { language } from '../../catalogue/languages.ts'
import { checkKeywordPolicy } from '../../policy.ts'
import { lastPart } from '../../resources.ts'
import { text, type Wire, wire } from '../../wire.ts'
import { idOf, isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkCount, countLimits } from './limits.ts'

const longestKeyword = 80
const mostWords = 10

export const campaignCriterionRules: ResourceRules = {
  create(context, criterion) {
    criterion['negative'] ??= false
    criterion['status'] ??= 'ENABLED'
    checkAlive(context, 'campaign', text(criterion['campaign']), ['campaign'])
    if (criterion['keyword'] !== undefined) completeKeyword(context, criterion, 'campaign')
    else if (criterion['location'] !== undefined) completeLocation(context, criterion)
    else if (criterion['proximity'] !== undefined) completeProximity(context, criterion)
    else if (criterion['language'] !== undefined) completeLanguage(context, criterion)
    else if (!completeFixed(context, criterion)) {
      context.report('campaignCriterionError.CONCRETE_TYPE_REQUIRED', ['criterion'])
    }
    checkCampaignCounts(context, criterion)
    return undefined
  },
  update(context, criterion, _before, changed) {
    if (criterion['negative'] === true) {
      context.report('campaignCriterionError.CANNOT_UPDATE_NEGATIVE_CRITERION', [])
    } else if (changed.has('bid_modifier') && criterion['language'] !== undefined) {
      context.report('criterionError.CANNOT_BID_MODIFY_CRITERION_TYPE', ['bid_modifier'])
    }
  },
}

export const adGroupCriterionRules: ResourceRules = {
  create(context, criterion) {
    criterion['negative'] ??= false
    criterion['status'] ??= 'ENABLED'
    const adGroup = text(criterion['adGroup'])
    checkAlive(context, 'ad_group', adGroup, ['ad_group'])
    if (criterion['keyword'] === undefined) {
      context.report('adGroupCriterionError.CONCRETE_TYPE_REQUIRED', ['criterion'])
      return undefined
    }
    criterion['systemServingStatus'] = 'ELIGIBLE'
    criterion['approvalStatus'] = 'APPROVED'
    completeKeyword(context, criterion, 'adGroup')
    const present = context.draft.count('ad_group_criterion', 'place', placeOf('adGroup'), adGroup)
    checkCount(context, countLimits.criteria, present, lastPart(adGroup))
    return undefined
  },
  update(context, criterion, _before, changed) {
    if (criterion['negative'] === true && [...changed].some((field) => field !== 'status')) {
      context.report('adGroupCriterionError.CANT_UPDATE_NEGATIVE', [])
    }
  },
}

function placeOf(member: string): (criterion: Wire) => string | undefined {
  return (criterion) => (isRemoved(criterion) ? undefined : text(criterion[member]))
}

/** Equal keywords of one place are one keyword, whatever their case. */
function keywordKey(member: string): (criterion: Wire) => string | undefined {
  return (criterion) => {
    const keyword = wire(criterion['keyword'])
    if (isRemoved(criterion) || keyword['text'] === undefined) return undefined
    return [
      text(criterion[member]),
      criterion['negative'] === true,
      text(keyword['matchType']),
      text(keyword['text']).toLowerCase(),
    ].join('\n')
  }
}

export function checkAlive(context: RuleContext, kind: string, name: string, path: readonly string[]): void {
  const found = context.draft.get(kind, name)
  if (found !== undefined && isRemoved(found)) {
    context.report('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', path, { trigger: name })
  }
}

function completeKeyword(context: RuleContext, criterion: Wire, member: 'campaign' | 'adGroup'): void {
  const keyword = wire(criterion['keyword'])
  const wanted = text(keyword['text'])
  const path = ['keyword', 'text']
  const code = keywordProblem(wanted)
  if (code !== undefined) context.report(code, path, { trigger: wanted })
  else if (criterion['negative'] !== true) checkKeywordPolicy(context, wanted, path)
  criterion['type'] = 'KEYWORD'
  criterion['displayName'] = wanted
  const kind = member === 'campaign' ? 'campaign_criterion' : 'ad_group_criterion'
  const keyOf = keywordKey(member)
  const same = context.draft.keyed(kind, 'keyword', keyOf, keyOf(criterion) ?? '')[0]
  if (same !== undefined) {
    context.report('mutateError.RESOURCE_ALREADY_EXISTS', path, { trigger: wanted })
  }
  criterion['criterionId'] = context.draft.nextId('keyword')
}

function keywordProblem(keyword: string): string | undefined {
  if (keyword.trim() === '') return 'criterionError.INVALID_KEYWORD_TEXT'
  if ([...keyword].length > longestKeyword) return 'criterionError.KEYWORD_TEXT_TOO_LONG'
  if (keyword.trim().split(/\s+/).length > mostWords) return 'criterionError.KEYWORD_HAS_TOO_MANY_WORDS'
  if (/(^|\s)\+\S/.test(keyword)) return 'criterionError.BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED'
  return /[,!@%^()={};~`<>?\\|\u2012-\u2015[\]"]/.test(keyword)
    ? 'criterionError.KEYWORD_HAS_INVALID_CHARS'
    : undefined
}

/** The id in a constant's resource name; undefined, and reported, when it is no such name. */
function constantId(
  context: RuleContext,
  collection: string,
  name: string,
  path: readonly string[],
): string | undefined {
  const id = new RegExp(`^${collection}/(\\d+)$`).exec(name)?.[1]
  if (id === undefined) context.report('requestError.RESOURCE_NAME_MALFORMED', path, { trigger: name })
  return id
}

function completeLocation(context: RuleContext, criterion: Wire): void {
  const name = text(wire(criterion['location'])['geoTargetConstant'])
  const path = ['location', 'geo_target_constant']
  const id = constantId(context, 'geoTargetConstants', name, path)
  if (id === undefined) return
  const target = geoTarget(id)
  if (target === undefined) {
    context.report('criterionError.INVALID_CRITERION_ID', path, { trigger: name })
  } else if (target['status'] !== 'ENABLED') {
    context.report('criterionError.CANNOT_TARGET_OBSOLETE_CRITERION', path, { trigger: name })
  }
  criterion['type'] = 'LOCATION'
  criterion['criterionId'] = id
  criterion['displayName'] = text(target?.['canonicalName'])
  const present = context.draft.get(
    'campaign_criterion',
    context.draft.nameOf('campaignCriteria', `${lastPart(text(criterion['campaign']))}~${id}`),
  )
  if (present !== undefined && !isRemoved(present) && present['negative'] !== criterion['negative']) {
    context.report('campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE', path, { trigger: name })
  }
}

function completeLanguage(context: RuleContext, criterion: Wire): void {
  const name = text(wire(criterion['language'])['languageConstant'])
  const path = ['language', 'language_constant']
  const id = constantId(context, 'languageConstants', name, path)
  if (id === undefined) return
  const found = language(id)
  if (found === undefined) context.report('criterionError.INVALID_CRITERION_ID', path, { trigger: name })
  else if (found['targetable'] !== true) {
    context.report('criterionError.CANNOT_TARGET_LANGUAGE', path, { trigger: name })
  }
  if (criterion['negative'] === true) {
    context.report('campaignCriterionError.CANNOT_EXCLUDE_CRITERIA_TYPE', ['negative'])
  }
  criterion['type'] = 'LANGUAGE'
  criterion['criterionId'] = id
  criterion['displayName'] = text(found?.['name'])
}

function completeProximity(context: RuleContext, criterion: Wire): void {
  const proximity = wire(criterion['proximity'])
  const point = wire(proximity['geoPoint'])
  proximity['radiusUnits'] ??= 'KILOMETERS'
  if (proximity['geoPoint'] === undefined && proximity['address'] === undefined) {
    context.report('criterionError.PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL', ['proximity'])
  }
  checkDegrees(context, point['longitudeInMicroDegrees'], 180, 'longitude')
  checkDegrees(context, point['latitudeInMicroDegrees'], 90, 'latitude')
  const radius = Number(proximity['radius'])
  const largest = proximity['radiusUnits'] === 'MILES' ? 500 : 800
  if (!(radius > 0 && radius <= largest)) {
    context.report('criterionError.INVALID_PROXIMITY_RADIUS', ['proximity', 'radius'], {
      trigger: String(radius),
    })
  }
  if (criterion['negative'] === true) {
    context.report('campaignCriterionError.CANNOT_EXCLUDE_CRITERIA_TYPE', ['negative'])
  }
  criterion['type'] = 'PROXIMITY'
  criterion['criterionId'] = context.draft.nextId('criterion')
}

function checkDegrees(context: RuleContext, value: Wire[string], largest: number, name: string): void {
  const micro = Number(value ?? 0)
  if (Math.abs(micro) <= largest * 1_000_000) return
  context.report(
    `criterionError.INVALID_${name.toUpperCase()}`,
    ['proximity', 'geo_point', `${name}_in_micro_degrees`],
    { trigger: String(micro) },
  )
}

const fixedIds: Readonly<Record<string, string>> = {
  DESKTOP: '30000',
  MOBILE: '30001',
  TABLET: '30002',
  CONNECTED_TV: '30004',
}

/** Devices have ids of their own; schedules, address blocks and demographics get a new one. */
function completeFixed(context: RuleContext, criterion: Wire): boolean {
  const types = {
    device: 'DEVICE',
    adSchedule: 'AD_SCHEDULE',
    ipBlock: 'IP_BLOCK',
    ageRange: 'AGE_RANGE',
    gender: 'GENDER',
  }
  const found = Object.entries(types).find(([member]) => criterion[member] !== undefined)
  if (found === undefined) return false
  const device = text(wire(criterion['device'])['type'])
  criterion['type'] = found[1]
  criterion['criterionId'] = fixedIds[device] ?? context.draft.nextId('criterion')
  return true
}

function countedAs(criterion: Wire): keyof typeof countLimits | undefined {
  if (criterion['location'] !== undefined) return 'locations'
  if (criterion['proximity'] !== undefined) return 'proximities'
  return criterion['keyword'] !== undefined && criterion['negative'] === true ? 'negativeKeywords' : undefined
}

function checkCampaignCounts(context: RuleContext, criterion: Wire): void {
  const counted = countedAs(criterion)
  if (counted === undefined) return
  const keyOf = (other: Wire) =>
    isRemoved(other) ? undefined : `${text(other['campaign'])}\n${countedAs(other)}`
  const present = context.draft.count('campaign_criterion', 'counted', keyOf, keyOf(criterion) ?? '')
  checkCount(context, countLimits[counted], present, idOf({ resourceName: text(criterion['campaign']) }))
}
