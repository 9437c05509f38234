// From a blueprint to the parts of one atomic mutate: things are made under temporary negative ids, before they are used,
// and parts of one kind stand together.
// https://developers.google.com/google-ads/api/docs/mutating/bulk-mutate and …/docs/campaigns/create-campaigns

import type { MutateOperation, Part } from '../../platforms/search/mutate.ts'
import type { Blueprint, Image, Keyword } from './blueprint.ts'

/** Key of the custom parameter that tells a campaign of ours. */
export const markerKey = 'adrail'

export interface PartOptions {
  /** `customers/1/campaigns/-2` from `campaigns` and `-2`. */
  name(collection: string, id: string | number): string
  readonly marker: string
  /** What tells this campaign's budget from others of the same name. */
  readonly budgetSuffix: string
  /** Bytes of an image in base64, or the resource name of one that was uploaded before. */
  image(image: Image): { readonly data: string } | { readonly resourceName: string }
}

const ids = { budget: -1, campaign: -2, adGroup: -3, firstAsset: -10 }

export function campaignParts(blueprint: Blueprint, options: PartOptions): Part[] {
  const { name } = options
  const campaign = name('campaigns', ids.campaign)
  const adGroup = name('adGroups', ids.adGroup)
  const assets = assetParts(blueprint, options)
  return [
    budgetPart(blueprint, options),
    { origin: '', operation: { campaignOperation: { create: campaignOf(blueprint, options) } } },
    ...criterionParts(blueprint, campaign),
    {
      origin: 'campaignName',
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
      part(from, {
        adGroupCriterionOperation: { create: { adGroup, status: 'ENABLED', keyword: { text, matchType } } },
      }),
    ),
    ...adParts(blueprint, adGroup),
    ...assets.flatMap(({ made }) => made ?? []),
    ...assets.map(({ from, resourceName, fieldType }) =>
      part(from, { campaignAssetOperation: { create: { campaign, asset: resourceName, fieldType } } }),
    ),
    ...(blueprint.locationGroupId === ''
      ? []
      : [
          part('locationGroupId', {
            campaignAssetSetOperation: {
              create: { campaign, assetSet: name('assetSets', blueprint.locationGroupId) },
            },
          }),
        ]),
    ...blueprint.goals.map(({ category, origin, biddable }) =>
      part('conversionEvents', {
        campaignConversionGoalOperation: {
          updateMask: 'biddable',
          update: {
            resourceName: name('campaignConversionGoals', `${ids.campaign}~${category}~${origin}`),
            biddable,
          },
        },
      }),
    ),
  ]
}

function part(origin: string, operation: MutateOperation): Part {
  return { origin, operation }
}

/** Not shared: a shared one would stay behind when the campaign goes, and collide by its name. */
function budgetPart(
  { name: campaignName, budgetMicros }: Blueprint,
  { name, budgetSuffix }: PartOptions,
): Part {
  return part('dailyBudget', {
    campaignBudgetOperation: {
      create: {
        resourceName: name('campaignBudgets', ids.budget),
        name: `${cutToBytes(campaignName, 240)} #${budgetSuffix}`,
        amountMicros: budgetMicros,
        deliveryMethod: 'STANDARD',
        explicitlyShared: false,
      },
    },
  })
}

function campaignOf(blueprint: Blueprint, { name, marker }: PartOptions) {
  const { objective, startDate, endDate, urlSuffix, geoTargetType } = blueprint
  return {
    resourceName: name('campaigns', ids.campaign),
    name: blueprint.name,
    // Money starts last: a campaign is switched on once everything about it is known to be there.
    status: 'PAUSED',
    advertisingChannelType: 'SEARCH',
    campaignBudget: name('campaignBudgets', ids.budget),
    networkSettings: {
      targetGoogleSearch: true,
      targetSearchNetwork: false,
      targetContentNetwork: false,
      targetPartnerSearchNetwork: false,
    },
    // The one way of bidding that the objective means; an empty message chooses it.
    ...(objective === 'CONVERSION' ? { maximizeConversions: {} } : { targetSpend: {} }),
    geoTargetTypeSetting: { positiveGeoTargetType: geoTargetType, negativeGeoTargetType: 'PRESENCE' },
    ...(startDate === '' ? {} : { startDateTime: `${startDate} 00:00:00` }),
    ...(endDate === '' ? {} : { endDateTime: `${endDate} 23:59:59` }),
    // Callers declare it by creating the campaign; without it the platform refuses every campaign.
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    ...(urlSuffix === '' ? {} : { finalUrlSuffix: urlSuffix }),
    urlCustomParameters: [{ key: markerKey, value: marker }],
  } as const
}

function criterionParts(blueprint: Blueprint, campaign: string): Part[] {
  const criterion = (from: string, create: object) =>
    part(from, { campaignCriterionOperation: { create: { campaign, ...create } } })
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

function adParts({ ads }: Blueprint, adGroup: string): Part[] {
  return ads.map(({ from, url, headlines, descriptions, pinnedHeadline, pinnedDescription }) =>
    part(from, {
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
  /** Absent for assets that exist already. */
  readonly made?: Part
}

function assetParts(blueprint: Blueprint, { name, image }: PartOptions): AssetPart[] {
  let nextId = ids.firstAsset
  const make = (from: string, fieldType: AssetPart['fieldType'], asset: object): AssetPart => {
    const resourceName = name('assets', nextId--)
    const made = part(from, { assetOperation: { create: { resourceName, ...asset } } })
    return { from, resourceName, fieldType, made }
  }
  const { callouts, phone, images, leadFormId } = blueprint
  return [
    ...callouts.map(({ from, text }) => make(from, 'CALLOUT', { calloutAsset: { calloutText: text } })),
    ...(phone === null
      ? []
      : [
          make('phoneNumber', 'CALL', {
            callAsset: { countryCode: phone.country, phoneNumber: phone.number },
          }),
        ]),
    ...images.map((entry): AssetPart => {
      const content = image(entry)
      return 'data' in content
        ? make(entry.from, 'AD_IMAGE', { name: imageName(entry), imageAsset: content })
        : { from: entry.from, resourceName: content.resourceName, fieldType: 'AD_IMAGE' }
    }),
    ...(leadFormId === ''
      ? []
      : [
          {
            from: 'leadFormAssetId',
            resourceName: name('assets', leadFormId),
            fieldType: 'LEAD_FORM' as const,
          },
        ]),
  ]
}

/** An image by itself, for uploads ahead of the campaign. */
export function imagePart(image: Image, data: string): Part {
  return part(image.from, { assetOperation: { create: { name: imageName(image), imageAsset: { data } } } })
}

/** The same bytes have the same name, so that they never collide with themselves. */
function imageName({ sha256 }: Image): string {
  return `adrail-img-${sha256.slice(0, 12)}`
}

/** Cuts text to so many bytes without cutting a character in two. */
function cutToBytes(text: string, most: number): string {
  let size = 0
  let cut = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > most) break
    cut += character
  }
  return cut
}
