// Every write of Google Ads × the malformed responses. All writes are one call, googleAds:mutate.

import { expect } from 'vitest'
import { describeMalformed, type WriteCall } from '../../../testing/malformedResponses.ts'
import { leadForm, rowsOf, useSearch } from '../../../testing/search.ts'
import { leastCampaign } from '../../../testing/searchCampaign.ts'
import type { TestAnswer } from '../../../testing/service.ts'
import { at } from '../../platforms/kit/values.ts'

const search = useSearch()
const { service } = search
const call = 'googleAds:mutate'
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

const campaignsNamed = (name: string) =>
  rowsOf(
    service,
    `SELECT campaign.id, campaign.status FROM campaign WHERE campaign.name = '${name}' AND campaign.status != 'REMOVED'`,
  )

const creation = (by: string, skip: number): WriteCall => ({
  call,
  skip,
  by,
  prepare: async (name) => ({
    request: (key) =>
      service.call('search/create_search_campaign', leastCampaign(search.userId, name), keyed(key)),
    async check({ results: { campaignId: id } }: TestAnswer<'search/create_search_campaign'>) {
      expect(await campaignsNamed(name)).toMatchObject([{ campaign: { id, status: 'ENABLED' } }])
    },
  }),
})

/** A campaign of its own, enabled. */
async function newCampaign(name: string): Promise<string> {
  const body = leastCampaign(search.userId, name)
  return (await service.call('search/create_search_campaign', body)).results.campaignId
}

const change = (
  by: 'search/update_campaign_status' | 'search/edit_campaign',
  member: { readonly status: 'PAUSED' | 'DELETED' } | { readonly amount: number },
  field: string,
  expected: string,
): WriteCall => ({
  call,
  by: `${by} ${Object.values(member)}`,
  async prepare(name) {
    const campaignId = await newCampaign(name)
    const body = { userId: search.userId, campaignId, ...member }
    return {
      // The body has the members of the operation that is named beside it.
      request: (key) => service.call(by, body as never, keyed(key)),
      async check() {
        const query = `SELECT campaign.status, campaign_budget.amount_micros FROM campaign WHERE campaign.id = ${campaignId}`
        const [row] = await rowsOf(service, query)
        expect(at(row, ...field.split('.'))).toBe(expected)
      },
    }
  },
})

describeMalformed(search, [
  creation('search/create_search_campaign, creating', 0),
  creation('search/create_search_campaign, enabling', 1),
  change('search/update_campaign_status', { status: 'PAUSED' }, 'campaign.status', 'PAUSED'),
  change('search/update_campaign_status', { status: 'DELETED' }, 'campaign.status', 'REMOVED'),
  change('search/edit_campaign', { amount: 33 }, 'campaignBudget.amountMicros', '33000000'),
  {
    call,
    by: 'search/create_lead_form',
    prepare: async (name) => ({
      request: (key) =>
        service.call(
          'search/create_lead_form',
          { userId: search.userId, ...leadForm, name } as never,
          keyed(key),
        ),
      async check({ results }: TestAnswer<'search/create_lead_form'>) {
        const query = `SELECT asset.id FROM asset WHERE asset.name = '${name}'`
        expect(await rowsOf(service, query)).toMatchObject([{ asset: { id: results.leadFormAssetId } }])
      },
    }),
  },
])
