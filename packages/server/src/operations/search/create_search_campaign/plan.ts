// Plans a campaign creation. One round of concurrent reads precedes the check of all references.

import type { Body } from '@adrail/contract'
import { invalidBody, ServiceError } from '../../../base/errors.ts'
import { parseDecimal, zero } from '../../../base/money.ts'
import { References } from '../../../base/references.ts'
import { microsOf } from '../../../platforms/search/amounts.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import type { Blueprint, Keyword } from '../blueprint.ts'
import { campaignParts, markerKey } from '../campaignParts.ts'
import { languageId } from '../language.ts'
import { locationId } from '../location.ts'
import { fetchAdImages, uploadLoads } from './images.ts'

type Request = Body<'search/create_search_campaign'>

export interface Planned {
  readonly planned: Blueprint
  /** Problems that do not prevent the creation of the campaign. */
  readonly warnings: readonly string[]
}

const locationGroupTypes = [
  'STATIC_LOCATION_GROUP',
  'CHAIN_DYNAMIC_LOCATION_GROUP',
  'BUSINESS_PROFILE_DYNAMIC_LOCATION_GROUP',
]

export async function planCampaign(body: Request, connector: SearchConnector, marker = ''): Promise<Planned> {
  const facts = await readFacts(body, connector)
  const { currencyCode } = connector.selection
  const budgetMicros = microsOf(
    parseDecimal(body.dailyBudget) ?? zero,
    facts.unit,
    'dailyBudget',
    currencyCode,
  )
  checkReferences(body, facts)
  await requireFreeName(body.campaignName, facts.images, connector, marker)

  const merged = { count: 0 }
  const planned: Blueprint = {
    name: body.campaignName,
    objective: body.objective,
    budgetMicros: String(budgetMicros),
    startDate: body.startDate,
    endDate: body.endDate ?? '',
    geoTargetType: body.geo_target_type,
    urlSuffix: (body.utmParams ?? '').replace(/^[?&]/, ''),
    locations: places('locations', body.locations, merged),
    excludedLocations: places('negativeLocations', body.negativeLocations, merged),
    proximities: distinct(
      'proximityTargeting',
      body.proximityTargeting,
      (circle) => ({
        longitude: circle.longitude_in_micro_degrees,
        latitude: circle.latitude_in_micro_degrees,
        radius: circle.radius,
        units: circle.radius_units,
      }),
      JSON.stringify,
      merged,
    ),
    languages: distinct(
      'languages',
      body.languages,
      (code) => ({ id: languageId(code, facts.languages) ?? '' }),
      ({ id }) => id,
      merged,
    ),
    keywords: keywords('keywords', body.keywords, merged),
    negativeKeywords: keywords('negativeKeywords', body.negativeKeywords, merged),
    ads: body.ads.map((ad, index) => ({
      from: `ads[${index}]`,
      url: ad.url,
      headlines: ad.headlines,
      descriptions: ad.descriptions,
      pinnedHeadline: ad.headlineIndexToPinFirstSlot ?? -1,
      pinnedDescription: ad.descriptionIndexToPinFirstSlot ?? -1,
    })),
    callouts: distinct(
      'callouts',
      body.callouts,
      (text) => ({ text }),
      ({ text }) => text,
      merged,
    ),
    phone:
      body.phoneNumber === undefined
        ? null
        : { number: body.phoneNumber, country: body.phoneNumberCountryCode ?? '' },
    images: facts.images,
    leadFormId: body.leadFormAssetId ?? '',
    locationGroupId: body.locationGroupId ?? '',
    // A goal that is not set would follow the account's default, so every goal is set.
    goals: facts.goals.map(({ category, origin }) => ({
      category,
      origin,
      biddable: (body.conversionEvents ?? []).includes(category),
    })),
  }
  requireFit(planned)
  merged.count += (body.images?.length ?? 0) - facts.images.length
  return { planned, warnings: warningsOf(body, facts.groupSize, merged.count) }
}

/**
 * The platform refuses a name that is in use. The check is only necessary if images are uploaded before,
 * because a refusal would then leave the uploaded images behind.
 */
async function requireFreeName(
  name: string,
  images: Blueprint['images'],
  connector: SearchConnector,
  marker: string | undefined,
): Promise<void> {
  if (uploadLoads(images).length === 0) return
  const named = await connector.campaignsNamed(name, markerKey)
  // A campaign with this write's marker was created by the write itself before the database lost its record.
  if (named.some(({ parameter }) => parameter !== marker))
    throw new ServiceError('DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' })
}

/** https://developers.google.com/google-ads/api/docs/best-practices/quotas */
const mostParts = 10_000

/** The declaration limits the parts of the body. The conversion goals of the account add further parts. */
function requireFit(planned: Blueprint): void {
  const content = uploadLoads(planned.images).length > 0 ? { resourceName: '' } : { data: '' }
  const parts = campaignParts(planned, {
    name: () => '',
    marker: '',
    budgetSuffix: '',
    image: () => content,
  })
  if (parts.length <= mostParts) return
  const message = `keywords and the other parts are ${parts.length}, of which ${planned.goals.length} are conversion goals of the account; at most ${mostParts} fit together.`
  throw invalidBody([{ field: 'keywords', code: 'TOO_MANY', message }])
}

/** All reads run concurrently. */
async function readFacts(body: Request, connector: SearchConnector) {
  const locations = [...(body.locations ?? []), ...(body.negativeLocations ?? [])].map(locationId)
  const { leadFormAssetId, locationGroupId } = body
  const [unit, languages, places, goals, leadForm, group, groupSize, images] = await Promise.all([
    connector.billableUnitMicros(),
    body.languages?.length ? connector.catalogues.languages() : [],
    connector.catalogues.geoTargets(locations),
    body.objective === 'CONVERSION' ? connector.conversionGoals() : [],
    leadFormAssetId === undefined ? undefined : connector.asset(leadFormAssetId),
    locationGroupId === undefined ? undefined : connector.assetSet(locationGroupId),
    locationGroupId === undefined ? undefined : connector.assetSetSize(locationGroupId),
    fetchAdImages(connector.images, body.images ?? []),
  ])
  return { unit, languages, places, goals, leadForm, group, groupSize, images }
}

function checkReferences(body: Request, facts: Awaited<ReturnType<typeof readFacts>>): void {
  const references = new References()
  for (const member of ['locations', 'negativeLocations'] as const)
    for (const [index, given] of (body[member] ?? []).entries()) {
      const place = facts.places.get(locationId(given))
      references.require(
        place?.status === 'ENABLED',
        `${member}[${index}]`,
        `location ${locationId(given)} ${place ? 'can no longer be targeted' : 'does not exist'}; search/search_locations finds locations.`,
      )
    }
  for (const [index, code] of (body.languages ?? []).entries())
    references.require(
      languageId(code, facts.languages) !== undefined,
      `languages[${index}]`,
      `there is no language "${code}"; search/get_languages lists them.`,
    )
  if (body.objective === 'CONVERSION')
    for (const [index, event] of (body.conversionEvents ?? []).entries())
      references.require(
        facts.goals.some(({ category }) => category === event),
        `conversionEvents[${index}]`,
        `the account has no conversion action of category ${event}; search/get_conversion_actions lists them.`,
      )
  if (body.leadFormAssetId !== undefined)
    references.require(
      facts.leadForm?.type === 'LEAD_FORM',
      'leadFormAssetId',
      'the account has no such lead form; search/get_lead_forms lists them.',
    )
  if (body.locationGroupId !== undefined)
    references.require(
      facts.group?.status === 'ENABLED' && locationGroupTypes.includes(facts.group.type),
      'locationGroupId',
      'the account has no such location group; search/create_location_group makes one.',
    )
  references.check()
}

interface Merged {
  count: number
}

/** Keeps the first occurrence of each value and counts the duplicates. */
function distinct<Given, Value extends object>(
  member: string,
  given: readonly Given[] | undefined,
  make: (given: Given) => Value,
  nameOf: (value: Value) => string,
  merged: Merged,
): (Value & { from: string })[] {
  const kept = new Map<string, Value & { from: string }>()
  for (const [index, entry] of (given ?? []).entries()) {
    const value = make(entry)
    const name = nameOf(value)
    if (kept.has(name)) merged.count += 1
    else kept.set(name, { ...value, from: `${member}[${index}]` })
  }
  return [...kept.values()]
}

function places(member: string, given: readonly string[] | undefined, merged: Merged) {
  return distinct(
    member,
    given,
    (place) => ({ id: locationId(place) }),
    ({ id }) => id,
    merged,
  )
}

/**
 * Keywords are compared without case. Brackets and quotation marks that repeat the match type are removed.
 */
function keywords(
  member: string,
  given: readonly { readonly text: string; readonly match_type: Keyword['matchType'] }[] | undefined,
  merged: Merged,
): Keyword[] {
  return distinct(
    member,
    given,
    ({ text, match_type }) => ({
      text: text
        .trim()
        .replace(/^\[(.*)\]$|^"(.*)"$/s, '$1$2')
        .trim(),
      matchType: match_type,
    }),
    ({ text, matchType }) => `${matchType} ${text.toLowerCase()}`,
    merged,
  )
}

function warningsOf(body: Request, groupSize: number | undefined, merged: number): string[] {
  const warnings: string[] = []
  const bidsForLeads =
    body.objective === 'CONVERSION' && (body.conversionEvents ?? []).includes('SUBMIT_LEAD_FORM')
  if (body.leadFormAssetId !== undefined && !bidsForLeads)
    warnings.push(
      'The platform shows a lead form only in campaigns that bid for the conversion SUBMIT_LEAD_FORM.',
    )
  if (groupSize === 0) warnings.push('The location group has no locations, so that ads show none.')
  if (merged > 0)
    warnings.push(merged === 1 ? 'One duplicate was merged.' : `${merged} duplicates were merged.`)
  return warnings
}
