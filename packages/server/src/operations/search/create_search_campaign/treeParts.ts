// Lists the parts of a campaign as the platform has them and as the creation recorded them. An undo compares
// both.

import type { TreePart } from '../../../journal/undoPlans.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { idIn } from '../../../platforms/search/mutate.ts'
import type { Criterion, ListedAd } from '../../../platforms/search/rows.ts'
import type { Blueprint } from '../blueprint.ts'

/** Reads only the first 100 ad groups and ads because a creation never creates more. */
export async function partsPresent(
  connector: SearchConnector,
  campaignId: string,
): Promise<readonly TreePart[]> {
  const [found, adGroups, ads, keywords, criteria, links, sets] = await Promise.all([
    connector.campaign(campaignId),
    connector.adGroups(campaignId, undefined),
    connector.ads(campaignId, undefined),
    connector.keywordsOf(campaignId),
    connector.criteriaOf(campaignId),
    connector.assetLinksOf(campaignId),
    connector.assetSetsOf(campaignId),
  ])
  return [
    ...(found ? [campaignPart(campaignId, found.campaign.name, found.campaign.status)] : []),
    ...(adGroups?.rows ?? []).map(({ adGroup: { id, name, status } }): TreePart => {
      return { kind: 'ad group', id, values: { name, status } }
    }),
    ...(ads?.rows ?? []).map(adPart),
    ...keywords.map(({ adGroupCriterion: { keyword, status, negative = false } }): TreePart => {
      const kind = negative ? 'negative keyword' : 'keyword'
      return { kind, id: keywordId(keyword), values: { status } }
    }),
    ...criteria.map(criterionPart),
    ...links.map(({ resourceName, status }) => assetPart(linkedAsset(resourceName), status)),
    ...sets.map(assetSetPart),
  ]
}

/** The parts come from the journal's record of the creation. */
export function partsLeft(
  { name, keywords, negativeKeywords, ads, locationGroupId, ...planned }: Blueprint,
  made: {
    readonly campaignId: string
    readonly adGroupId: string
    readonly adIds: readonly string[]
    readonly assets: readonly string[]
  },
  status: string,
): readonly TreePart[] {
  const { locations, excludedLocations, languages, proximities } = planned
  return [
    campaignPart(made.campaignId, name, status),
    { kind: 'ad group', id: made.adGroupId, values: { name, status: 'ENABLED' } },
    ...ads.map(({ headlines }, index): TreePart => {
      const values = { status: 'ENABLED', headlines: headlines.join(' | ') }
      return { kind: 'ad', id: made.adIds[index] ?? '', values }
    }),
    ...keywords.map((keyword): TreePart => {
      return { kind: 'keyword', id: keywordId(keyword), values: { status: 'ENABLED' } }
    }),
    ...negativeKeywords.map(negativePart),
    ...[
      ...locations.map(({ id }) => `location ${id}`),
      ...excludedLocations.map(({ id }) => `excluded location ${id}`),
      ...languages.map(({ id }) => `language ${id}`),
      ...proximities.map(circleName),
    ].map((id): TreePart => ({ kind: 'criterion', id, values: {} })),
    ...made.assets.map((id) => assetPart(id, 'ENABLED')),
    ...(locationGroupId === '' ? [] : [assetSetPart(locationGroupId)]),
  ]
}

function campaignPart(id: string, name: string, status: string): TreePart {
  return { kind: 'campaign', id, values: { name, status } }
}

function adPart({ adGroupAd: { status, ad } }: ListedAd): TreePart {
  const headlines = (ad.responsiveSearchAd?.headlines ?? []).map(({ text = '' }) => text)
  return { kind: 'ad', id: ad.id, values: { status, headlines: headlines.join(' | ') } }
}

function negativePart(keyword: { readonly text: string; readonly matchType: string }): TreePart {
  return { kind: 'negative keyword', id: keywordId(keyword), values: {} }
}

function criterionPart(criterion: Criterion): TreePart {
  const { criterionId, type, negative = false, keyword, location, language, proximity } = criterion
  if (negative && keyword) return negativePart(keyword)
  const name = () => {
    if (location) return `location ${idIn(location.geoTargetConstant)}`
    if (language) return `language ${idIn(language.languageConstant)}`
    const { radius = 0, radiusUnits: units = '', geoPoint: point } = proximity ?? {}
    if (!point) return `${type.toLowerCase()} ${criterionId}`
    const { latitudeInMicroDegrees: latitude = 0, longitudeInMicroDegrees: longitude = 0 } = point
    return circleName({ radius, units, latitude, longitude })
  }
  return { kind: 'criterion', id: negative ? `excluded ${name()}` : name(), values: {} }
}

type Circle = Pick<Blueprint['proximities'][number], 'radius' | 'latitude' | 'longitude'>

function circleName({ radius, units, latitude, longitude }: Circle & { readonly units: string }): string {
  return `${radius} ${units.toLowerCase()} around ${latitude / 1e6}, ${longitude / 1e6}`
}

function assetPart(id: string, status: string): TreePart {
  return { kind: 'asset', id, values: { status } }
}

function assetSetPart(id: string): TreePart {
  return { kind: 'location group', id, values: {} }
}

/** Returns `LEAD_FORM 88001122` for `customers/4823109756/campaignAssets/21894430137~88001122~LEAD_FORM`. */
export function linkedAsset(resourceName: string): string {
  const [, assetId = '', fieldType = ''] = resourceName.split('~')
  return `${fieldType} ${assetId}`
}

/** Finds the planned assets among the linked assets because only the platform knows the ids of new assets. */
export async function assetsAsked(
  { callouts, phone, images, leadFormId }: Blueprint,
  connector: SearchConnector,
  campaignId: string,
): Promise<string[]> {
  const present = (await connector.assetLinksOf(campaignId)).map(({ resourceName }) =>
    linkedAsset(resourceName),
  )
  const some = (fieldType: string, count: number) => {
    const found = present.filter((asset) => asset.startsWith(`${fieldType} `))
    return Array.from({ length: count }, (_, index) => found[index] ?? fieldType)
  }
  return [
    ...some('CALLOUT', callouts.length),
    ...some('CALL', phone === null ? 0 : 1),
    ...some('AD_IMAGE', images.length),
    ...(leadFormId === '' ? [] : [`LEAD_FORM ${leadFormId}`]),
  ]
}

/** The platform distinguishes keywords by text and match type, not by case or whitespace. */
function keywordId({ text, matchType }: { readonly text: string; readonly matchType: string }): string {
  return `${text.toLowerCase().split(/\s+/).filter(Boolean).join(' ')} (${matchType})`
}
