// For tests: campaigns to ask for, and what the platform has of them afterwards, in the words of the request.

import type { RequestBody } from '@adrail/contract'
import { asList, asText, at, type Json } from '../src/platforms/kit/values.ts'
import { gardenShop, rowsOf } from './search.ts'
import type { TestService } from './service.ts'

export type CampaignRequest = RequestBody<'search/create_search_campaign'>

/** As little as a campaign can be. */
export function leastCampaign(userId: string, campaignName: string): CampaignRequest {
  return {
    userId,
    objective: 'TRAFFIC',
    campaignName,
    dailyBudget: '12',
    startDate: '2030-03-01',
    keywords: [{ text: 'garden chairs', match_type: 'BROAD' }],
    locations: ['2840'],
    ads: [
      {
        url: 'https://shop.example/',
        headlines: ['Garden chairs', 'Built to last', 'Order today'],
        descriptions: ['Solid oak, oiled by hand.', 'Thirty days to return.'],
      },
    ],
    callouts: ['Free delivery'],
  }
}

/** A campaign that uses every member at once. */
export function fullCampaign(userId: string, campaignName: string, sandboxUrl: string): CampaignRequest {
  return {
    userId,
    objective: 'CONVERSION',
    campaignName,
    dailyBudget: '25.50',
    startDate: '2030-03-01',
    endDate: '2030-04-30',
    keywords: [
      { text: 'garden chairs', match_type: 'PHRASE' },
      { text: '[oak garden chair]', match_type: 'EXACT' },
      { text: 'patio seating', match_type: 'broad' },
    ],
    negativeKeywords: [
      { text: 'free', match_type: 'BROAD' },
      { text: '"plastic chairs"', match_type: 'PHRASE' },
    ],
    locations: ['1023191', 'geoTargetConstants/21167'],
    proximityTargeting: [
      {
        radius_units: 'MILES',
        radius: 15,
        longitude_in_micro_degrees: -73_985_100,
        latitude_in_micro_degrees: 40_748_400,
      },
      {
        radius_units: 'kilometers',
        radius: 7.5,
        longitude_in_micro_degrees: 13_404_954,
        latitude_in_micro_degrees: 52_520_008,
      },
    ],
    negativeLocations: ['1022762'],
    geo_target_type: 'PRESENCE_OR_INTEREST',
    languages: ['en', 'zh-TW', 'he'],
    ads: [
      {
        url: 'https://shop.example/chairs?a=1',
        headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days', '庭の椅子'],
        descriptions: ['Solid oak, oiled by hand.', 'Try them for thirty days.', 'Made in the hills.'],
        headlineIndexToPinFirstSlot: 2,
        descriptionIndexToPinFirstSlot: 1,
      },
      {
        url: 'https://shop.example/benches',
        headlines: ['Garden benches', 'Seats for three', 'Order today'],
        descriptions: ['Benches for every lawn.', 'Delivered assembled.'],
      },
    ],
    conversionEvents: ['PURCHASE', 'SUBMIT_LEAD_FORM'],
    callouts: ['Free delivery', '30 days to return', '送料無料'],
    phoneNumber: '(212) 555-0147',
    phoneNumberCountryCode: 'US',
    leadFormAssetId: '88001122',
    images: [
      `${sandboxUrl}/_media/image/terrace-600x314.png`,
      `${sandboxUrl}/_media/image/garden-300x300.jpg`,
    ],
    utmParams: '?utm_source=search&utm_campaign=spring',
    locationGroupId: '77001',
  }
}

/** What the platform has, read by its own queries. */
export async function readCampaign(service: TestService, campaign: string, accountId = gardenShop) {
  const id = campaign.slice(campaign.lastIndexOf('/') + 1)
  const rows = (select: string, from: string, more = '') =>
    rowsOf(service, `SELECT ${select} FROM ${from} WHERE campaign.id = ${id}${more}`, accountId)
  const [campaigns, criteria, keywords, ads, assets, sets, goals] = await Promise.all([
    rows(
      'campaign.name, campaign.status, campaign.bidding_strategy_type, campaign.start_date_time, campaign.end_date_time, campaign.final_url_suffix, campaign.geo_target_type_setting.positive_geo_target_type, campaign.contains_eu_political_advertising, campaign.url_custom_parameters, campaign.network_settings.target_search_network, campaign.network_settings.target_content_network, campaign_budget.amount_micros, campaign_budget.explicitly_shared',
      'campaign',
    ),
    rows(
      'campaign_criterion.negative, campaign_criterion.type, campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant, campaign_criterion.keyword.text, campaign_criterion.keyword.match_type, campaign_criterion.proximity.radius, campaign_criterion.proximity.radius_units, campaign_criterion.proximity.geo_point.longitude_in_micro_degrees, campaign_criterion.proximity.geo_point.latitude_in_micro_degrees',
      'campaign_criterion',
    ),
    rows('ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type', 'ad_group_criterion'),
    rows(
      'ad_group_ad.status, ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions',
      'ad_group_ad',
    ),
    rows(
      'campaign_asset.field_type, asset.id, asset.callout_asset.callout_text, asset.call_asset.phone_number, asset.call_asset.country_code, asset.image_asset.full_size.width_pixels, asset.image_asset.full_size.height_pixels',
      'campaign_asset',
    ),
    rows('asset_set.id', 'campaign_asset_set'),
    rows('campaign_conversion_goal.category, campaign_conversion_goal.biddable', 'campaign_conversion_goal'),
  ])
  const [head] = campaigns
  const criterion = (row: Json) => at(row, 'campaignCriterion')
  const ofType = (type: string, negative: boolean) =>
    criteria
      .map(criterion)
      .filter((entry) => at(entry, 'type') === type && (at(entry, 'negative') === true) === negative)
  const keyword = (entry: unknown) =>
    `${asText(at(entry, 'keyword', 'matchType'))} ${asText(at(entry, 'keyword', 'text'))}`
  const assetsOf = (type: string) =>
    assets.filter((row) => at(row, 'campaignAsset', 'fieldType') === type).map((row) => row['asset'])
  const lines = (list: unknown) =>
    asList(list).map((line) => {
      const pinned = asText(at(line, 'pinnedField'))
      return pinned === '' ? asText(at(line, 'text')) : `${asText(at(line, 'text'))} @${pinned}`
    })
  return {
    campaignName: asText(at(head, 'campaign', 'name')),
    status: asText(at(head, 'campaign', 'status')),
    bidding: asText(at(head, 'campaign', 'biddingStrategyType')),
    budgetMicros: asText(at(head, 'campaignBudget', 'amountMicros')),
    sharesBudget: at(head, 'campaignBudget', 'explicitlyShared') === true,
    startDateTime: asText(at(head, 'campaign', 'startDateTime')),
    endDateTime: asText(at(head, 'campaign', 'endDateTime')),
    utmParams: asText(at(head, 'campaign', 'finalUrlSuffix')),
    geo_target_type: asText(at(head, 'campaign', 'geoTargetTypeSetting', 'positiveGeoTargetType')),
    euPolitical: asText(at(head, 'campaign', 'containsEuPoliticalAdvertising')),
    otherNetworks:
      at(head, 'campaign', 'networkSettings', 'targetSearchNetwork') === true ||
      at(head, 'campaign', 'networkSettings', 'targetContentNetwork') === true,
    markers: asList(at(head, 'campaign', 'urlCustomParameters')).map((pair) => asText(at(pair, 'key'))),
    locations: ofType('LOCATION', false)
      .map((entry) => asText(at(entry, 'location', 'geoTargetConstant')))
      .toSorted(),
    negativeLocations: ofType('LOCATION', true)
      .map((entry) => asText(at(entry, 'location', 'geoTargetConstant')))
      .toSorted(),
    proximities: ofType('PROXIMITY', false).map((entry) => [
      at(entry, 'proximity', 'radiusUnits'),
      at(entry, 'proximity', 'radius'),
      at(entry, 'proximity', 'geoPoint', 'longitudeInMicroDegrees'),
      at(entry, 'proximity', 'geoPoint', 'latitudeInMicroDegrees'),
    ]),
    languages: ofType('LANGUAGE', false)
      .map((entry) => asText(at(entry, 'language', 'languageConstant')))
      .toSorted(),
    keywords: keywords.map((row) => keyword(row['adGroupCriterion'])).toSorted(),
    negativeKeywords: ofType('KEYWORD', true).map(keyword).toSorted(),
    ads: ads
      .map(({ adGroupAd }) => ({
        url: asText(asList(at(adGroupAd, 'ad', 'finalUrls'))[0]),
        status: asText(at(adGroupAd, 'status')),
        headlines: lines(at(adGroupAd, 'ad', 'responsiveSearchAd', 'headlines')),
        descriptions: lines(at(adGroupAd, 'ad', 'responsiveSearchAd', 'descriptions')),
      }))
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    callouts: assetsOf('CALLOUT')
      .map((asset) => asText(at(asset, 'calloutAsset', 'calloutText')))
      .toSorted(),
    phones: assetsOf('CALL').map((asset) => [
      at(asset, 'callAsset', 'countryCode'),
      at(asset, 'callAsset', 'phoneNumber'),
    ]),
    images: assetsOf('AD_IMAGE')
      .map((asset) =>
        [
          at(asset, 'imageAsset', 'fullSize', 'widthPixels'),
          at(asset, 'imageAsset', 'fullSize', 'heightPixels'),
        ].join('x'),
      )
      .toSorted(),
    leadForms: assetsOf('LEAD_FORM').map((asset) => asText(at(asset, 'id'))),
    locationGroups: sets.map((row) => asText(at(row, 'assetSet', 'id'))),
    goals: Object.fromEntries(
      goals.map(({ campaignConversionGoal }) => [
        asText(at(campaignConversionGoal, 'category')),
        at(campaignConversionGoal, 'biddable') === true,
      ]),
    ),
  }
}

/** What a request must have become, worked out from the request alone. */
export function expectedOf(body: CampaignRequest) {
  const keyword = ({ text, match_type }: { text: string; match_type: unknown }) =>
    `${String(match_type).toUpperCase()} ${text.replace(/^\[(.*)\]$|^"(.*)"$/, '$1$2')}`
  const place = (id: string) => (id.includes('/') ? id : `geoTargetConstants/${id}`)
  const [whole = '', fraction = ''] = body.dailyBudget.split('.')
  return {
    campaignName: body.campaignName,
    status: body.status ?? 'ENABLED',
    bidding: body.objective === 'CONVERSION' ? 'MAXIMIZE_CONVERSIONS' : 'TARGET_SPEND',
    budgetMicros: String(BigInt(`${whole}${fraction.padEnd(6, '0')}`)),
    sharesBudget: false,
    startDateTime: `${body.startDate} 00:00:00`,
    endDateTime: body.endDate === undefined ? '' : `${body.endDate} 23:59:59`,
    utmParams: (body.utmParams ?? '').replace(/^[?&]/, ''),
    geo_target_type: body.geo_target_type ?? 'PRESENCE',
    euPolitical: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    otherNetworks: false,
    markers: ['adrail'],
    locations: (body.locations ?? []).map(place).toSorted(),
    negativeLocations: (body.negativeLocations ?? []).map(place).toSorted(),
    proximities: (body.proximityTargeting ?? []).map((circle) => [
      String(circle.radius_units).toUpperCase(),
      circle.radius,
      circle.longitude_in_micro_degrees,
      circle.latitude_in_micro_degrees,
    ]),
    keywords: body.keywords.map(keyword).toSorted(),
    negativeKeywords: (body.negativeKeywords ?? []).map(keyword).toSorted(),
    ads: body.ads
      .map((ad) => ({
        url: ad.url,
        status: 'ENABLED',
        headlines: pinned(ad.headlines, ad.headlineIndexToPinFirstSlot, 'HEADLINE_1'),
        descriptions: pinned(ad.descriptions, ad.descriptionIndexToPinFirstSlot, 'DESCRIPTION_1'),
      }))
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    callouts: body.callouts.toSorted(),
    phones: body.phoneNumber === undefined ? [] : [[body.phoneNumberCountryCode, body.phoneNumber]],
    leadForms: body.leadFormAssetId === undefined ? [] : [body.leadFormAssetId],
    locationGroups: body.locationGroupId === undefined ? [] : [body.locationGroupId],
  }
}

function pinned(lines: readonly string[], index: number | undefined, slot: string): string[] {
  return lines.map((line, at) => (at === index ? `${line} @${slot}` : line))
}
