// Lists the parts of a campaign as the platform has them and as the creation recorded them. An undo compares
// both.

import type { TreePart } from '../../../journal/undoPlans.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { parseResourceId } from '../../../platforms/search/mutate.ts'
import type { Criterion, ListedAd } from '../../../platforms/search/rows.ts'
import type { SearchBlueprint } from '../blueprint.ts'

/** Reads only the first 100 ad groups and ads because a creation never creates more. */
export async function readSearchParts(
  connector: SearchConnector,
  campaignId: string,
): Promise<readonly TreePart[]> {
  const [campaignRow, adGroups, ads, keywords, criteria, links, assetSetIds] = await Promise.all([
    connector.structure.findCampaign(campaignId),
    connector.structure.findAdGroupPage(campaignId, undefined),
    connector.structure.findAdPage(campaignId, undefined),
    connector.structure.listKeywords(campaignId),
    connector.structure.listCampaignCriteria(campaignId),
    connector.structure.listAssetLinks(campaignId),
    connector.structure.listAssetSetIds(campaignId),
  ])
  return [
    ...(campaignRow
      ? [toCampaignPart(campaignId, campaignRow.campaign.name, campaignRow.campaign.status)]
      : []),
    ...(adGroups?.rows ?? []).map(({ adGroup: { id, name, status } }): TreePart => {
      return { kind: 'ad group', id, values: { name, status } }
    }),
    ...(ads?.rows ?? []).map(toAdPart),
    ...keywords.map(({ adGroupCriterion: { keyword, status, negative = false } }): TreePart => {
      const kind = negative ? 'negative keyword' : 'keyword'
      return { kind, id: toKeywordId(keyword), values: { status } }
    }),
    ...criteria.map(toCriterionPart),
    ...links.map(({ resourceName, status }) => toAssetPart(formatLinkedAsset(resourceName), status)),
    ...assetSetIds.map(toAssetSetPart),
  ]
}

/** The parts come from the journal's record of the creation. */
export function listRecordedSearchParts(
  { name, keywords, negativeKeywords, ads, locationGroupId, ...targeting }: SearchBlueprint,
  createdIds: {
    readonly campaignId: string
    readonly adGroupId: string
    readonly adIds: readonly string[]
    readonly assets: readonly string[]
  },
  status: string,
): readonly TreePart[] {
  const { locations, excludedLocations, languages, proximities } = targeting
  return [
    toCampaignPart(createdIds.campaignId, name, status),
    { kind: 'ad group', id: createdIds.adGroupId, values: { name, status: 'ENABLED' } },
    ...ads.map(({ headlines }, index): TreePart => {
      const values = { status: 'ENABLED', headlines: headlines.join(' | ') }
      return { kind: 'ad', id: createdIds.adIds[index] ?? '', values }
    }),
    ...keywords.map((keyword): TreePart => {
      return { kind: 'keyword', id: toKeywordId(keyword), values: { status: 'ENABLED' } }
    }),
    ...negativeKeywords.map(toNegativeKeywordPart),
    ...[
      ...locations.map(({ id }) => `location ${id}`),
      ...excludedLocations.map(({ id }) => `excluded location ${id}`),
      ...languages.map(({ id }) => `language ${id}`),
      ...proximities.map(formatCircle),
    ].map((id): TreePart => ({ kind: 'criterion', id, values: {} })),
    ...createdIds.assets.map((id) => toAssetPart(id, 'ENABLED')),
    ...(locationGroupId === '' ? [] : [toAssetSetPart(locationGroupId)]),
  ]
}

function toCampaignPart(id: string, name: string, status: string): TreePart {
  return { kind: 'campaign', id, values: { name, status } }
}

function toAdPart({ adGroupAd: { status, ad } }: ListedAd): TreePart {
  const headlines = (ad.responsiveSearchAd?.headlines ?? []).map(({ text = '' }) => text)
  return { kind: 'ad', id: ad.id, values: { status, headlines: headlines.join(' | ') } }
}

function toNegativeKeywordPart(keyword: { readonly text: string; readonly matchType: string }): TreePart {
  return { kind: 'negative keyword', id: toKeywordId(keyword), values: {} }
}

function toCriterionPart(criterion: Criterion): TreePart {
  const { criterionId, type, negative = false, keyword, location, language, proximity } = criterion
  if (negative && keyword) return toNegativeKeywordPart(keyword)
  const describeCriterion = () => {
    if (location) return `location ${parseResourceId(location.geoTargetConstant)}`
    if (language) return `language ${parseResourceId(language.languageConstant)}`
    const { radius = 0, radiusUnits: units = '', geoPoint: point } = proximity ?? {}
    if (!point) return `${type.toLowerCase()} ${criterionId}`
    const { latitudeInMicroDegrees: latitude = 0, longitudeInMicroDegrees: longitude = 0 } = point
    return formatCircle({ radius, units, latitude, longitude })
  }
  return {
    kind: 'criterion',
    id: negative ? `excluded ${describeCriterion()}` : describeCriterion(),
    values: {},
  }
}

type Circle = Pick<SearchBlueprint['proximities'][number], 'radius' | 'latitude' | 'longitude'>

function formatCircle({ radius, units, latitude, longitude }: Circle & { readonly units: string }): string {
  return `${radius} ${units.toLowerCase()} around ${latitude / 1e6}, ${longitude / 1e6}`
}

function toAssetPart(id: string, status: string): TreePart {
  return { kind: 'asset', id, values: { status } }
}

function toAssetSetPart(id: string): TreePart {
  return { kind: 'location group', id, values: {} }
}

/** Returns `LEAD_FORM 88001122` for `customers/4823109756/campaignAssets/21894430137~88001122~LEAD_FORM`. */
export function formatLinkedAsset(resourceName: string): string {
  const [, assetId = '', fieldType = ''] = resourceName.split('~')
  return `${fieldType} ${assetId}`
}

/** Finds the planned assets among the linked assets because only the platform knows the ids of new assets. */
export async function findCreatedAssets(
  { callouts, phone, images, leadFormId }: SearchBlueprint,
  connector: SearchConnector,
  campaignId: string,
): Promise<string[]> {
  const linkedAssets = (await connector.structure.listAssetLinks(campaignId)).map(({ resourceName }) =>
    formatLinkedAsset(resourceName),
  )
  const takeAssets = (fieldType: string, count: number) => {
    const matching = linkedAssets.filter((asset) => asset.startsWith(`${fieldType} `))
    return Array.from({ length: count }, (_, index) => matching[index] ?? fieldType)
  }
  return [
    ...takeAssets('CALLOUT', callouts.length),
    ...takeAssets('CALL', phone === null ? 0 : 1),
    ...takeAssets('AD_IMAGE', images.length),
    ...(leadFormId === '' ? [] : [`LEAD_FORM ${leadFormId}`]),
  ]
}

/** The platform distinguishes keywords by text and match type, not by case or whitespace. */
function toKeywordId({ text, matchType }: { readonly text: string; readonly matchType: string }): string {
  return `${text.toLowerCase().split(/\s+/).filter(Boolean).join(' ')} (${matchType})`
}
