// Validates the targeting of an ad set, field by field.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting

import { type GraphError, invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { findEntry } from '../relations.ts'
import type { AdAccount, Campaign } from '../state.ts'
import {
  devices,
  locales,
  operatingSystems,
  type TargetingPlace,
  targetingEntries,
} from '../targeting/catalogs.ts'
import { checkOverlap, readGeo } from '../targeting/geo.ts'
import {
  type ParamObject,
  readIdListField,
  readListField,
  readObjectField,
  readParamObject,
  readTextField,
} from './paramObject.ts'

const basicFields =
  `geo_locations excluded_geo_locations age_min age_max genders locales interests behaviors flexible_spec
  exclusions user_os user_device custom_audiences excluded_custom_audiences targeting_automation`.split(/\s+/)
const placementFields = `publisher_platforms facebook_positions instagram_positions messenger_positions
  audience_network_positions threads_positions device_platforms brand_safety_content_filter_levels`.split(
  /\s+/,
)
const publishers = ['facebook', 'instagram', 'messenger', 'audience_network', 'threads']

/** Categories whose ads must not target people by age, gender or postal code. */
const protectedCategories = ['HOUSING', 'EMPLOYMENT', 'CREDIT', 'FINANCIAL_PRODUCTS_SERVICES']

export interface AdSetTargeting {
  readonly targeting: Record<string, unknown>
  readonly includedPlaces: readonly TargetingPlace[]
}

export function readTargeting(
  request: GraphRequest,
  account: AdAccount,
  campaign: Pick<Campaign, 'specialAdCategories'>,
): AdSetTargeting | undefined {
  const value = request.params.json('targeting')
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter('Param targeting must be an object.', { blame: ['targeting'] })
  const unknownName = Object.keys(value).find(
    (name) => !basicFields.includes(name) && !placementFields.includes(name),
  )
  if (unknownName !== undefined)
    throw invalidParameter(`Unsupported targeting option: ${unknownName}`, { blame: ['targeting'] })
  const spec = readParamObject(value, 'targeting', [...basicFields, ...placementFields])
  const includedPlaces = readGeo(spec.values.get('geo_locations'), 'targeting[geo_locations]')
  readGeo(spec.values.get('excluded_geo_locations'), 'targeting[excluded_geo_locations]')
  if (includedPlaces.length === 0 && readListField(spec, 'custom_audiences').length === 0)
    throw locationMissingError()
  checkOverlap(includedPlaces)
  checkPeople(spec)
  checkAdvantage(spec)
  checkReferences(spec, request, account)
  if (campaign.specialAdCategories.some((category) => protectedCategories.includes(category)))
    checkProtected(spec, includedPlaces)
  return { targeting: Object.fromEntries(spec.values), includedPlaces }
}

function locationMissingError(): GraphError {
  return invalidParameter('Invalid parameter', {
    subcode: 1885364,
    userTitle: 'Location missing',
    userMessage: 'Your audience needs at least one location or custom audience.',
    blame: ['targeting'],
  })
}

const readAges = (spec: ParamObject) => ({
  min: Number(readTextField(spec, 'age_min') ?? 18),
  max: Number(readTextField(spec, 'age_max') ?? 65),
})

function checkPeople(spec: ParamObject): void {
  const { min, max } = readAges(spec)
  if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 13 && max <= 65 && min <= max))
    throw targetingError('Ages must be between 13 and 65, the lowest first.')
  if (readListField(spec, 'genders').some((gender) => gender !== 1 && gender !== 2))
    throw targetingError('Genders are 1 and 2.')
  if (readListField(spec, 'publisher_platforms').some((name) => !publishers.includes(String(name))))
    throw targetingError(`Publisher platforms are ${publishers.join(', ')}.`)
}

/**
 * Since v23, a caller that narrows an audience must declare whether the platform may widen it.
 * https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-expansion/advantage-audience
 */
function checkAdvantage(spec: ParamObject): void {
  const automation = readObjectField(spec, 'targeting_automation', [
    'advantage_audience',
    'individual_setting',
  ])
  const flag = automation && readTextField(automation, 'advantage_audience')
  const isLocationOnly = [...spec.values.keys()].every(
    (name) => name === 'geo_locations' || placementFields.includes(name),
  )
  if (flag === undefined && !isLocationOnly)
    throw invalidParameter('Invalid parameter', {
      subcode: 1870227,
      userTitle: 'Advantage Audience Flag Required',
      userMessage:
        'To create your ad set, you need to enable or disable the Advantage audience feature: set the advantage_audience flag to either 1 or 0 within the targeting_automation field.',
      blame: ['targeting'],
    })
  if (flag !== undefined && flag !== '0' && flag !== '1')
    throw targetingError('advantage_audience must be 0 or 1.')
  const { min, max } = readAges(spec)
  if (flag === '1' && (min > 25 || max < 65))
    throw targetingError(
      'With Advantage+ audience the minimum age can be 25 at most and the maximum age must be 65. You can add other ages as a suggestion instead.',
    )
}

function checkReferences(spec: ParamObject, request: GraphRequest, account: AdAccount): void {
  const groups = readListField(spec, 'flexible_spec').map((entry, index) =>
    readParamObject(entry, `targeting[flexible_spec][${index}]`, ['interests', 'behaviors']),
  )
  for (const group of [spec, ...groups])
    for (const id of [...readIdListField(group, 'interests'), ...readIdListField(group, 'behaviors')])
      if (!targetingEntries().some((entry) => entry.id === id))
        throw invalidParameter('Invalid parameter', {
          subcode: 1487694,
          userTitle: 'Targeting category not available',
          userMessage: 'The category selected is no longer available. Choose another one.',
          blame: ['targeting'],
        })
  for (const fieldName of ['custom_audiences', 'excluded_custom_audiences'])
    for (const id of readIdListField(spec, fieldName))
      if (findEntry(request.social.audiences, id)?.account !== account.id)
        throw targetingError(`The custom audience ${id} is not in this ad account.`)
  for (const key of readListField(spec, 'locales'))
    if (!locales().some((locale) => locale.key === Number(key)))
      throw targetingError(`The locale ${key} is unknown.`)
  for (const name of readListField(spec, 'user_device'))
    if (!devices().some((device) => device.name === name))
      throw targetingError(`The device ${name} is unknown.`)
  for (const name of readListField(spec, 'user_os'))
    if (!operatingSystems().some(({ platform }) => String(name).startsWith(platform)))
      throw targetingError(`The operating system ${name} is unknown.`)
}

/** https://developers.facebook.com/docs/marketing-api/audiences/special-ad-category */
function checkProtected(spec: ParamObject, includedPlaces: readonly TargetingPlace[]): void {
  const { min, max } = readAges(spec)
  const isNarrowed = min !== 18 || max !== 65 || readListField(spec, 'genders').length > 0
  if (isNarrowed || includedPlaces.some(({ type }) => type === 'zip'))
    throw targetingError(
      'Ads of a special category cannot be aimed by age, gender or postal code. Remove these from your audience.',
    )
}

function targetingError(userMessage: string): GraphError {
  return invalidParameter('Invalid parameter', {
    userTitle: 'Audience not allowed',
    userMessage,
    blame: ['targeting'],
  })
}
