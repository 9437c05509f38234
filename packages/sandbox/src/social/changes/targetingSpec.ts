// Validates the targeting of an ad set, field by field.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting

import { type GraphError, invalid } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { entryOf } from '../relations.ts'
import type { AdAccount, Campaign } from '../state.ts'
import { devices, locales, operatingSystems, type Place, targetingEntries } from '../targeting/catalogues.ts'
import { checkOverlap, readGeo } from '../targeting/geo.ts'
import { idsIn, listIn, type Members, objectIn, readMembers, textIn } from './members.ts'

const basics =
  `geo_locations excluded_geo_locations age_min age_max genders locales interests behaviors flexible_spec
  exclusions user_os user_device custom_audiences excluded_custom_audiences targeting_automation`.split(/\s+/)
const placements = `publisher_platforms facebook_positions instagram_positions messenger_positions
  audience_network_positions threads_positions device_platforms brand_safety_content_filter_levels`.split(
  /\s+/,
)
const publishers = ['facebook', 'instagram', 'messenger', 'audience_network', 'threads']

/** Categories whose ads must not target people by age, gender or postal code. */
const protectedCategories = ['HOUSING', 'EMPLOYMENT', 'CREDIT', 'FINANCIAL_PRODUCTS_SERVICES']

export interface Aimed {
  readonly targeting: Record<string, unknown>
  readonly included: readonly Place[]
}

export function readTargeting(
  request: GraphRequest,
  account: AdAccount,
  campaign: Pick<Campaign, 'specialAdCategories'>,
): Aimed | undefined {
  const value = request.params.json('targeting')
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Param targeting must be an object.', { blame: ['targeting'] })
  const unknown = Object.keys(value).find((name) => !basics.includes(name) && !placements.includes(name))
  if (unknown !== undefined)
    throw invalid(`Unsupported targeting option: ${unknown}`, { blame: ['targeting'] })
  const spec = readMembers(value, 'targeting', [...basics, ...placements])
  const included = readGeo(spec.values.get('geo_locations'), 'targeting[geo_locations]')
  readGeo(spec.values.get('excluded_geo_locations'), 'targeting[excluded_geo_locations]')
  if (included.length === 0 && listIn(spec, 'custom_audiences').length === 0) throw noPlace()
  checkOverlap(included)
  checkPeople(spec)
  checkAdvantage(spec)
  checkReferences(spec, request, account)
  if (campaign.specialAdCategories.some((category) => protectedCategories.includes(category)))
    checkProtected(spec, included)
  return { targeting: Object.fromEntries(spec.values), included }
}

function noPlace(): GraphError {
  return invalid('Invalid parameter', {
    subcode: 1885364,
    userTitle: 'Location missing',
    userMessage: 'Your audience needs at least one location or custom audience.',
    blame: ['targeting'],
  })
}

const agesOf = (spec: Members) => ({
  min: Number(textIn(spec, 'age_min') ?? 18),
  max: Number(textIn(spec, 'age_max') ?? 65),
})

function checkPeople(spec: Members): void {
  const { min, max } = agesOf(spec)
  if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 13 && max <= 65 && min <= max))
    throw aimless('Ages must be between 13 and 65, the lowest first.')
  if (listIn(spec, 'genders').some((gender) => gender !== 1 && gender !== 2))
    throw aimless('Genders are 1 and 2.')
  if (listIn(spec, 'publisher_platforms').some((name) => !publishers.includes(String(name))))
    throw aimless(`Publisher platforms are ${publishers.join(', ')}.`)
}

/**
 * Since v23, a caller that narrows an audience must declare whether the platform may widen it.
 * https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-expansion/advantage-audience
 */
function checkAdvantage(spec: Members): void {
  const automation = objectIn(spec, 'targeting_automation', ['advantage_audience', 'individual_setting'])
  const flag = automation && textIn(automation, 'advantage_audience')
  const isUsual = [...spec.values.keys()].every(
    (name) => name === 'geo_locations' || placements.includes(name),
  )
  if (flag === undefined && !isUsual)
    throw invalid('Invalid parameter', {
      subcode: 1870227,
      userTitle: 'Advantage Audience Flag Required',
      userMessage:
        'To create your ad set, you need to enable or disable the Advantage audience feature: set the advantage_audience flag to either 1 or 0 within the targeting_automation field.',
      blame: ['targeting'],
    })
  if (flag !== undefined && flag !== '0' && flag !== '1') throw aimless('advantage_audience must be 0 or 1.')
  const { min, max } = agesOf(spec)
  if (flag === '1' && (min > 25 || max < 65))
    throw aimless(
      'With Advantage+ audience the minimum age can be 25 at most and the maximum age must be 65. You can add other ages as a suggestion instead.',
    )
}

function checkReferences(spec: Members, request: GraphRequest, account: AdAccount): void {
  const groups = listIn(spec, 'flexible_spec').map((entry, index) =>
    readMembers(entry, `targeting[flexible_spec][${index}]`, ['interests', 'behaviors']),
  )
  for (const group of [spec, ...groups])
    for (const id of [...idsIn(group, 'interests'), ...idsIn(group, 'behaviors')])
      if (!targetingEntries().some((entry) => entry.id === id))
        throw invalid('Invalid parameter', {
          subcode: 1487694,
          userTitle: 'Targeting category not available',
          userMessage: 'The category selected is no longer available. Choose another one.',
          blame: ['targeting'],
        })
  for (const member of ['custom_audiences', 'excluded_custom_audiences'])
    for (const id of idsIn(spec, member))
      if (entryOf(request.social.audiences, id)?.account !== account.id)
        throw aimless(`The custom audience ${id} is not in this ad account.`)
  for (const key of listIn(spec, 'locales'))
    if (!locales().some((locale) => locale.key === Number(key)))
      throw aimless(`The locale ${key} is unknown.`)
  for (const name of listIn(spec, 'user_device'))
    if (!devices().some((device) => device.name === name)) throw aimless(`The device ${name} is unknown.`)
  for (const name of listIn(spec, 'user_os'))
    if (!operatingSystems().some(({ platform }) => String(name).startsWith(platform)))
      throw aimless(`The operating system ${name} is unknown.`)
}

/** https://developers.facebook.com/docs/marketing-api/audiences/special-ad-category */
function checkProtected(spec: Members, included: readonly Place[]): void {
  const { min, max } = agesOf(spec)
  const isChosen = min !== 18 || max !== 65 || listIn(spec, 'genders').length > 0
  if (isChosen || included.some(({ type }) => type === 'zip'))
    throw aimless(
      'Ads of a special category cannot be aimed by age, gender or postal code. Remove these from your audience.',
    )
}

function aimless(userMessage: string): GraphError {
  return invalid('Invalid parameter', {
    userTitle: 'Audience not allowed',
    userMessage,
    blame: ['targeting'],
  })
}
