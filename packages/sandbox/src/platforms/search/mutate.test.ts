import { expect, test } from 'vitest'
import { foxCustomerId, listErrors, type SearchRow, useSearch } from '../../../testing/search.ts'
import {
  buildAssetOperation,
  buildCampaign,
  buildFullCampaign,
  customerPath,
} from '../../../testing/searchCampaign.ts'

const search = useSearch()

const landscape = () => search.fetchPicture('landscape-1200x628.png')

const count = async (): Promise<number> => (await search.query('SELECT campaign.id FROM campaign')).length
const kinds = () => search.sandbox.requests.effects().map((effect) => effect.kind)

test('one request creates a full campaign and replaces each temporary id with the same resource id everywhere', async () => {
  const reply = await search.mutate(buildFullCampaign(await landscape()), {
    body: { partialFailure: false, validateOnly: false, responseContentType: 'RESOURCE_NAME_ONLY' },
  })
  expect(reply.status).toBe(200)
  const results: SearchRow[] = reply.body.mutateOperationResponses.map(
    (response: SearchRow) => Object.values<SearchRow>(response)[0],
  )
  expect(reply.body.mutateOperationResponses.map((response: SearchRow) => Object.keys(response)[0])).toEqual([
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
  expect(results[2].resourceName).toBe(`${customerPath}/campaignCriteria/${id}~1014221`)
  expect(results[16].resourceName).toBe(`${customerPath}/campaignAssets/${id}~88001122~LEAD_FORM`)
  expect(results[17].resourceName).toBe(`${customerPath}/campaignAssetSets/${id}~77001`)
  expect(results[18].resourceName).toBe(`${customerPath}/campaignConversionGoals/${id}~PURCHASE~WEBSITE`)

  const [row] = await search.query(
    "SELECT campaign.name, campaign.serving_status, campaign.bidding_strategy_type, campaign.url_custom_parameters, campaign_budget.name, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Spring Sale'",
  )
  expect(row.campaign).toMatchObject({
    servingStatus: 'PENDING',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    urlCustomParameters: [{ key: 'adrail', value: '7f3c2a91d04be655' }],
  })
  // A budget that is not shared has the name of its campaign.
  expect(row.campaignBudget).toMatchObject({ name: 'Spring Sale', amountMicros: '25000000' })
  const links = await search.query(
    `SELECT campaign_asset.field_type, asset.type FROM campaign_asset WHERE campaign.id = ${id} ORDER BY campaign_asset.field_type`,
  )
  expect(links.map((each: SearchRow) => each.campaignAsset.fieldType)).toEqual([
    'AD_IMAGE',
    'CALL',
    'CALLOUT',
    'LEAD_FORM',
  ])
  const goals = await search.query(
    `SELECT campaign_conversion_goal.category, campaign_conversion_goal.biddable FROM campaign_conversion_goal WHERE campaign.id = ${id} AND campaign_conversion_goal.biddable = FALSE`,
  )
  expect(goals.map((each: SearchRow) => each.campaignConversionGoal.category)).toEqual([
    'PAGE_VIEW',
    'CONTACT',
  ])
  expect(kinds().filter((kind) => kind === 'campaign.create')).toHaveLength(1)
  expect(kinds()).toHaveLength(buildFullCampaign(await landscape()).length)
})

test('a new campaign is found by its name together with its ad group', async () => {
  await search.mutate(buildCampaign())
  const rows = await search.query(
    "SELECT ad_group.resource_name, campaign.resource_name, campaign.name, campaign.status, campaign.url_custom_parameters FROM ad_group WHERE campaign.name = 'Spring Sale' AND campaign.status IN ('ENABLED', 'PAUSED') AND ad_group.status != 'REMOVED'",
  )
  expect(rows).toHaveLength(1)
})

test('a request with one failing operation creates nothing and returns dependency errors for dependent operations', async () => {
  const before = await count()
  const reply = await search.mutate(buildCampaign({ campaign: { name: 'Holiday wreaths' } }))
  expect(reply.status).toBe(400)
  expect(listErrors(reply)).toEqual([
    'campaignError.DUPLICATE_CAMPAIGN_NAME @ mutate_operations[1].campaign_operation.create.name',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[2].ad_group_operation.create.campaign',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[3].ad_group_criterion_operation.create.ad_group',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS @ mutate_operations[4].ad_group_ad_operation.create.ad_group',
  ])
  expect(reply.body.error.details[0].errors[0].trigger).toEqual({ stringValue: 'Holiday wreaths' })
  expect(await count()).toBe(before)
  expect(kinds()).toEqual([])
})

test('a dry run returns the validation result and changes nothing', async () => {
  const before = JSON.stringify(search.sandbox.state().search)
  const good = await search.mutate(buildFullCampaign(await landscape()), { body: { validateOnly: true } })
  expect([good.status, good.body]).toEqual([200, {}])
  const bad = await search.mutate(buildCampaign({ budget: { amountMicros: '25000001' } }), {
    body: { validateOnly: true },
  })
  expect(listErrors(bad)[0]).toBe(
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT @ mutate_operations[0].campaign_budget_operation.create.amount_micros',
  )
  expect(JSON.stringify(search.sandbox.state().search)).toBe(before)
  expect(kinds()).toEqual([])
})

test('a request with partial failure applies the valid operations and lists the errors of the others', async () => {
  const reply = await search.mutate(
    [
      buildAssetOperation(-1, { calloutAsset: { calloutText: 'Open late' } }),
      buildAssetOperation(-2, { calloutAsset: { calloutText: 'This text is far too long for a callout' } }),
      buildAssetOperation(-3, { calloutAsset: { calloutText: 'Dogs welcome' } }),
    ],
    { body: { partialFailure: true } },
  )
  expect(reply.status).toBe(200)
  expect(
    reply.body.mutateOperationResponses.map((response: SearchRow) => Object.keys(response).length),
  ).toEqual([1, 0, 1])
  expect(listErrors(reply)).toEqual([
    'stringLengthError.TOO_LONG @ mutate_operations[1].asset_operation.create.callout_asset.callout_text',
  ])
  expect(reply.body.partialFailureError.message).toBe(
    'Too long., at mutate_operations[1].asset_operation.create.callout_asset.callout_text',
  )
  expect(kinds()).toEqual(['asset.create', 'asset.create'])
})

test('a request with MUTABLE_RESOURCE returns the changed resource', async () => {
  const reply = await search.mutate(buildCampaign(), { body: { responseContentType: 'MUTABLE_RESOURCE' } })
  expect(reply.body.mutateOperationResponses[1].campaignResult.campaign).toMatchObject({
    name: 'Spring Sale',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
  })
})

test('a temporary id must be declared once before its use and is valid only in its request', async () => {
  const [budget, campaignOperation, ...otherOperations] = buildCampaign()
  expect(listErrors(await search.mutate([campaignOperation, budget]))[0]).toBe(
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].campaign_operation.create.campaign_budget',
  )
  const twice = [budget, buildAssetOperation(-1, { calloutAsset: { calloutText: 'Twice' } })]
  expect(listErrors(await search.mutate(twice))).toEqual([
    'newResourceCreationError.DUPLICATE_TEMP_IDS @ mutate_operations[1].asset_operation.create.resource_name',
  ])
  expect(listErrors(await search.mutate(otherOperations.slice(0, 1)))).toEqual([
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].ad_group_operation.create.campaign',
  ])
  expect(
    listErrors(await search.mutate([buildAssetOperation(5, { calloutAsset: { calloutText: 'Mine' } })])),
  ).toEqual([
    'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE @ mutate_operations[0].asset_operation.create.resource_name',
  ])
})

test('a resource with a compound name refuses an invented resource name', async () => {
  const [first, second, third, keyword] = buildCampaign() as SearchRow[]
  keyword.adGroupCriterionOperation.create.resourceName = `${customerPath}/adGroupCriteria/-3~-9`
  expect(listErrors(await search.mutate([first, second, third, keyword]))).toEqual([
    'mutateError.INCONSISTENT_FIELD_VALUES @ mutate_operations[3].ad_group_criterion_operation.create.resource_name',
  ])
})

test('an account without conversion tracking refuses a campaign that bids for conversions', async () => {
  const operations = JSON.parse(JSON.stringify(buildCampaign()).replaceAll(foxCustomerId, '6600000009'))
  const reply = await search.mutate(operations, { person: 'otto', customer: '6600000009' })
  expect(listErrors(reply)[0]).toBe(
    'campaignError.CONVERSION_TRACKING_NOT_ENABLED @ mutate_operations[1].campaign_operation.create.maximize_conversions',
  )
})

test('a campaign without an EU political declaration blocks new campaigns of the account until it is declared', async () => {
  const customer = '6600000005'
  const wish = { person: 'otto', customer }
  const operations = JSON.parse(JSON.stringify(buildCampaign()).replaceAll(foxCustomerId, customer))
  const blocked = await search.mutate(operations, wish)
  expect(listErrors(blocked)[0]).toContain('mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED')
  const rows = await search.query(
    'SELECT campaign.resource_name FROM campaign WHERE campaign.missing_eu_political_advertising_declaration = TRUE',
    wish,
  )
  expect(rows).toHaveLength(1)
  const declared = await search.mutate(
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

test('a budget in yen must be a multiple of one yen', async () => {
  const customer = '5570001001'
  const operations = JSON.parse(
    JSON.stringify(
      buildCampaign({ campaign: { maximizeConversions: undefined, targetSpend: {} } }),
    ).replaceAll(foxCustomerId, customer),
  )
  const wish = { person: 'yuki', customer }
  operations[0].campaignBudgetOperation.create.amountMicros = '2500500000'
  expect(listErrors(await search.mutate(operations, wish))[0]).toContain(
    'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
  )
  operations[0].campaignBudgetOperation.create.amountMicros = '2500000000'
  expect((await search.mutate(operations, wish)).status).toBe(200)
})

async function nameOf(name: string): Promise<{ campaign: string; budget: string }> {
  const [row] = await search.query(
    `SELECT campaign.resource_name, campaign.campaign_budget FROM campaign WHERE campaign.name = '${name}'`,
  )
  return { campaign: row.campaign.resourceName, budget: row.campaign.campaignBudget }
}

test('an update changes only the fields in its mask', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const reply = await search.mutate([
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
  const [row] = await search.query(
    "SELECT campaign.status, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  expect([row.campaign.status, row.campaignBudget.amountMicros]).toEqual(['PAUSED', '30000000'])
  expect(kinds()).toEqual(['campaign.update', 'campaign_budget.update'])
})

test('an update can clear the end date and replaces the bidding strategy', async () => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const reply = await search.mutate([
    {
      campaignOperation: {
        updateMask: 'endDateTime,maximizeConversions.targetCpaMicros',
        update: { resourceName: name, maximizeConversions: { targetCpaMicros: '5000000' } },
      },
    },
  ])
  expect(reply.status).toBe(200)
  const [row] = await search.query(
    "SELECT campaign.end_date_time, campaign.bidding_strategy_type, campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  expect(row.campaign).toEqual({
    resourceName: name,
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    maximizeConversions: { targetCpaMicros: '5000000' },
  })
})

test('a removed campaign releases its name, removes its budget and refuses further changes', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const inUseResponse = await search.mutate([{ campaignBudgetOperation: { remove: budget } }])
  expect(listErrors(inUseResponse)).toEqual([
    'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE @ mutate_operations[0].campaign_budget_operation.remove',
  ])
  expect((await search.mutate([{ campaignOperation: { remove: name } }])).status).toBe(200)
  expect(kinds()).toEqual(['campaign_budget.remove', 'campaign.remove'])
  const again = await search.mutate([{ campaignOperation: { remove: name } }])
  expect(listErrors(again)).toEqual([
    'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE @ mutate_operations[0].campaign_operation.remove',
  ])
  expect((await search.mutate(buildCampaign({ campaign: { name: 'Holiday wreaths' } }))).status).toBe(200)
})

test('one request cannot change the same resource twice', async () => {
  const { campaign: name } = await nameOf('Holiday wreaths')
  const pause = {
    campaignOperation: { updateMask: 'status', update: { resourceName: name, status: 'PAUSED' } },
  }
  expect(listErrors(await search.mutate([pause, pause]))).toEqual([
    'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES @ mutate_operations[1].campaign_operation.update.resource_name',
  ])
})

test('a request cannot change a resource of another account or a resource with a malformed name', async () => {
  const foreign = 'customers/4823109764/campaigns/1'
  const reply = await search.mutate([{ campaignOperation: { remove: foreign } }])
  expect(listErrors(reply)).toEqual([
    'mutateError.RESOURCE_NOT_FOUND @ mutate_operations[0].campaign_operation.remove',
  ])
  const odd = await search.mutate([{ campaignOperation: { remove: 'campaigns/1' } }])
  expect(listErrors(odd)).toEqual([
    'requestError.RESOURCE_NAME_MALFORMED @ mutate_operations[0].campaign_operation.remove',
  ])
})

test('each resource type has its own service with the same rules and shorter field paths', async () => {
  const { campaign: name, budget } = await nameOf('Holiday wreaths')
  const send = (collection: string, operation: object) =>
    search.send(`/v25/customers/${foxCustomerId}/${collection}:mutate`, { body: { operations: [operation] } })
  const paused = await send('campaigns', {
    updateMask: 'status',
    update: { resourceName: name, status: 'PAUSED' },
  })
  expect(paused.body).toEqual({ results: [{ resourceName: name }] })
  const cheap = await send('campaignBudgets', {
    updateMask: 'amountMicros',
    update: { resourceName: budget, amountMicros: '1' },
  })
  expect(listErrors(cheap)).toEqual([
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

test('a request without operations or with more than 10,000 operations is refused', async () => {
  expect(listErrors(await search.mutate([]))).toEqual(['fieldError.REQUIRED @ mutate_operations'])
  expect(listErrors(await search.mutate([{}]))).toEqual([
    'requestError.OPERATION_REQUIRED @ mutate_operations[0]',
  ])
  const many = Array.from({ length: 10_001 }, () => ({ assetOperation: {} }))
  expect(listErrors(await search.mutate(many))).toEqual([
    'requestError.TOO_MANY_MUTATE_OPERATIONS @ mutate_operations',
  ])
})

test('a new campaign delivers only after the clock passes its start', async () => {
  await search.mutate(
    buildCampaign({ campaign: { startDateTime: '2026-11-20 00:00:00', endDateTime: undefined } }),
  )
  const seen = async () =>
    (await search.query("SELECT metrics.impressions FROM campaign WHERE campaign.name = 'Spring Sale'"))[0]
      .metrics.impressions
  expect(await seen()).toBe('0')
  search.sandbox.clock.set(Date.parse('2026-11-25T15:00:00Z'))
  expect(Number(await seen())).toBeGreaterThan(50)
})

test('the same seed, clock and calls return the same bytes', async () => {
  const run = async (): Promise<string> => {
    search.sandbox.reset()
    const replies = [
      await search.mutate(buildFullCampaign(await landscape())),
      await search.send(`/v25/customers/${foxCustomerId}/googleAds:search`, {
        body: { query: 'SELECT campaign.name, metrics.clicks FROM campaign' },
      }),
    ]
    return JSON.stringify([replies.map(({ body }) => body), search.sandbox.state().search])
  }
  expect(await run()).toBe(await run())
})
