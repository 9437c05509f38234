// Plans a campaign creation. One round of concurrent reads precedes the check of all references.

import type { Body } from '@adrail/contract'
import { parseDecimal, zero } from '../../../money/money.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { toBillableMicros } from '../../../platforms/search/money.ts'
import { invalidBodyError } from '../../../runtime/errors.ts'
import type { Keyword, SearchBlueprint } from '../blueprint.ts'
import { buildCampaignParts } from '../campaignParts.ts'
import { resolveLanguageId } from '../language.ts'
import { parseLocationId } from '../location.ts'
import { splitUploadBatches } from './images.ts'
import { loadSearchReferenceFacts, requireFreeName, requireSearchReferences } from './referenceChecks.ts'

type CampaignBody = Body<'search/create_search_campaign'>

export interface SearchCampaignPlan {
  readonly blueprint: SearchBlueprint
  /** Problems that do not prevent the creation of the campaign. */
  readonly warnings: readonly string[]
}

export async function planSearchCampaign(
  body: CampaignBody,
  connector: SearchConnector,
  marker = '',
): Promise<SearchCampaignPlan> {
  const facts = await loadSearchReferenceFacts(body, connector)
  const { currencyCode } = connector.selection
  const budgetMicros = toBillableMicros(
    parseDecimal(body.dailyBudget) ?? zero,
    facts.unit,
    'dailyBudget',
    currencyCode,
  )
  requireSearchReferences(body, facts)
  await requireFreeName(body.campaignName, facts.images, connector, marker)

  const mergeCounter = { count: 0 }
  const blueprint: SearchBlueprint = {
    name: body.campaignName,
    objective: body.objective,
    budgetMicros: String(budgetMicros),
    startDate: body.startDate,
    endDate: body.endDate ?? '',
    geoTargetType: body.geo_target_type,
    urlSuffix: (body.utmParams ?? '').replace(/^[?&]/, ''),
    locations: mergeDuplicateLocations('locations', body.locations, mergeCounter),
    excludedLocations: mergeDuplicateLocations('negativeLocations', body.negativeLocations, mergeCounter),
    proximities: mergeDuplicates(
      'proximityTargeting',
      body.proximityTargeting,
      (circle) => ({
        longitude: circle.longitude_in_micro_degrees,
        latitude: circle.latitude_in_micro_degrees,
        radius: circle.radius,
        units: circle.radius_units,
      }),
      JSON.stringify,
      mergeCounter,
    ),
    languages: mergeDuplicates(
      'languages',
      body.languages,
      (code) => ({ id: resolveLanguageId(code, facts.languages) ?? '' }),
      ({ id }) => id,
      mergeCounter,
    ),
    keywords: mergeDuplicateKeywords('keywords', body.keywords, mergeCounter),
    negativeKeywords: mergeDuplicateKeywords('negativeKeywords', body.negativeKeywords, mergeCounter),
    ads: body.ads.map((ad, index) => ({
      from: `ads[${index}]`,
      url: ad.url,
      headlines: ad.headlines,
      descriptions: ad.descriptions,
      pinnedHeadline: ad.headlineIndexToPinFirstSlot ?? -1,
      pinnedDescription: ad.descriptionIndexToPinFirstSlot ?? -1,
    })),
    callouts: mergeDuplicates(
      'callouts',
      body.callouts,
      (text) => ({ text }),
      ({ text }) => text,
      mergeCounter,
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
  requirePartLimit(blueprint)
  mergeCounter.count += (body.images?.length ?? 0) - facts.images.length
  return { blueprint, warnings: collectWarnings(body, facts.groupSize, mergeCounter.count) }
}

/** https://developers.google.com/google-ads/api/docs/best-practices/quotas */
const maxParts = 10_000

/** The declaration limits the parts of the body. The conversion goals of the account add further parts. */
function requirePartLimit(blueprint: SearchBlueprint): void {
  const content = splitUploadBatches(blueprint.images).length > 0 ? { resourceName: '' } : { data: '' }
  const parts = buildCampaignParts(blueprint, {
    toResourceName: () => '',
    marker: '',
    budgetSuffix: '',
    image: () => content,
  })
  if (parts.length <= maxParts) return
  const message = `keywords and the other parts are ${parts.length}, of which ${blueprint.goals.length} are conversion goals of the account. The maximum is ${maxParts}.`
  throw invalidBodyError([{ field: 'keywords', code: 'TOO_MANY', message }])
}

interface MergeCounter {
  count: number
}

/** Keeps the first occurrence of each value and counts the duplicates. */
function mergeDuplicates<Entry, Value extends object>(
  field: string,
  values: readonly Entry[] | undefined,
  toValue: (entry: Entry) => Value,
  getKey: (value: Value) => string,
  mergeCounter: MergeCounter,
): (Value & { from: string })[] {
  const valueByKey = new Map<string, Value & { from: string }>()
  for (const [index, entry] of (values ?? []).entries()) {
    const value = toValue(entry)
    const key = getKey(value)
    if (valueByKey.has(key)) mergeCounter.count += 1
    else valueByKey.set(key, { ...value, from: `${field}[${index}]` })
  }
  return [...valueByKey.values()]
}

function mergeDuplicateLocations(
  field: string,
  values: readonly string[] | undefined,
  mergeCounter: MergeCounter,
) {
  return mergeDuplicates(
    field,
    values,
    (place) => ({ id: parseLocationId(place) }),
    ({ id }) => id,
    mergeCounter,
  )
}

/**
 * Keywords are compared without case. Brackets and quotation marks that repeat the match type are removed.
 */
function mergeDuplicateKeywords(
  field: string,
  values: readonly { readonly text: string; readonly match_type: Keyword['matchType'] }[] | undefined,
  mergeCounter: MergeCounter,
): Keyword[] {
  return mergeDuplicates(
    field,
    values,
    ({ text, match_type }) => ({
      text: text
        .trim()
        .replace(/^\[(.*)\]$|^"(.*)"$/s, '$1$2')
        .trim(),
      matchType: match_type,
    }),
    ({ text, matchType }) => `${matchType} ${text.toLowerCase()}`,
    mergeCounter,
  )
}

function collectWarnings(body: CampaignBody, groupSize: number | undefined, mergedCount: number): string[] {
  const warnings: string[] = []
  const bidsForLeads =
    body.objective === 'CONVERSION' && (body.conversionEvents ?? []).includes('SUBMIT_LEAD_FORM')
  if (body.leadFormAssetId !== undefined && !bidsForLeads)
    warnings.push(
      'Google Ads shows a lead form only in campaigns that bid for the conversion SUBMIT_LEAD_FORM.',
    )
  if (groupSize === 0) warnings.push('The location group has no locations, so ads do not show any.')
  if (mergedCount > 0)
    warnings.push(mergedCount === 1 ? 'One duplicate was merged.' : `${mergedCount} duplicates were merged.`)
  return warnings
}
