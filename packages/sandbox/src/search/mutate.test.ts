import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findings, fox, type Reply, type Row, type WatchedSandbox, watchSandbox } from '../../test/watched.ts'

let watched: WatchedSandbox
let landscape = ''
beforeAll(async () => {
  watched = await watchSandbox()
  landscape = await picture('landscape-1200x628.png')
})
beforeEach(() => {
  watched.sandbox.clock.set(Date.parse('2026-11-16T15:00:00Z'))
  watched.sandbox.reset()
})
afterAll(async () => {
  expect(watched.problems).toEqual([])
  await watched.close()
})

async function picture(name: string): Promise<string> {
  const answer = await fetch(`${watched.sandbox.url}/_media/image/${name}`)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

const root = `customers/${fox}`
const campaign = `${root}/campaigns/-2`
const adGroup = `${root}/adGroups/-3`

interface Changes {
  readonly budget?: object
  readonly campaign?: object
  readonly criteria?: readonly object[]
  readonly adGroup?: object
  readonly keywords?: readonly object[]
  readonly ad?: object
  readonly more?: readonly object[]
}

const searchAd = {
  finalUrls: ['https://shop.example/spring'],
  responsiveSearchAd: {
    headlines: [
      { text: 'Garden Chairs Sale', pinnedField: 'HEADLINE_1' },
      { text: 'Free Delivery' },
      { text: 'Order Online Today' },
    ],
    descriptions: [
      { text: 'Solid oak chairs built to last.', pinnedField: 'DESCRIPTION_1' },
      { text: 'Two-year warranty on every order.' },
    ],
  },
}

/** A small campaign; each part can be changed, `undefined` takes a member away. */
function plan(changes: Changes = {}): object[] {
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: `${root}/campaignBudgets/-1`,
          name: 'Spring Sale #7f3c2a',
          amountMicros: '25000000',
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
          ...changes.budget,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name: 'Spring Sale',
          status: 'ENABLED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: `${root}/campaignBudgets/-1`,
          networkSettings: {
            targetGoogleSearch: true,
            targetSearchNetwork: false,
            targetContentNetwork: false,
            targetPartnerSearchNetwork: false,
          },
          maximizeConversions: {},
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE', negativeGeoTargetType: 'PRESENCE' },
          startDateTime: '2027-03-01 00:00:00',
          endDateTime: '2027-04-30 23:59:59',
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          finalUrlSuffix: 'utm_source=search&utm_medium=cpc&utm_campaign=spring',
          urlCustomParameters: [{ key: 'adrail', value: '7f3c2a91d04be655' }],
          ...changes.campaign,
        },
      },
    },
    ...(changes.criteria ?? []).map((criterion) => ({
      campaignCriterionOperation: { create: { campaign, ...criterion } },
    })),
    {
      adGroupOperation: {
        create: {
          resourceName: adGroup,
          name: 'Spring Sale',
          campaign,
          status: 'ENABLED',
          type: 'SEARCH_STANDARD',
          ...changes.adGroup,
        },
      },
    },
    ...(changes.keywords ?? [{ text: 'garden chairs', matchType: 'PHRASE' }]).map((keyword) => ({
      adGroupCriterionOperation: { create: { adGroup, status: 'ENABLED', keyword } },
    })),
    { adGroupAdOperation: { create: { adGroup, status: 'ENABLED', ad: { ...searchAd, ...changes.ad } } } },
    ...(changes.more ?? []),
  ]
}

const asset = (id: number, data: object) => ({
  assetOperation: { create: { resourceName: `${root}/assets/${id}`, ...data } },
})
const link = (name: string, fieldType: string) => ({
  campaignAssetOperation: { create: { campaign, asset: name, fieldType } },
})
const goal = (pair: string, biddable: boolean) => ({
  campaignConversionGoalOperation: {
    updateMask: 'biddable',
    update: { resourceName: `${root}/campaignConversionGoals/-2~${pair}`, biddable },
  },
})

const everything = () =>
  plan({
    criteria: [
      { location: { geoTargetConstant: 'geoTargetConstants/1014221' } },
      {
        proximity: {
          geoPoint: { longitudeInMicroDegrees: -73_985_100, latitudeInMicroDegrees: 40_748_400 },
          radius: 15,
          radiusUnits: 'MILES',
        },
      },
      { negative: true, location: { geoTargetConstant: 'geoTargetConstants/1022762' } },
      { language: { languageConstant: 'languageConstants/1000' } },
      { negative: true, keyword: { text: 'free', matchType: 'BROAD' } },
    ],
    more: [
      asset(-10, { calloutAsset: { calloutText: 'Free returns and more' } }),
      asset(-11, { callAsset: { countryCode: 'US', phoneNumber: '(212) 555-0199' } }),
      asset(-12, { name: 'adrail-img-0c1d77aa90e2', imageAsset: { data: landscape } }),
      link(`${root}/assets/-10`, 'CALLOUT'),
      link(`${root}/assets/-11`, 'CALL'),
      link(`${root}/assets/-12`, 'AD_IMAGE'),
      link(`${root}/assets/88001122`, 'LEAD_FORM'),
      { campaignAssetSetOperation: { create: { campaign, assetSet: `${root}/assetSets/77001` } } },
      goal('PURCHASE~WEBSITE', true),
      goal('PAGE_VIEW~WEBSITE', false),
    ],
  })

const count = async (): Promise<number> => (await watched.query('SELECT campaign.id FROM campaign')).length
const kinds = () => watched.sandbox.requests.effects().map((effect) => effect.kind)

test('one request creates a whole campaign, and each temporary id becomes the same real one everywhere', async () => {
  const reply = await watched.mutate(everything(), {
    body: { partialFailure: false, validateOnly: false, responseContentType: 'RESOURCE_NAME_ONLY' },
  })
  expect(reply.status).toBe(200)
  const results: Row[] = reply.body.mutateOperationResponses.map(
    (response: Row) => Object.values<Row>(response)[0],
  )
  expect(reply.body.mutateOperationResponses.map((response: Row) => Object.keys(response)[0])).toEqual([
    'campaignBudgetResult',
    'campaignResult',
    ...Array.from({ length: 5 }, () => 'campaignCriterionResult'),
    'adGroupResult',
    'adGroupCriterionResult',
    'adGroupAdResult',
    ...Array.from({ length: 3 }, () => 'assetResult'),
    ...Array.from({ length: 4 }, () => 'campaignAssetResult'),
    'campaignAssetSetResult',
    'campaignConversionGoalResult',
    'campaignConversionGoalResult',
  ])
  const id = results[1].resourceName.split('/').pop()
  expect(results[2].resourceName).toBe(`${root}/campaignCriteria/${id}~1014221`)
  expect(results[16].resourceName).toBe(`${root}/campaignAssets/${id}~88001122~LEAD_FORM`)
  expect(results[17].resourceName).toBe(`${root}/campaignAssetSets/${id}~77001`)
  expect(results[18].resourceName).toBe(`${root}/campaignConversionGoals/${id}~PURCHASE~WEBSITE`)

  const [row] = await watched.query(
    "SELECT campaign.name, campaign.serving_status, campaign.bidding_strategy_type, campaign.url_custom_parameters, campaign_budget.name, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Spring Sale'",
  )
  expect(row.campaign).toMatchObject({
    servingStatus: 'PENDING',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    urlCustomParameters: [{ key: 'adrail', value: '7f3c2a91d04be655' }],
  })
  // A budget of one campaign alone takes the campaign's name.
  expect(row.campaignBudget).toMatchObject({ name: 'Spring Sale', amountMicros: '25000000' })
  const links = await watched.query(
    `SELECT campaign_asset.field_type, asset.type FROM campaign_asset WHERE campaign.id = ${id} ORDER BY campaign_asset.field_type`,
  )
  expect(links.map((each: Row) => each.campaignAsset.fieldType)).toEqual([
    'AD_IMAGE',
    'CALL',
    'CALLOUT',
    'LEAD_FORM',
  ])
  const goals = await watched.query(
    `SELECT campaign_conversion_goal.category, campaign_conversion_goal.biddable FROM campaign_conversion_goal WHERE campaign.id = ${id} AND campaign_conversion_goal.biddable = FALSE`,
  )
  expect(goals.map((each: Row) => each.campaignConversionGoal.category)).toEqual(['PAGE_VIEW', 'CONTACT'])
  expect(kinds().filter((kind) => kind === 'campaign.create')).toHaveLength(1)
  expect(kinds()).toHaveLength(everything().length)
})

test('a recovered campaign is found by its name together with its ad group', async () => {
  await watched.mutate(plan())
  const rows = await watched.query(
    "SELECT ad_group.resource_name, campaign.resource_name, campaign.name, campaign.status, campaign.url_custom_parameters FROM ad_group WHERE campaign.name = 'Spring Sale' AND campaign.status IN ('ENABLED', 'PAUSED') AND ad_group.status != 'REMOVED'",
  )
  expect(rows).toHaveLength(1)
})

test('nothing is created when one operation of a request fails, and dependants only say that they depend', async () => {
  const before = await count()
  const reply = await watched.mutate(plan({ campaign: { name: 'Holiday wreaths' } }))
  expect(reply.status).toBe(400)
  expect(findings(reply)).toEqual([
    'campaignError.DUPLICATE_CAMPAIGN_NAME @ mutate_operations[1].campaign_operation.create.name',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[2].ad_group_operation.create.campaign',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[3].ad_group_criterion_operation.create.ad_group',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[4].ad_group_ad_operation.create.ad_group',
  ])
  expect(reply.body.error.details[0].errors[0].trigger).toEqual({ stringValue: 'Holiday wreaths' })
  expect(await count()).toBe(before)
  expect(kinds()).toEqual([])
})

test('a dry run says whether it would work and changes nothing', async () => {
  const before = JSON.stringify(watched.sandbox.state().search)
  const good = await watched.mutate(everything(), { body: { validateOnly: true } })
  expect([good.status, good.body]).toEqual([200, {}])
  const bad = await watched.mutate(plan({ budget: { amountMicros: '25000001' } }), {
    body: { validateOnly: true },
  })
  expect(findings(bad)[0]).toBe(
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT @ mutate_operations[0].campaign_budget_operation.create.amount_micros',
  )
  expect(JSON.stringify(watched.sandbox.state().search)).toBe(before)
  expect(kinds()).toEqual([])
})

test('with partial failure the good operations stand and the bad ones are listed', async () => {
  const reply = await watched.mutate(
    [
      asset(-1, { calloutAsset: { calloutText: 'Open late' } }),
      asset(-2, { calloutAsset: { calloutText: 'This text is far too long for a callout' } }),
      asset(-3, { calloutAsset: { calloutText: 'Dogs welcome' } }),
    ],
    { body: { partialFailure: true } },
  )
  expect(reply.status).toBe(200)
  expect(reply.body.mutateOperationResponses.map((response: Row) => Object.keys(response).length)).toEqual([
    1, 0, 1,
  ])
  expect(findings(reply)).toEqual([
    'stringLengthError.TOO_LONG @ mutate_operations[1].asset_operation.create.callout_asset.callout_text',
  ])
  expect(kinds()).toEqual(['asset.create', 'asset.create'])
})

test('the changed resource itself is answered when asked for', async () => {
  const reply = await watched.mutate(plan(), { body: { responseContentType: 'MUTABLE_RESOURCE' } })
  expect(reply.body.mutateOperationResponses[1].campaignResult.campaign).toMatchObject({
    name: 'Spring Sale',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
  })
})

test('temporary ids are declared before use, once, and are not remembered', async () => {
  const [budget, campaignOperation, ...rest] = plan()
  expect(findings(await watched.mutate([campaignOperation, budget]))[0]).toBe(
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].campaign_operation.create.campaign_budget',
  )
  const twice = [budget, asset(-1, { calloutAsset: { calloutText: 'Twice' } })]
  expect(findings(await watched.mutate(twice))).toEqual([
    'newResourceCreationError.DUPLICATE_TEMP_IDS @ mutate_operations[1].asset_operation.create.resource_name',
  ])
  expect(findings(await watched.mutate(rest.slice(0, 1)))).toEqual([
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].ad_group_operation.create.campaign',
  ])
  expect(findings(await watched.mutate([asset(5, { calloutAsset: { calloutText: 'Mine' } })]))).toEqual([
    'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE @ mutate_operations[0].asset_operation.create.resource_name',
  ])
})

test('a resource made of others takes no invented name', async () => {
  const [first, second, third, keyword] = plan() as Row[]
  keyword.adGroupCriterionOperation.create.resourceName = `${root}/adGroupCriteria/-3~-9`
  expect(findings(await watched.mutate([first, second, third, keyword]))).toEqual([
    'mutateError.INCONSISTENT_FIELD_VALUES @ mutate_operations[3].ad_group_criterion_operation.create.resource_name',
  ])
})

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

test.each<[string, Changes, string]>([
  [
    'a missing declaration',
    { campaign: { containsEuPoliticalAdvertising: undefined } },
    `fieldError.REQUIRED @ ${at.campaign}.contains_eu_political_advertising`,
  ],
  [
    'no bidding',
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
    'a server field',
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
    'a date in another form',
    { campaign: { startDateTime: '20270301 00:00:00' } },
    `dateError.INVALID_STRING_DATE_TIME_SECONDS @ ${at.campaign}.start_date_time`,
  ],
  [
    'an end before the start',
    { campaign: { endDateTime: '2027-02-01 23:59:59' } },
    `dateRangeError.START_DATE_AFTER_END_DATE @ ${at.campaign}.end_date_time`,
  ],
  [
    'a malformed suffix',
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
    'partners without search',
    { campaign: { networkSettings: { targetGoogleSearch: false, targetSearchNetwork: true } } },
    `campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH @ ${at.campaign}.network_settings.target_search_network`,
  ],
  [
    'a removed campaign from the start',
    { campaign: { status: 'REMOVED' } },
    `operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED @ ${at.campaign}.status`,
  ],
  [
    'half a cent',
    { budget: { amountMicros: '5000' } },
    `campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT @ ${at.budget}.amount_micros`,
  ],
  [
    'a cent a day',
    { budget: { amountMicros: '10000' } },
    `campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM @ ${at.budget}.amount_micros`,
  ],
  [
    'a negative amount',
    { budget: { amountMicros: '-10000' } },
    `campaignBudgetError.NEGATIVE_MONEY_AMOUNT @ ${at.budget}.amount_micros`,
  ],
  [
    'an amount beyond reason',
    { budget: { amountMicros: '9000000000000000000' } },
    `campaignBudgetError.MONEY_AMOUNT_TOO_LARGE @ ${at.budget}.amount_micros`,
  ],
  ['no amount', { budget: { amountMicros: undefined } }, `fieldError.REQUIRED @ ${at.budget}.amount_micros`],
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
    'a place on its way out',
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
    'a language nobody targets',
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
    'a criterion of no kind',
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
    'a keyword against a policy',
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
    'equal headlines',
    { ad: headline(['One', 'Two', 'Two']) },
    'distinctError.DUPLICATE_ELEMENT @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'a headline against a policy',
    { ad: headline(['One', 'Two', 'Best casino!!']) },
    'policyFindingError.POLICY_FINDING @ mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'an ad without address',
    { ad: { finalUrls: undefined } },
    'fieldError.REQUIRED @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls',
  ],
  [
    'an address without protocol',
    { ad: { finalUrls: ['shop.example'] } },
    'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls[0]',
  ],
  [
    'an address of 2085 bytes',
    { ad: { finalUrls: [`https://shop.example/${'x'.repeat(2064)}`] } },
    'stringLengthError.TOO_LONG @ mutate_operations[4].ad_group_ad_operation.create.ad.final_urls[0]',
  ],
  [
    'a pin in the wrong place',
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
    'everything pinned to one place',
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
    'a goal the account does not have',
    { more: [goal('STORE_SALE~STORE', true)] },
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[5].campaign_conversion_goal_operation.update.resource_name',
  ],
])('%s is refused at its place', async (_what, changes, expected) => {
  const reply = await watched.mutate(plan(changes))
  expect(reply.status).toBe(expected.startsWith('operationAccessDenied') ? 403 : 400)
  expect(findings(reply)[0]).toBe(expected)
})

test('details tell the least budget, the policy and the limit', async () => {
  const details = (reply: Reply) => reply.body.error.details[0].errors[0].details
  const budget = await watched.mutate(plan({ budget: { amountMicros: '10000' } }))
  expect(details(budget).budgetPerDayMinimumErrorDetails).toEqual({
    currencyCode: 'USD',
    budgetPerDayMinimumMicros: '100000',
    minimumBudgetAmountMicros: '100000',
    failedBudgetAmountMicros: '10000',
  })
  const keyword = await watched.mutate(plan({ keywords: [{ text: 'acmecola', matchType: 'EXACT' }] }))
  expect(details(keyword).policyViolationDetails).toMatchObject({
    key: { policyName: 'trademarks_in_ad_text', violatingText: 'acmecola' },
    isExemptible: true,
  })
  const ads = Array.from({ length: 3 }, (_, index) => ({
    adGroupAdOperation: {
      create: { adGroup, ad: { ...searchAd, finalUrls: [`https://shop.example/${index}`] } },
    },
  }))
  const fourth = await watched.mutate(plan({ more: ads }))
  expect(findings(fourth)).toEqual([
    'resourceCountLimitExceededError.ADGROUP_LIMIT @ mutate_operations[7].ad_group_ad_operation.create',
  ])
  expect(details(fourth).resourceCountDetails).toMatchObject({
    limit: 3,
    limitType: 'RESPONSIVE_SEARCH_ADS_PER_AD_GROUP',
    existingCount: 3,
  })
})

test('an account without conversions cannot bid for them', async () => {
  const operations = JSON.parse(JSON.stringify(plan()).replaceAll(fox, '6600000009'))
  const reply = await watched.mutate(operations, { person: 'otto', customer: '6600000009' })
  expect(findings(reply)[0]).toBe(
    'campaignError.CONVERSION_TRACKING_NOT_ENABLED @ mutate_operations[1].campaign_operation.create.maximize_conversions',
  )
})

test('one campaign without a declaration blocks the account until it is declared', async () => {
  const customer = '6600000005'
  const wish = { person: 'otto', customer }
  const operations = JSON.parse(JSON.stringify(plan()).replaceAll(fox, customer))
  const blocked = await watched.mutate(operations, wish)
  expect(findings(blocked)[0]).toContain('mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED')
  const rows = await watched.query(
    'SELECT campaign.resource_name FROM campaign WHERE campaign.missing_eu_political_advertising_declaration = TRUE',
    wish,
  )
  expect(rows).toHaveLength(1)
  const declared = await watched.mutate(
    [
      {
        campaignOperation: {
          updateMask: 'containsEuPoliticalAdvertising',
          update: {
            resourceName: rows[0].campaign.resourceName,
            containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          },
        },
      },
      ...operations,
    ],
    wish,
  )
  expect(declared.status).toBe(200)
})

test('yen budgets are whole', async () => {
  const customer = '5570001001'
  const operations = JSON.parse(
    JSON.stringify(plan({ campaign: { maximizeConversions: undefined, targetSpend: {} } })).replaceAll(
      fox,
      customer,
    ),
  )
  const wish = { person: 'yuki', customer }
  operations[0].campaignBudgetOperation.create.amountMicros = '2500500000'
  expect(findings(await watched.mutate(operations, wish))[0]).toContain(
    'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
  )
  operations[0].campaignBudgetOperation.create.amountMicros = '2500000000'
  expect((await watched.mutate(operations, wish)).status).toBe(200)
})

async function nameOf(name: string): Promise<{ campaign: string; budget: string }> {
  const [row] = await watched.query(
    `SELECT campaign.resource_name, campaign.campaign_budget FROM campaign WHERE campaign.name = '${name}'`,
  )
  return { campaign: row.campaign.resourceName, budget: row.campaign.campaignBudget }
}

test('an update changes what its mask names and nothing else', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const reply = await watched.mutate([
    {
      campaignOperation: {
        updateMask: 'status',
        update: { resourceName: name, status: 'PAUSED', name: 'Ignored' },
      },
    },
    {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: { resourceName: budget, amountMicros: '30000000' },
      },
    },
  ])
  expect(reply.status).toBe(200)
  const [row] = await watched.query(
    "SELECT campaign.status, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  expect([row.campaign.status, row.campaignBudget.amountMicros]).toEqual(['PAUSED', '30000000'])
  expect(kinds()).toEqual(['campaign.update', 'campaign_budget.update'])
})

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
])('an update with the mask "%s" of %j is refused', async (updateMask, update, expected) => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const reply = await watched.mutate([
    { campaignOperation: { updateMask, update: { resourceName: name, ...update } } },
  ])
  expect(findings(reply)).toEqual([expected])
})

test('an end date can be taken away, and a strategy replaces the one before', async () => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const reply = await watched.mutate([
    {
      campaignOperation: {
        updateMask: 'endDateTime,maximizeConversions.targetCpaMicros',
        update: { resourceName: name, maximizeConversions: { targetCpaMicros: '5000000' } },
      },
    },
  ])
  expect(reply.status).toBe(200)
  const [row] = await watched.query(
    "SELECT campaign.end_date_time, campaign.bidding_strategy_type, campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  expect(row.campaign).toEqual({
    resourceName: name,
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    maximizeConversions: { targetCpaMicros: '5000000' },
  })
})

test('a removed campaign frees its name, takes its budget along and cannot be changed any more', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const held = await watched.mutate([{ campaignBudgetOperation: { remove: budget } }])
  expect(findings(held)).toEqual([
    'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE @ mutate_operations[0].campaign_budget_operation.remove',
  ])
  expect((await watched.mutate([{ campaignOperation: { remove: name } }])).status).toBe(200)
  expect(kinds()).toEqual(['campaign_budget.remove', 'campaign.remove'])
  const again = await watched.mutate([{ campaignOperation: { remove: name } }])
  expect(findings(again)).toEqual([
    'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE @ mutate_operations[0].campaign_operation.remove',
  ])
  expect((await watched.mutate(plan({ campaign: { name: 'Holiday wreaths' } }))).status).toBe(200)
})

test('the same resource is not changed twice in one request', async () => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const pause = {
    campaignOperation: { updateMask: 'status', update: { resourceName: name, status: 'PAUSED' } },
  }
  expect(findings(await watched.mutate([pause, pause]))).toEqual([
    'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES @ mutate_operations[1].campaign_operation.update.resource_name',
  ])
})

test('another account has no part in this one', async () => {
  const foreign = 'customers/4823109764/campaigns/1'
  const reply = await watched.mutate([{ campaignOperation: { remove: foreign } }])
  expect(findings(reply)).toEqual([
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].campaign_operation.remove',
  ])
  const odd = await watched.mutate([{ campaignOperation: { remove: 'campaigns/1' } }])
  expect(findings(odd)).toEqual([
    'requestError.RESOURCE_NAME_MALFORMED @ mutate_operations[0].campaign_operation.remove',
  ])
})

test('each kind has a service of its own, with the same rules and shorter paths', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const send = (collection: string, operation: object) =>
    watched.send(`/v25/customers/${fox}/${collection}:mutate`, { body: { operations: [operation] } })
  const paused = await send('campaigns', {
    updateMask: 'status',
    update: { resourceName: name, status: 'PAUSED' },
  })
  expect(paused.body).toEqual({ results: [{ resourceName: name }] })
  const cheap = await send('campaignBudgets', {
    updateMask: 'amountMicros',
    update: { resourceName: budget, amountMicros: '1' },
  })
  expect(findings(cheap)).toEqual([
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT @ operations[0].update.amount_micros',
  ])
  const goals = await send('campaignConversionGoals', {
    updateMask: 'biddable',
    update: {
      resourceName: `${name.replace('campaigns', 'campaignConversionGoals')}~PURCHASE~WEBSITE`,
      biddable: false,
    },
  })
  expect(goals.status).toBe(200)
})

test('requests without operations, or with too many, are refused', async () => {
  expect(findings(await watched.mutate([]))).toEqual(['fieldError.REQUIRED @ mutate_operations'])
  expect(findings(await watched.mutate([{}]))).toEqual([
    'requestError.OPERATION_REQUIRED @ mutate_operations[0]',
  ])
  const many = Array.from({ length: 10_001 }, () => ({ assetOperation: {} }))
  expect(findings(await watched.mutate(many))).toEqual([
    'requestError.TOO_MANY_MUTATE_OPERATIONS @ mutate_operations',
  ])
})

test('a new campaign begins to deliver when the clock passes its start', async () => {
  await watched.mutate(plan({ campaign: { startDateTime: '2026-11-20 00:00:00', endDateTime: undefined } }))
  const seen = async () =>
    (await watched.query("SELECT metrics.impressions FROM campaign WHERE campaign.name = 'Spring Sale'"))[0]
      .metrics.impressions
  expect(await seen()).toBe('0')
  watched.sandbox.clock.set(Date.parse('2026-11-25T15:00:00Z'))
  expect(Number(await seen())).toBeGreaterThan(50)
})

test('the same seed, clock and calls give the same bytes', async () => {
  const run = async (): Promise<string> => {
    watched.sandbox.reset()
    const replies = [
      await watched.mutate(everything()),
      await watched.send(`/v25/customers/${fox}/googleAds:search`, {
        body: { query: 'SELECT campaign.name, metrics.clicks FROM campaign' },
      }),
    ]
    return JSON.stringify([replies.map(({ body }) => body), watched.sandbox.state().search])
  }
  expect(await run()).toBe(await run())
})
