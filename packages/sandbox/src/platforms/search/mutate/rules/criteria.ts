// Criteria of campaigns and ad groups. https://developers.google.com/google-ads/api/docs/targeting/criteria

import { findGeoTarget } from '../../catalog/geoTargets.ts'
import { findLanguage } from '../../catalog/languages.ts'
import { checkKeywordPolicy } from '../../policy.ts'
import { lastSegment } from '../../resources.ts'
import { asObject, asString, type WireObject } from '../../wire.ts'
import { isRemoved, resourceId } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkCountLimit, countLimits } from './limits.ts'

const maxKeywordLength = 80
const maxKeywordWords = 10

export const campaignCriterionRules: ResourceRules = {
  create(context, criterion) {
    criterion['negative'] ??= false
    criterion['status'] ??= 'ENABLED'
    checkNotRemoved(context, 'campaign', asString(criterion['campaign']), ['campaign'])
    if (criterion['keyword'] !== undefined) completeKeyword(context, criterion, 'campaign')
    else if (criterion['location'] !== undefined) completeLocation(context, criterion)
    else if (criterion['proximity'] !== undefined) completeProximity(context, criterion)
    else if (criterion['language'] !== undefined) completeLanguage(context, criterion)
    else if (!completeOtherType(context, criterion)) {
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
    const adGroup = asString(criterion['adGroup'])
    checkNotRemoved(context, 'ad_group', adGroup, ['ad_group'])
    if (criterion['keyword'] === undefined) {
      if (!completeDemographics(criterion))
        context.report('adGroupCriterionError.CONCRETE_TYPE_REQUIRED', ['criterion'])
      return undefined
    }
    criterion['systemServingStatus'] = 'ELIGIBLE'
    criterion['approvalStatus'] = 'APPROVED'
    completeKeyword(context, criterion, 'adGroup')
    const existingCount = context.draft.countByKey(
      'ad_group_criterion',
      'place',
      parentKey('adGroup'),
      adGroup,
    )
    checkCountLimit(context, countLimits.criteria, existingCount, lastSegment(adGroup))
    return undefined
  },
  update(context, criterion, _before, changed) {
    if (criterion['negative'] === true && [...changed].some((field) => field !== 'status')) {
      context.report('adGroupCriterionError.CANT_UPDATE_NEGATIVE', [])
    }
  },
}

/** https://developers.google.com/google-ads/api/data/codes-formats (age ranges, genders) */
const demographicIds: Readonly<Record<string, string>> = {
  AGE_RANGE_18_24: '503001',
  AGE_RANGE_25_34: '503002',
  AGE_RANGE_35_44: '503003',
  AGE_RANGE_45_54: '503004',
  AGE_RANGE_55_64: '503005',
  AGE_RANGE_65_UP: '503006',
  AGE_RANGE_UNDETERMINED: '503999',
  MALE: '10',
  FEMALE: '11',
  UNDETERMINED: '20',
}

/** Completes an age range or a gender. Returns whether the criterion is one. */
function completeDemographics(criterion: WireObject): boolean {
  const kinds = [
    ['ageRange', 'AGE_RANGE'],
    ['gender', 'GENDER'],
  ] as const
  const found = kinds.find(([field]) => criterion[field] !== undefined)
  if (found === undefined) return false
  const [field, type] = found
  const value = asString(asObject(criterion[field])['type'])
  Object.assign(criterion, { type, displayName: value, criterionId: demographicIds[value] ?? '0' })
  return true
}

function parentKey(parentField: string): (criterion: WireObject) => string | undefined {
  return (criterion) => (isRemoved(criterion) ? undefined : asString(criterion[parentField]))
}

/** Keywords with equal text in one campaign or ad group are duplicates, regardless of case. */
function keywordKey(parentField: string): (criterion: WireObject) => string | undefined {
  return (criterion) => {
    const keyword = asObject(criterion['keyword'])
    if (isRemoved(criterion) || keyword['text'] === undefined) return undefined
    return [
      asString(criterion[parentField]),
      criterion['negative'] === true,
      asString(keyword['matchType']),
      asString(keyword['text']).toLowerCase(),
    ].join('\n')
  }
}

export function checkNotRemoved(
  context: RuleContext,
  kind: string,
  name: string,
  path: readonly string[],
): void {
  const resource = context.draft.get(kind, name)
  if (resource !== undefined && isRemoved(resource)) {
    context.report('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', path, { trigger: name })
  }
}

function completeKeyword(
  context: RuleContext,
  criterion: WireObject,
  parentField: 'campaign' | 'adGroup',
): void {
  const keyword = asObject(criterion['keyword'])
  const keywordText = asString(keyword['text'])
  const path = ['keyword', 'text']
  const code = keywordProblem(keywordText)
  if (code !== undefined) context.report(code, path, { trigger: keywordText })
  else if (criterion['negative'] !== true) checkKeywordPolicy(context, keywordText, path)
  criterion['type'] = 'KEYWORD'
  criterion['displayName'] = keywordText
  const kind = parentField === 'campaign' ? 'campaign_criterion' : 'ad_group_criterion'
  const getKey = keywordKey(parentField)
  const duplicate = context.draft.findByKey(kind, 'keyword', getKey, getKey(criterion) ?? '')[0]
  if (duplicate !== undefined) {
    context.report('mutateError.RESOURCE_ALREADY_EXISTS', path, { trigger: keywordText })
  }
  criterion['criterionId'] = context.draft.nextId('keyword')
}

/** Completes a keyword of a shared list. The list decides where the keyword applies. */
export function completeSharedKeyword(context: RuleContext, criterion: WireObject): void {
  const keywordText = asString(asObject(criterion['keyword'])['text'])
  const path = ['keyword', 'text']
  const code = keywordProblem(keywordText)
  if (code !== undefined) context.report(code, path, { trigger: keywordText })
  criterion['type'] = 'KEYWORD'
  const getKey = keywordKey('sharedSet')
  const [duplicate] = context.draft.findByKey('shared_criterion', 'keyword', getKey, getKey(criterion) ?? '')
  if (duplicate !== undefined)
    context.report('mutateError.RESOURCE_ALREADY_EXISTS', path, { trigger: keywordText })
  criterion['criterionId'] = context.draft.nextId('keyword')
}

function keywordProblem(keyword: string): string | undefined {
  if (keyword.trim() === '') return 'criterionError.INVALID_KEYWORD_TEXT'
  if ([...keyword].length > maxKeywordLength) return 'criterionError.KEYWORD_TEXT_TOO_LONG'
  if (keyword.trim().split(/\s+/).length > maxKeywordWords) return 'criterionError.KEYWORD_HAS_TOO_MANY_WORDS'
  if (/(^|\s)\+\S/.test(keyword)) return 'criterionError.BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED'
  return /[,!@%^()={};~`<>?\\|\u2012-\u2015[\]"]/.test(keyword)
    ? 'criterionError.KEYWORD_HAS_INVALID_CHARS'
    : undefined
}

/** Returns the id in a constant's resource name. Reports a malformed name and returns undefined. */
function parseConstantId(
  context: RuleContext,
  collection: string,
  name: string,
  path: readonly string[],
): string | undefined {
  const id = new RegExp(`^${collection}/(\\d+)$`).exec(name)?.[1]
  if (id === undefined) context.report('requestError.RESOURCE_NAME_MALFORMED', path, { trigger: name })
  return id
}

function completeLocation(context: RuleContext, criterion: WireObject): void {
  const name = asString(asObject(criterion['location'])['geoTargetConstant'])
  const path = ['location', 'geo_target_constant']
  const id = parseConstantId(context, 'geoTargetConstants', name, path)
  if (id === undefined) return
  const target = findGeoTarget(id)
  if (target === undefined) {
    context.report('criterionError.INVALID_CRITERION_ID', path, { trigger: name })
  } else if (target['status'] !== 'ENABLED') {
    context.report('criterionError.CANNOT_TARGET_OBSOLETE_CRITERION', path, { trigger: name })
  }
  criterion['type'] = 'LOCATION'
  criterion['criterionId'] = id
  criterion['displayName'] = asString(target?.['canonicalName'])
  const existing = context.draft.get(
    'campaign_criterion',
    context.draft.toResourceName('campaignCriteria', `${lastSegment(asString(criterion['campaign']))}~${id}`),
  )
  if (existing !== undefined && !isRemoved(existing) && existing['negative'] !== criterion['negative']) {
    context.report('campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE', path, { trigger: name })
  }
}

function completeLanguage(context: RuleContext, criterion: WireObject): void {
  const name = asString(asObject(criterion['language'])['languageConstant'])
  const path = ['language', 'language_constant']
  const id = parseConstantId(context, 'languageConstants', name, path)
  if (id === undefined) return
  const languageConstant = findLanguage(id)
  if (languageConstant === undefined)
    context.report('criterionError.INVALID_CRITERION_ID', path, { trigger: name })
  else if (languageConstant['targetable'] !== true) {
    context.report('criterionError.CANNOT_TARGET_LANGUAGE', path, { trigger: name })
  }
  if (criterion['negative'] === true) {
    context.report('campaignCriterionError.CANNOT_EXCLUDE_CRITERIA_TYPE', ['negative'])
  }
  criterion['type'] = 'LANGUAGE'
  criterion['criterionId'] = id
  criterion['displayName'] = asString(languageConstant?.['name'])
}

function completeProximity(context: RuleContext, criterion: WireObject): void {
  const proximity = asObject(criterion['proximity'])
  const point = asObject(proximity['geoPoint'])
  proximity['radiusUnits'] ??= 'KILOMETERS'
  if (proximity['geoPoint'] === undefined && proximity['address'] === undefined) {
    context.report('criterionError.PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL', ['proximity'])
  }
  checkDegrees(context, point['longitudeInMicroDegrees'], 180, 'longitude')
  checkDegrees(context, point['latitudeInMicroDegrees'], 90, 'latitude')
  const radius = Number(proximity['radius'])
  const maxRadius = proximity['radiusUnits'] === 'MILES' ? 500 : 800
  if (!(radius > 0 && radius <= maxRadius)) {
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

function checkDegrees(
  context: RuleContext,
  value: WireObject[string],
  maxDegrees: number,
  name: string,
): void {
  const microDegrees = Number(value ?? 0)
  if (Math.abs(microDegrees) <= maxDegrees * 1_000_000) return
  context.report(
    `criterionError.INVALID_${name.toUpperCase()}`,
    ['proximity', 'geo_point', `${name}_in_micro_degrees`],
    { trigger: String(microDegrees) },
  )
}

const deviceIds: Readonly<Record<string, string>> = {
  DESKTOP: '30000',
  MOBILE: '30001',
  TABLET: '30002',
  CONNECTED_TV: '30004',
}

/** Devices have fixed ids. Schedules, address blocks and demographics get a new id. */
function completeOtherType(context: RuleContext, criterion: WireObject): boolean {
  const types = {
    device: 'DEVICE',
    adSchedule: 'AD_SCHEDULE',
    ipBlock: 'IP_BLOCK',
    ageRange: 'AGE_RANGE',
    gender: 'GENDER',
  }
  const matchedType = Object.entries(types).find(([field]) => criterion[field] !== undefined)
  if (matchedType === undefined) return false
  const device = asString(asObject(criterion['device'])['type'])
  criterion['type'] = matchedType[1]
  criterion['criterionId'] = deviceIds[device] ?? context.draft.nextId('criterion')
  return true
}

function countLimitKey(criterion: WireObject): keyof typeof countLimits | undefined {
  if (criterion['location'] !== undefined) return 'locations'
  if (criterion['proximity'] !== undefined) return 'proximities'
  return criterion['keyword'] !== undefined && criterion['negative'] === true ? 'negativeKeywords' : undefined
}

function checkCampaignCounts(context: RuleContext, criterion: WireObject): void {
  const limitKey = countLimitKey(criterion)
  if (limitKey === undefined) return
  const getKey = (other: WireObject) =>
    isRemoved(other) ? undefined : `${asString(other['campaign'])}\n${countLimitKey(other)}`
  const existingCount = context.draft.countByKey(
    'campaign_criterion',
    'counted',
    getKey,
    getKey(criterion) ?? '',
  )
  checkCountLimit(
    context,
    countLimits[limitKey],
    existingCount,
    resourceId({ resourceName: asString(criterion['campaign']) }),
  )
}
