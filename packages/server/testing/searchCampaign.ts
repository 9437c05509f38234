// Builds campaign requests for tests and reads the created campaigns back in the vocabulary of the request.

import type { RequestBody } from '@adrail/contract'
import { asList, asText, type JsonObject, valueAt } from '../src/platforms/connector-kit/values.ts'
import { gardenShop, querySearchRows } from './search.ts'
import type { TestService } from './service.ts'

export type SearchCampaignBody = RequestBody<'search/create_search_campaign'>

/** Returns a campaign with only the required fields. */
export function minimalSearchCampaign(userId: string, campaignName: string): SearchCampaignBody {
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

/** Returns a campaign that uses every field. */
export function fullSearchCampaign(
  userId: string,
  campaignName: string,
  sandboxUrl: string,
): SearchCampaignBody {
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

/** Reads the campaign with the platform's own queries. */
export async function readSearchCampaign(service: TestService, campaign: string, accountId = gardenShop) {
  const id = campaign.slice(campaign.lastIndexOf('/') + 1)
  const queryRows = (select: string, from: string, condition = '') =>
    querySearchRows(service, `SELECT ${select} FROM ${from} WHERE campaign.id = ${id}${condition}`, accountId)
  const [campaigns, criteria, keywords, ads, assets, sets, goals] = await Promise.all([
    queryRows(
      'campaign.name, campaign.status, campaign.bidding_strategy_type, campaign.start_date_time, campaign.end_date_time, campaign.final_url_suffix, campaign.geo_target_type_setting.positive_geo_target_type, campaign.contains_eu_political_advertising, campaign.url_custom_parameters, campaign.network_settings.target_search_network, campaign.network_settings.target_content_network, campaign_budget.amount_micros, campaign_budget.explicitly_shared',
      'campaign',
    ),
    queryRows(
      'campaign_criterion.negative, campaign_criterion.type, campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant, campaign_criterion.keyword.text, campaign_criterion.keyword.match_type, campaign_criterion.proximity.radius, campaign_criterion.proximity.radius_units, campaign_criterion.proximity.geo_point.longitude_in_micro_degrees, campaign_criterion.proximity.geo_point.latitude_in_micro_degrees',
      'campaign_criterion',
    ),
    queryRows('ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type', 'ad_group_criterion'),
    queryRows(
      'ad_group_ad.status, ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions',
      'ad_group_ad',
    ),
    queryRows(
      'campaign_asset.field_type, asset.id, asset.callout_asset.callout_text, asset.call_asset.phone_number, asset.call_asset.country_code, asset.image_asset.full_size.width_pixels, asset.image_asset.full_size.height_pixels',
      'campaign_asset',
    ),
    queryRows('asset_set.id', 'campaign_asset_set'),
    queryRows(
      'campaign_conversion_goal.category, campaign_conversion_goal.biddable',
      'campaign_conversion_goal',
    ),
  ])
  const [campaignRow] = campaigns
  const toCriterion = (row: JsonObject) => valueAt(row, 'campaignCriterion')
  const findCriteria = (type: string, negative: boolean) =>
    criteria
      .map(toCriterion)
      .filter(
        (entry) => valueAt(entry, 'type') === type && (valueAt(entry, 'negative') === true) === negative,
      )
  const formatKeyword = (entry: unknown) =>
    `${asText(valueAt(entry, 'keyword', 'matchType'))} ${asText(valueAt(entry, 'keyword', 'text'))}`
  const findAssets = (type: string) =>
    assets.filter((row) => valueAt(row, 'campaignAsset', 'fieldType') === type).map((row) => row['asset'])
  const toLines = (list: unknown) =>
    asList(list).map((line) => {
      const pinnedField = asText(valueAt(line, 'pinnedField'))
      return pinnedField === ''
        ? asText(valueAt(line, 'text'))
        : `${asText(valueAt(line, 'text'))} @${pinnedField}`
    })
  return {
    campaignName: asText(valueAt(campaignRow, 'campaign', 'name')),
    status: asText(valueAt(campaignRow, 'campaign', 'status')),
    bidding: asText(valueAt(campaignRow, 'campaign', 'biddingStrategyType')),
    budgetMicros: asText(valueAt(campaignRow, 'campaignBudget', 'amountMicros')),
    sharesBudget: valueAt(campaignRow, 'campaignBudget', 'explicitlyShared') === true,
    startDateTime: asText(valueAt(campaignRow, 'campaign', 'startDateTime')),
    endDateTime: asText(valueAt(campaignRow, 'campaign', 'endDateTime')),
    utmParams: asText(valueAt(campaignRow, 'campaign', 'finalUrlSuffix')),
    geo_target_type: asText(
      valueAt(campaignRow, 'campaign', 'geoTargetTypeSetting', 'positiveGeoTargetType'),
    ),
    euPolitical: asText(valueAt(campaignRow, 'campaign', 'containsEuPoliticalAdvertising')),
    otherNetworks:
      valueAt(campaignRow, 'campaign', 'networkSettings', 'targetSearchNetwork') === true ||
      valueAt(campaignRow, 'campaign', 'networkSettings', 'targetContentNetwork') === true,
    markers: asList(valueAt(campaignRow, 'campaign', 'urlCustomParameters')).map((pair) =>
      asText(valueAt(pair, 'key')),
    ),
    locations: findCriteria('LOCATION', false)
      .map((entry) => asText(valueAt(entry, 'location', 'geoTargetConstant')))
      .toSorted(),
    negativeLocations: findCriteria('LOCATION', true)
      .map((entry) => asText(valueAt(entry, 'location', 'geoTargetConstant')))
      .toSorted(),
    proximities: findCriteria('PROXIMITY', false).map((entry) => [
      valueAt(entry, 'proximity', 'radiusUnits'),
      valueAt(entry, 'proximity', 'radius'),
      valueAt(entry, 'proximity', 'geoPoint', 'longitudeInMicroDegrees'),
      valueAt(entry, 'proximity', 'geoPoint', 'latitudeInMicroDegrees'),
    ]),
    languages: findCriteria('LANGUAGE', false)
      .map((entry) => asText(valueAt(entry, 'language', 'languageConstant')))
      .toSorted(),
    keywords: keywords.map((row) => formatKeyword(row['adGroupCriterion'])).toSorted(),
    negativeKeywords: findCriteria('KEYWORD', true).map(formatKeyword).toSorted(),
    ads: ads
      .map(({ adGroupAd }) => ({
        url: asText(asList(valueAt(adGroupAd, 'ad', 'finalUrls'))[0]),
        status: asText(valueAt(adGroupAd, 'status')),
        headlines: toLines(valueAt(adGroupAd, 'ad', 'responsiveSearchAd', 'headlines')),
        descriptions: toLines(valueAt(adGroupAd, 'ad', 'responsiveSearchAd', 'descriptions')),
      }))
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    callouts: findAssets('CALLOUT')
      .map((asset) => asText(valueAt(asset, 'calloutAsset', 'calloutText')))
      .toSorted(),
    phones: findAssets('CALL').map((asset) => [
      valueAt(asset, 'callAsset', 'countryCode'),
      valueAt(asset, 'callAsset', 'phoneNumber'),
    ]),
    images: findAssets('AD_IMAGE')
      .map((asset) =>
        [
          valueAt(asset, 'imageAsset', 'fullSize', 'widthPixels'),
          valueAt(asset, 'imageAsset', 'fullSize', 'heightPixels'),
        ].join('x'),
      )
      .toSorted(),
    leadForms: findAssets('LEAD_FORM').map((asset) => asText(valueAt(asset, 'id'))),
    locationGroups: sets.map((row) => asText(valueAt(row, 'assetSet', 'id'))),
    goals: Object.fromEntries(
      goals.map(({ campaignConversionGoal }) => [
        asText(valueAt(campaignConversionGoal, 'category')),
        valueAt(campaignConversionGoal, 'biddable') === true,
      ]),
    ),
  }
}

/** Derives the expected campaign from the request alone. */
export function buildExpectedCampaign(body: SearchCampaignBody) {
  const formatKeyword = ({ text, match_type }: { text: string; match_type: unknown }) =>
    `${String(match_type).toUpperCase()} ${text.replace(/^\[(.*)\]$|^"(.*)"$/, '$1$2')}`
  const toGeoTarget = (id: string) => (id.includes('/') ? id : `geoTargetConstants/${id}`)
  const [units = '', fraction = ''] = body.dailyBudget.split('.')
  return {
    campaignName: body.campaignName,
    status: body.status ?? 'ENABLED',
    bidding: body.objective === 'CONVERSION' ? 'MAXIMIZE_CONVERSIONS' : 'TARGET_SPEND',
    budgetMicros: String(BigInt(`${units}${fraction.padEnd(6, '0')}`)),
    sharesBudget: false,
    startDateTime: `${body.startDate} 00:00:00`,
    endDateTime: body.endDate === undefined ? '' : `${body.endDate} 23:59:59`,
    utmParams: (body.utmParams ?? '').replace(/^[?&]/, ''),
    geo_target_type: body.geo_target_type ?? 'PRESENCE',
    euPolitical: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    otherNetworks: false,
    markers: ['adrail'],
    locations: (body.locations ?? []).map(toGeoTarget).toSorted(),
    negativeLocations: (body.negativeLocations ?? []).map(toGeoTarget).toSorted(),
    proximities: (body.proximityTargeting ?? []).map((circle) => [
      String(circle.radius_units).toUpperCase(),
      circle.radius,
      circle.longitude_in_micro_degrees,
      circle.latitude_in_micro_degrees,
    ]),
    keywords: body.keywords.map(formatKeyword).toSorted(),
    negativeKeywords: (body.negativeKeywords ?? []).map(formatKeyword).toSorted(),
    ads: body.ads
      .map((ad) => ({
        url: ad.url,
        status: 'ENABLED',
        headlines: markPinned(ad.headlines, ad.headlineIndexToPinFirstSlot, 'HEADLINE_1'),
        descriptions: markPinned(ad.descriptions, ad.descriptionIndexToPinFirstSlot, 'DESCRIPTION_1'),
      }))
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    callouts: body.callouts.toSorted(),
    phones: body.phoneNumber === undefined ? [] : [[body.phoneNumberCountryCode, body.phoneNumber]],
    leadForms: body.leadFormAssetId === undefined ? [] : [body.leadFormAssetId],
    locationGroups: body.locationGroupId === undefined ? [] : [body.locationGroupId],
  }
}

function markPinned(lines: readonly string[], index: number | undefined, slot: string): string[] {
  return lines.map((line, lineIndex) => (lineIndex === index ? `${line} @${slot}` : line))
}
