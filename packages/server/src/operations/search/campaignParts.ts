// Builds the parts of one atomic mutate from a blueprint. New objects have temporary negative ids and precede
// the parts that refer to them. Parts of one kind are adjacent.
// https://developers.google.com/google-ads/api/docs/mutating/bulk-mutate and
// …/docs/campaigns/create-campaigns

import type { MutateOperation, MutatePart } from '../../platforms/search/mutate.ts'
import type { Keyword, SearchBlueprint, SearchImageDraft } from './blueprint.ts'

/** The key of the custom URL parameter that marks campaigns created by adrail. */
export const markerKey = 'adrail'

export interface PartOptions {
  /** Returns `customers/1/campaigns/-2` for `campaigns` and `-2`. */
  toResourceName(collection: string, id: string | number): string
  readonly marker: string
  /** The suffix distinguishes this campaign's budget from other budgets with the same name. */
  readonly budgetSuffix: string
  /** Returns the base64 bytes of an image, or the resource name of an image that was uploaded before. */
  image(image: SearchImageDraft): { readonly data: string } | { readonly resourceName: string }
}

const temporaryIds = { budget: -1, campaign: -2, adGroup: -3, firstAsset: -10 }

export function buildCampaignParts(blueprint: SearchBlueprint, options: PartOptions): MutatePart[] {
  const { toResourceName } = options
  const campaign = toResourceName('campaigns', temporaryIds.campaign)
  const adGroup = toResourceName('adGroups', temporaryIds.adGroup)
  const assets = buildAssetParts(blueprint, options)
  return [
    buildBudgetPart(blueprint, options),
    { callerField: '', operation: { campaignOperation: { create: buildCampaign(blueprint, options) } } },
    ...buildCriterionParts(blueprint, campaign),
    {
      callerField: 'campaignName',
      operation: {
        adGroupOperation: {
          create: {
            resourceName: adGroup,
            name: blueprint.name,
            campaign,
            status: 'ENABLED',
            type: 'SEARCH_STANDARD',
          },
        },
      },
    },
    ...blueprint.keywords.map(({ from, text, matchType }) =>
      toPart(from, {
        adGroupCriterionOperation: { create: { adGroup, status: 'ENABLED', keyword: { text, matchType } } },
      }),
    ),
    ...buildAdParts(blueprint, adGroup),
    ...assets.flatMap(({ creation }) => creation ?? []),
    ...assets.map(({ from, resourceName, fieldType }) =>
      toPart(from, { campaignAssetOperation: { create: { campaign, asset: resourceName, fieldType } } }),
    ),
    ...(blueprint.locationGroupId === ''
      ? []
      : [
          toPart('locationGroupId', {
            campaignAssetSetOperation: {
              create: { campaign, assetSet: toResourceName('assetSets', blueprint.locationGroupId) },
            },
          }),
        ]),
    ...blueprint.goals.map(({ category, origin, biddable }) =>
      toPart('conversionEvents', {
        campaignConversionGoalOperation: {
          updateMask: 'biddable',
          update: {
            resourceName: toResourceName(
              'campaignConversionGoals',
              `${temporaryIds.campaign}~${category}~${origin}`,
            ),
            biddable,
          },
        },
      }),
    ),
  ]
}

function toPart(callerField: string, operation: MutateOperation): MutatePart {
  return { callerField, operation }
}

/**
 * A shared budget would remain after the deletion of the campaign, and its name would collide with a new
 * budget.
 */
function buildBudgetPart(
  { name: campaignName, budgetMicros }: SearchBlueprint,
  { toResourceName, budgetSuffix }: PartOptions,
): MutatePart {
  return toPart('dailyBudget', {
    campaignBudgetOperation: {
      create: {
        resourceName: toResourceName('campaignBudgets', temporaryIds.budget),
        name: `${truncateToBytes(campaignName, 240)} #${budgetSuffix}`,
        amountMicros: budgetMicros,
        deliveryMethod: 'STANDARD',
        explicitlyShared: false,
      },
    },
  })
}

function buildCampaign(blueprint: SearchBlueprint, { toResourceName, marker }: PartOptions) {
  const { objective, startDate, endDate, urlSuffix, geoTargetType } = blueprint
  return {
    resourceName: toResourceName('campaigns', temporaryIds.campaign),
    name: blueprint.name,
    // The campaign is activated only after the creation of all parts is confirmed, so nothing spends before.
    status: 'PAUSED',
    advertisingChannelType: 'SEARCH',
    campaignBudget: toResourceName('campaignBudgets', temporaryIds.budget),
    networkSettings: {
      targetGoogleSearch: true,
      targetSearchNetwork: false,
      targetContentNetwork: false,
      targetPartnerSearchNetwork: false,
    },
    // An empty message selects the bidding strategy of the objective.
    ...(objective === 'CONVERSION' ? { maximizeConversions: {} } : { targetSpend: {} }),
    geoTargetTypeSetting: { positiveGeoTargetType: geoTargetType, negativeGeoTargetType: 'PRESENCE' },
    ...(startDate === '' ? {} : { startDateTime: `${startDate} 00:00:00` }),
    ...(endDate === '' ? {} : { endDateTime: `${endDate} 23:59:59` }),
    // Callers make this declaration by creating the campaign. The platform refuses campaigns without the
    // declaration.
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    ...(urlSuffix === '' ? {} : { finalUrlSuffix: urlSuffix }),
    urlCustomParameters: [{ key: markerKey, value: marker }],
  } as const
}

function buildCriterionParts(blueprint: SearchBlueprint, campaign: string): MutatePart[] {
  const criterion = (from: string, create: object) =>
    toPart(from, { campaignCriterionOperation: { create: { campaign, ...create } } })
  const location = (id: string) => ({ location: { geoTargetConstant: `geoTargetConstants/${id}` } })
  const keyword = ({ text, matchType }: Keyword) => ({ keyword: { text, matchType } })
  return [
    ...blueprint.locations.map(({ from, id }) => criterion(from, location(id))),
    ...blueprint.proximities.map(({ from, longitude, latitude, radius, units }) =>
      criterion(from, {
        proximity: {
          geoPoint: { longitudeInMicroDegrees: longitude, latitudeInMicroDegrees: latitude },
          radius,
          radiusUnits: units,
        },
      }),
    ),
    ...blueprint.excludedLocations.map(({ from, id }) =>
      criterion(from, { negative: true, ...location(id) }),
    ),
    ...blueprint.languages.map(({ from, id }) =>
      criterion(from, { language: { languageConstant: `languageConstants/${id}` } }),
    ),
    ...blueprint.negativeKeywords.map((entry) =>
      criterion(entry.from, { negative: true, ...keyword(entry) }),
    ),
  ]
}

function buildAdParts({ ads }: SearchBlueprint, adGroup: string): MutatePart[] {
  return ads.map(({ from, url, headlines, descriptions, pinnedHeadline, pinnedDescription }) =>
    toPart(from, {
      adGroupAdOperation: {
        create: {
          adGroup,
          status: 'ENABLED',
          ad: {
            finalUrls: [url],
            responsiveSearchAd: {
              headlines: headlines.map((text, index) =>
                index === pinnedHeadline ? { text, pinnedField: 'HEADLINE_1' } : { text },
              ),
              descriptions: descriptions.map((text, index) =>
                index === pinnedDescription ? { text, pinnedField: 'DESCRIPTION_1' } : { text },
              ),
            },
          },
        },
      },
    }),
  )
}

interface AssetPart {
  readonly from: string
  readonly resourceName: string
  readonly fieldType: 'CALLOUT' | 'CALL' | 'AD_IMAGE' | 'LEAD_FORM'
  /** Absent for existing assets. */
  readonly creation?: MutatePart
}

function buildAssetParts(blueprint: SearchBlueprint, { toResourceName, image }: PartOptions): AssetPart[] {
  let nextId = temporaryIds.firstAsset
  const createAsset = (from: string, fieldType: AssetPart['fieldType'], asset: object): AssetPart => {
    const resourceName = toResourceName('assets', nextId--)
    const creation = toPart(from, { assetOperation: { create: { resourceName, ...asset } } })
    return { from, resourceName, fieldType, creation }
  }
  const { callouts, phone, images, leadFormId } = blueprint
  return [
    ...callouts.map(({ from, text }) =>
      createAsset(from, 'CALLOUT', { calloutAsset: { calloutText: text } }),
    ),
    ...(phone === null
      ? []
      : [
          createAsset('phoneNumber', 'CALL', {
            callAsset: { countryCode: phone.country, phoneNumber: phone.number },
          }),
        ]),
    ...images.map((entry): AssetPart => {
      const content = image(entry)
      return 'data' in content
        ? createAsset(entry.from, 'AD_IMAGE', { name: imageName(entry), imageAsset: content })
        : { from: entry.from, resourceName: content.resourceName, fieldType: 'AD_IMAGE' }
    }),
    ...(leadFormId === ''
      ? []
      : [
          {
            from: 'leadFormAssetId',
            resourceName: toResourceName('assets', leadFormId),
            fieldType: 'LEAD_FORM' as const,
          },
        ]),
  ]
}

/** The part uploads an image before the campaign is created. */
export function toImagePart(image: SearchImageDraft, data: string): MutatePart {
  return toPart(image.from, { assetOperation: { create: { name: imageName(image), imageAsset: { data } } } })
}

/** The name depends only on the bytes, so that uploading an image twice causes no name collision. */
function imageName({ sha256 }: SearchImageDraft): string {
  return `adrail-img-${sha256.slice(0, 12)}`
}

/** Never splits a character. */
function truncateToBytes(text: string, maxBytes: number): string {
  let size = 0
  let result = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > maxBytes) break
    result += character
  }
  return result
}
