// Tests every write of Google Ads with the malformed responses. All writes use one call, googleAds:mutate.

import { expect } from 'vitest'
import {
  describeMalformedResponses,
  undoWriteCall,
  type WriteCall,
} from '../../../testing/malformedResponses.ts'
import { leadForm, postToPlatform, querySearchRows, useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import type { TestResponse } from '../../../testing/service.ts'
import { valueAt } from '../../platforms/connector-kit/values.ts'

const search = useSearch()
const { service } = search
const call = 'googleAds:mutate'
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

const campaignsNamed = (name: string) =>
  querySearchRows(
    service,
    `SELECT campaign.id, campaign.status FROM campaign WHERE campaign.name = '${name}' AND campaign.status != 'REMOVED'`,
  )

const creation = (writeTitle: string, skip: number): WriteCall => ({
  call,
  skip,
  writeTitle,
  prepare: async (name) => ({
    request: (key) =>
      service.call('search/create_search_campaign', minimalSearchCampaign(search.userId, name), keyed(key)),
    async check({ results: { campaignId: id } }: TestResponse<'search/create_search_campaign'>) {
      expect(await campaignsNamed(name)).toMatchObject([{ campaign: { id, status: 'ENABLED' } }])
    },
  }),
})

/** adrail uploads images before the campaign if they are too large for the request of the campaign. */
const upload: WriteCall = {
  call,
  writeTitle: 'search/create_search_campaign, uploading images',
  isSlow: true,
  async prepare(name) {
    const images = ['a', 'b', 'c', 'd'].map(
      (image) => `${search.sandbox.url}/_media/image/${image}-300x300-4800kb.png`,
    )
    const { check } = await creation('', 0).prepare(name)
    const body = { ...minimalSearchCampaign(search.userId, name), images }
    return { request: (key) => service.call('search/create_search_campaign', body, keyed(key)), check }
  },
}

const locationAssetIds = ['55010001', '55010002']

/** adrail returns an existing group of the same locations, so `prepare` deletes earlier groups. */
const locationGroup: WriteCall = {
  call,
  writeTitle: 'search/create_location_group',
  async prepare() {
    const groups = async () =>
      await querySearchRows(
        service,
        "SELECT asset_set.id, asset_set.resource_name FROM asset_set WHERE asset_set.type = 'STATIC_LOCATION_GROUP' AND asset_set.status = 'ENABLED'",
      )
    for (const row of await groups()) {
      const remove = valueAt(row, 'assetSet', 'resourceName')
      await postToPlatform(service, 'googleAds:mutate', {
        mutateOperations: [{ assetSetOperation: { remove } }],
      } as never)
    }
    return {
      request: (key) =>
        service.call('search/create_location_group', { userId: search.userId, locationAssetIds }, keyed(key)),
      async check({ results: { locationGroupId: id } }: TestResponse<'search/create_location_group'>) {
        expect(await groups()).toMatchObject([{ assetSet: { id } }])
      },
    }
  },
}

/** Creates an enabled campaign that only one test uses. */
async function newCampaign(name: string): Promise<string> {
  const body = minimalSearchCampaign(search.userId, name)
  return (await service.call('search/create_search_campaign', body)).results.campaignId
}

const change = (
  by: 'search/update_campaign_status' | 'search/edit_campaign',
  member: { readonly status: 'PAUSED' | 'DELETED' } | { readonly amount: number },
  field: string,
  expected: string,
): WriteCall => ({
  call,
  writeTitle: `${by} ${Object.values(member)}`,
  async prepare(name) {
    const campaignId = await newCampaign(name)
    const body = { userId: search.userId, campaignId, ...member }
    return {
      // `member` has the fields of the operation `by`. The compiler cannot infer this relation.
      request: (key) => service.call(by, body as never, keyed(key)),
      async check() {
        const query = `SELECT campaign.status, campaign_budget.amount_micros FROM campaign WHERE campaign.id = ${campaignId}`
        const [row] = await querySearchRows(service, query)
        expect(valueAt(row, ...field.split('.'))).toBe(expected)
      },
    }
  },
})

describeMalformedResponses(
  search,
  [
    creation('search/create_search_campaign, creating', 0),
    creation('search/create_search_campaign, enabling', 1),
    upload,
    locationGroup,
    undoWriteCall(
      search,
      call,
      (name) => service.call('search/create_search_campaign', minimalSearchCampaign(search.userId, name)),
      async (name) => expect(await campaignsNamed(name), name).toEqual([]),
    ),
    change('search/update_campaign_status', { status: 'PAUSED' }, 'campaign.status', 'PAUSED'),
    change('search/update_campaign_status', { status: 'DELETED' }, 'campaign.status', 'REMOVED'),
    change('search/edit_campaign', { amount: 33 }, 'campaignBudget.amountMicros', '33000000'),
    {
      call,
      writeTitle: 'search/create_lead_form',
      prepare: async (name) => ({
        request: (key) =>
          service.call(
            'search/create_lead_form',
            { userId: search.userId, ...leadForm, name } as never,
            keyed(key),
          ),
        async check({ results }: TestResponse<'search/create_lead_form'>) {
          const query = `SELECT asset.id FROM asset WHERE asset.name = '${name}'`
          expect(await querySearchRows(service, query)).toMatchObject([
            { asset: { id: results.leadFormAssetId } },
          ])
        },
      }),
    },
  ],
  {
    platform: 'search',
    // adrail writes with one call and never uses the calls of the single resources.
    unusedCalls: [
      'adGroupAds',
      'adGroupCriteria',
      'adGroups',
      'assetSetAssets',
      'assetSets',
      'assets',
      'campaignAssetSets',
      'campaignAssets',
      'campaignBudgets',
      'campaignConversionGoals',
      'campaignCriteria',
      'campaignSharedSets',
      'campaigns',
      'conversionActions',
      'customerAssetSets',
      'customerConversionGoals',
      'sharedCriteria',
      'sharedSets',
    ].map((collection) => `${collection}:mutate`),
  },
)
