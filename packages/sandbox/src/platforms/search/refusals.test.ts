import { expect, test } from 'vitest'
import { listErrors, type SearchReply, useSearch } from '../../../testing/search.ts'
import {
  adGroup,
  buildCampaign,
  buildGoalOperation,
  type CampaignOverrides,
  searchAd,
} from '../../../testing/searchCampaign.ts'

const search = useSearch()

const at = {
  budget: 'mutate_operations[0].campaign_budget_operation.create',
  campaign: 'mutate_operations[1].campaign_operation.create',
}
const headline = (texts: readonly string[]) => ({
  responsiveSearchAd: {
    ...searchAd.responsiveSearchAd,
    headlines: texts.map((text) => ({ text })),
  },
})
const words = (number: number) => Array.from({ length: number }, (_, index) => `w${index}`).join(' ')

test.each<[string, CampaignOverrides, string]>([
  [
    'no EU political declaration',
    { campaign: { containsEuPoliticalAdvertising: undefined } },
    `fieldError.REQUIRED @ ${at.campaign}.contains_eu_political_advertising`,
  ],
  [
    'no bidding strategy',
    { campaign: { maximizeConversions: undefined } },
    `fieldError.REQUIRED @ ${at.campaign}.campaign_bidding_strategy`,
  ],
  ['no name', { campaign: { name: '' } }, `fieldError.REQUIRED @ ${at.campaign}.name`],
  [
    'a name of 257 characters',
    { campaign: { name: 'x'.repeat(257) } },
    `stringLengthError.TOO_LONG @ ${at.campaign}.name`,
  ],
  [
    'a line break in the name',
    { campaign: { name: 'a\nb' } },
    `campaignError.INVALID_CAMPAIGN_NAME @ ${at.campaign}.name`,
  ],
  [
    'a read-only field',
    { campaign: { servingStatus: 'SERVING' } },
    `mutateError.RESOURCE_READ_ONLY @ ${at.campaign}.serving_status`,
  ],
  [
    'an id',
    { campaign: { id: '5' } },
    `newResourceCreationError.CANNOT_SET_ID_FOR_CREATE @ ${at.campaign}.id`,
  ],
  [
    'a start yesterday',
    { campaign: { startDateTime: '2026-11-15 00:00:00' } },
    `dateRangeError.CANNOT_SET_DATE_TO_PAST @ ${at.campaign}.start_date_time`,
  ],
  [
    'a start at noon',
    { campaign: { startDateTime: '2027-03-01 12:00:00' } },
    `dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY @ ${at.campaign}.start_date_time`,
  ],
  [
    'an end at noon',
    { campaign: { endDateTime: '2027-04-30 12:00:00' } },
    `dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY @ ${at.campaign}.end_date_time`,
  ],
  [
    'a date in another format',
    { campaign: { startDateTime: '20270301 00:00:00' } },
    `dateError.INVALID_STRING_DATE_TIME_SECONDS @ ${at.campaign}.start_date_time`,
  ],
  [
    'an end before the start',
    { campaign: { endDateTime: '2027-02-01 23:59:59' } },
    `dateRangeError.START_DATE_AFTER_END_DATE @ ${at.campaign}.end_date_time`,
  ],
  [
    'a malformed URL suffix',
    { campaign: { finalUrlSuffix: 'no pairs' } },
    `urlFieldError.FINAL_URL_SUFFIX_MALFORMED @ ${at.campaign}.final_url_suffix`,
  ],
  [
    'a custom parameter with a dash',
    { campaign: { urlCustomParameters: [{ key: 'a-b', value: '1' }] } },
    `urlFieldError.INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_KEY @ ${at.campaign}.url_custom_parameters[0].key`,
  ],
  [
    'a long custom parameter',
    { campaign: { urlCustomParameters: [{ key: 'a'.repeat(17), value: '1' }] } },
    `stringLengthError.TOO_LONG @ ${at.campaign}.url_custom_parameters[0].key`,
  ],
  [
    'no network',
    { campaign: { networkSettings: { targetGoogleSearch: false, targetSearchNetwork: false } } },
    `campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK @ ${at.campaign}.network_settings`,
  ],
  [
    'search partners without Google search',
    { campaign: { networkSettings: { targetGoogleSearch: false, targetSearchNetwork: true } } },
    `campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH @ ${at.campaign}.network_settings.target_search_network`,
  ],
  [
    'the status REMOVED',
    { campaign: { status: 'REMOVED' } },
    `operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED @ ${at.campaign}.status`,
  ],
  [
    'a budget of half a cent',
    { budget: { amountMicros: '5000' } },
    `campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT @ ${at.budget}.amount_micros`,
  ],
  [
    'a budget of one cent per day',
    { budget: { amountMicros: '10000' } },
    `campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM @ ${at.budget}.amount_micros`,
  ],
  [
    'a negative budget',
    { budget: { amountMicros: '-10000' } },
    `campaignBudgetError.NEGATIVE_MONEY_AMOUNT @ ${at.budget}.amount_micros`,
  ],
  [
    'a budget above the maximum',
    { budget: { amountMicros: '9000000000000000000' } },
    `campaignBudgetError.MONEY_AMOUNT_TOO_LARGE @ ${at.budget}.amount_micros`,
  ],
  [
    'no budget amount',
    { budget: { amountMicros: undefined } },
    `fieldError.REQUIRED @ ${at.budget}.amount_micros`,
  ],
  [
    'a budget name of 256 bytes',
    { budget: { name: 'ä'.repeat(128) } },
    `stringLengthError.TOO_LONG @ ${at.budget}.name`,
  ],
  [
    'an unknown place',
    { criteria: [{ location: { geoTargetConstant: 'geoTargetConstants/1' } }] },
    'criterionError.INVALID_CRITERION_ID @ mutate_operations[2].campaign_criterion_operation.create.location.geo_target_constant',
  ],
  [
    'an obsolete place',
    { criteria: [{ location: { geoTargetConstant: 'geoTargetConstants/9999001' } }] },
    'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION @ mutate_operations[2].campaign_criterion_operation.create.location.geo_target_constant',
  ],
  [
    'the same place twice, once excluded',
    {
      criteria: [
        { location: { geoTargetConstant: 'geoTargetConstants/2840' } },
        { negative: true, location: { geoTargetConstant: 'geoTargetConstants/2840' } },
      ],
    },
    'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE @ mutate_operations[3].campaign_criterion_operation.create.location.geo_target_constant',
  ],
  [
    'a language that cannot be targeted',
    { criteria: [{ language: { languageConstant: 'languageConstants/1999' } }] },
    'criterionError.CANNOT_TARGET_LANGUAGE @ mutate_operations[2].campaign_criterion_operation.create.language.language_constant',
  ],
  [
    'a radius of 501 miles',
    {
      criteria: [
        {
          proximity: {
            geoPoint: { longitudeInMicroDegrees: 1, latitudeInMicroDegrees: 1 },
            radius: 501,
            radiusUnits: 'MILES',
          },
        },
      ],
    },
    'criterionError.INVALID_PROXIMITY_RADIUS @ mutate_operations[2].campaign_criterion_operation.create.proximity.radius',
  ],
  [
    'a latitude of 91 degrees',
    {
      criteria: [
        {
          proximity: {
            geoPoint: { longitudeInMicroDegrees: 1, latitudeInMicroDegrees: 91_000_000 },
            radius: 5,
          },
        },
      ],
    },
    'criterionError.INVALID_LATITUDE @ mutate_operations[2].campaign_criterion_operation.create.proximity.geo_point.latitude_in_micro_degrees',
  ],
  [
    'a longitude of 181 degrees',
    {
      criteria: [
        {
          proximity: {
            geoPoint: { longitudeInMicroDegrees: -181_000_000, latitudeInMicroDegrees: 1 },
            radius: 5,
          },
        },
      ],
    },
    'criterionError.INVALID_LONGITUDE @ mutate_operations[2].campaign_criterion_operation.create.proximity.geo_point.longitude_in_micro_degrees',
  ],
  [
    'a criterion without a type',
    { criteria: [{}] },
    'campaignCriterionError.CONCRETE_TYPE_REQUIRED @ mutate_operations[2].campaign_criterion_operation.create.criterion',
  ],
  [
    'a keyword of 81 characters',
    { keywords: [{ text: 'x'.repeat(81), matchType: 'EXACT' }] },
    'criterionError.KEYWORD_TEXT_TOO_LONG @ mutate_operations[3].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword of eleven words',
    { keywords: [{ text: words(11), matchType: 'EXACT' }] },
    'criterionError.KEYWORD_HAS_TOO_MANY_WORDS @ mutate_operations[3].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword with brackets',
    { keywords: [{ text: '[chairs]', matchType: 'EXACT' }] },
    'criterionError.KEYWORD_HAS_INVALID_CHARS @ mutate_operations[3].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword with plus signs',
    { keywords: [{ text: '+oak +chairs', matchType: 'BROAD' }] },
    'criterionError.BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED @ mutate_operations[3].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword without a match type',
    { keywords: [{ text: 'chairs' }] },
    'fieldError.REQUIRED @ mutate_operations[3].ad_group_criterion_operation.create.keyword.match_type',
  ],
  [
    'the same keyword twice',
    {
      keywords: [
        { text: 'Chairs', matchType: 'EXACT' },
        { text: 'chairs', matchType: 'EXACT' },
      ],
    },
    'mutateError.RESOURCE_ALREADY_EXISTS @ mutate_operations[4].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword that violates a policy',
    { keywords: [{ text: 'replica watches', matchType: 'EXACT' }] },
    'policyViolationError.POLICY_ERROR @ mutate_operations[3].ad_group_criterion_operation.create.keyword.text',
  ],
  [
    'two headlines',
    { ad: headline(['One', 'Two']) },
    'collectionSizeError.TOO_FEW @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines',
  ],
  [
    'sixteen headlines',
    { ad: headline(words(16).split(' ')) },
    'collectionSizeError.TOO_MANY @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines',
  ],
  [
    'a headline of 31 characters',
    { ad: headline(['One', 'Two', 'x'.repeat(31)]) },
    'adError.LINE_TOO_WIDE @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'a headline of 16 wide characters',
    { ad: headline(['One', 'Two', '茶'.repeat(16)]) },
    'adError.LINE_TOO_WIDE @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'a headline of 31 characters with a keyword placeholder',
    { ad: headline(['{KeyWord:Solid Oak Garden Chairs}', 'Two', `{keyword:${'x'.repeat(30)}}!`]) },
    'adError.LINE_TOO_WIDE @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'equal headlines',
    { ad: headline(['One', 'Two', 'Two']) },
    'distinctError.DUPLICATE_ELEMENT @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'a headline that violates a policy',
    { ad: headline(['One', 'Two', 'Best casino!!']) },
    'policyFindingError.POLICY_FINDING @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'an ad without a final URL',
    { ad: { finalUrls: undefined } },
    'fieldError.REQUIRED @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls',
  ],
  [
    'a final URL without a protocol',
    { ad: { finalUrls: ['shop.example'] } },
    'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls[0]',
  ],
  [
    'a final URL of 2,085 bytes',
    { ad: { finalUrls: [`https://shop.example/${'x'.repeat(2064)}`] } },
    'stringLengthError.TOO_LONG @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls[0]',
  ],
  [
    'a description that is pinned to a headline',
    {
      ad: {
        responsiveSearchAd: {
          ...searchAd.responsiveSearchAd,
          descriptions: [{ text: 'a', pinnedField: 'HEADLINE_1' }, { text: 'b' }, { text: 'c' }],
        },
      },
    },
    'assetLinkError.INVALID_PINNED_FIELD @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.descriptions[0].pinned_field',
  ],
  [
    'all descriptions pinned to one position',
    {
      ad: {
        responsiveSearchAd: {
          ...searchAd.responsiveSearchAd,
          descriptions: [
            { text: 'a', pinnedField: 'DESCRIPTION_1' },
            { text: 'b', pinnedField: 'DESCRIPTION_1' },
          ],
        },
      },
    },
    'assetLinkError.NOT_ENOUGH_AVAILABLE_ASSET_LINKS_FOR_VALID_COMBINATION @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.descriptions',
  ],
  [
    'a goal that the account does not have',
    { extraOperations: [buildGoalOperation('STORE_SALE~STORE', true)] },
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[5].campaign_conversion_goal_operation.update.resource_name',
  ],
])('campaign creation with %s is refused with its field path', async (_what, changes, expected) => {
  const reply = await search.mutate(buildCampaign(changes))
  expect(reply.status).toBe(expected.startsWith('operationAccessDenied') ? 403 : 400)
  expect(listErrors(reply)[0]).toBe(expected)
})

test('error details contain the minimum budget, the violated policy and the exceeded limit', async () => {
  const details = (reply: SearchReply) => reply.body.error.details[0].errors[0].details
  const budget = await search.mutate(buildCampaign({ budget: { amountMicros: '10000' } }))
  expect(details(budget).budgetPerDayMinimumErrorDetails).toEqual({
    currencyCode: 'USD',
    budgetPerDayMinimumMicros: '100000',
    minimumBudgetAmountMicros: '100000',
    failedBudgetAmountMicros: '10000',
  })
  const keyword = await search.mutate(buildCampaign({ keywords: [{ text: 'acmecola', matchType: 'EXACT' }] }))
  expect(details(keyword).policyViolationDetails).toMatchObject({
    key: { policyName: 'trademarks_in_ad_text', violatingText: 'acmecola' },
    isExemptible: true,
  })
  const ads = Array.from({ length: 3 }, (_, index) => ({
    adGroupAdOperation: {
      create: { adGroup, ad: { ...searchAd, finalUrls: [`https://shop.example/${index}`] } },
    },
  }))
  const fourth = await search.mutate(buildCampaign({ extraOperations: ads }))
  expect(listErrors(fourth)).toEqual([
    'resourceCountLimitExceededError.ADGROUP_LIMIT @ mutate_operations[7].ad_group_ad_operation.create',
  ])
  expect(details(fourth).resourceCountDetails).toMatchObject({
    limit: 3,
    limitType: 'RESPONSIVE_SEARCH_ADS_PER_AD_GROUP',
    existingCount: 3,
  })
})

async function nameOf(name: string): Promise<{ campaign: string; budget: string }> {
  const [row] = await search.query(
    `SELECT campaign.resource_name, campaign.campaign_budget FROM campaign WHERE campaign.name = '${name}'`,
  )
  return { campaign: row.campaign.resourceName, budget: row.campaign.campaignBudget }
}

test.each([
  ['', {}, 'fieldMaskError.FIELD_MASK_MISSING @ mutate_operations[0].campaign_operation.update_mask'],
  ['colour', {}, 'fieldMaskError.FIELD_NOT_FOUND @ mutate_operations[0].campaign_operation.update_mask'],
  [
    'networkSettings',
    {},
    'fieldMaskError.FIELD_HAS_SUBFIELDS @ mutate_operations[0].campaign_operation.update_mask',
  ],
  [
    'advertisingChannelType',
    {},
    'fieldError.IMMUTABLE_FIELD @ mutate_operations[0].campaign_operation.update.advertising_channel_type',
  ],
  ['id', {}, 'fieldError.IMMUTABLE_FIELD @ mutate_operations[0].campaign_operation.update.id'],
  [
    'status',
    { status: 'REMOVED' },
    'requestError.INVALID_ENUM_VALUE @ mutate_operations[0].campaign_operation.update.status',
  ],
  [
    'name',
    { name: 'Spring plants' },
    'campaignError.DUPLICATE_CAMPAIGN_NAME @ mutate_operations[0].campaign_operation.update.name',
  ],
  [
    'startDateTime',
    { startDateTime: '2027-01-01 00:00:00' },
    'dateRangeError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED @ mutate_operations[0].campaign_operation.update.start_date_time',
  ],
  [
    'endDateTime',
    { endDateTime: '2026-11-01 23:59:59' },
    'dateRangeError.CANNOT_SET_DATE_TO_PAST @ mutate_operations[0].campaign_operation.update.end_date_time',
  ],
])('an update with the mask "%s" and the values %j is refused', async (updateMask, update, expected) => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const reply = await search.mutate([
    { campaignOperation: { updateMask, update: { resourceName: name, ...update } } },
  ])
  expect(listErrors(reply)).toEqual([expected])
})
