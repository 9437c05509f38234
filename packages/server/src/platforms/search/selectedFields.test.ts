import { expect, test } from 'vitest'
import { locationRow, searchCampaignRow } from './rows.ts'
import { listSelectedFields } from './selectedFields.ts'

test('a query selects the members of its row, in the names of the query language', () => {
  expect(listSelectedFields(searchCampaignRow)).toEqual([
    'campaign.id',
    'campaign.name',
    'campaign.status',
    'campaign.start_date_time',
    'campaign.end_date_time',
    'campaign_budget.amount_micros',
    'campaign_budget.total_amount_micros',
    'campaign_budget.explicitly_shared',
    'campaign_budget.reference_count',
  ])
})

test('what can only be selected whole is one field', () => {
  expect(listSelectedFields(locationRow)).toEqual([
    'asset.id',
    'asset.name',
    'asset.location_asset.place_id',
    'asset.location_asset.business_profile_locations',
  ])
})
