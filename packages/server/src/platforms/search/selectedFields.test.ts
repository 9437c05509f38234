import { expect, test } from 'vitest'
import { locationRow, searchCampaignRow } from './rows.ts'
import { listSelectedFields } from './selectedFields.ts'

test('listSelectedFields returns the GAQL names of the fields of a row', () => {
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

test('listSelectedFields returns one name for a field that GAQL can only select as a whole', () => {
  expect(listSelectedFields(locationRow)).toEqual([
    'asset.id',
    'asset.name',
    'asset.location_asset.place_id',
    'asset.location_asset.business_profile_locations',
  ])
})
