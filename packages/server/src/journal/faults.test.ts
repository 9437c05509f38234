// Writes to a platform whose responses are lost. The tests check the effects, not the responses of the
// platform.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { gardenShop, newSearchUser, querySearchRows } from '../../testing/search.ts'
import { useService } from '../../testing/service.ts'
import { asText, valueAt } from '../platforms/connector-kit/values.ts'

const service = useService()
const mutate = { platform: 'search', call: 'googleAds:mutate' } as const
let sandbox: ReturnType<typeof createSandboxAdmin>
let userId = ''

beforeAll(async () => {
  sandbox = createSandboxAdmin(service)
  userId = await newSearchUser(service)
})
beforeEach(async () => await sandbox.clearFaults())

const budgetOf = async (campaignId: string): Promise<string> => {
  const query = `SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.id = ${campaignId}`
  return asText(valueAt((await querySearchRows(service, query))[0], 'campaignBudget', 'amountMicros'))
}

describe('search/edit_campaign', () => {
  const edit = (campaignId: string, amount: number) =>
    service.call('search/edit_campaign', { userId, campaignId, amount })

  test('applies all edits of a campaign in the order of the requests when platform responses are lost or malformed', async () => {
    const { results } = await service.call('search/get_campaigns', { userId })
    const campaigns = results.campaigns.slice(0, 4).map(({ id }) => id)
    expect(campaigns.length).toBeGreaterThan(1)
    for (const [number, kind] of ['reset', 'truncate', 'garbage', 'reset', 'html'].entries())
      await sandbox.injectFault({
        ...mutate,
        kind,
        when: number % 2 === 0 ? 'after' : 'before',
        skip: number * 2,
      })
    await Promise.all(
      campaigns.map(async (campaignId, index) => {
        for (let amount = 20; amount < 30; amount++) {
          const { results: done } = await edit(campaignId, amount + index)
          expect(done).toMatchObject({ success: true })
          expect(await budgetOf(campaignId)).toBe(String((amount + index) * 1_000_000))
        }
      }),
    )
    expect(await sandbox.listUnusedFaults()).toEqual([])
  })

  test('applies concurrent edits of a campaign one after another', async () => {
    const { results } = await service.call('search/get_campaigns', { userId })
    const campaignId = results.campaigns[0]?.id ?? ''
    const responses = await Promise.all([41, 42, 43, 44].map((amount) => edit(campaignId, amount)))
    expect(responses.map(({ results: done }) => done.success)).toEqual([true, true, true, true])
    const entries = await service.app.store.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('workspace_id', '=', service.workspaceId)
      .where('event', '=', 'campaign.budget_changed')
      .orderBy('number', 'desc')
      .limit(4)
      .execute()
    // Each edit starts from the budget that the edit before it set.
    for (const [newer, older] of [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const)
      expect(entries[newer]?.before).toBe(entries[older]?.after)
  })

  test('returns CONCURRENT_CHANGE and keeps a budget that someone else set while the outcome was unknown', async () => {
    const { results } = await service.call('search/get_campaigns', { userId })
    const campaignId = results.campaigns[0]?.id ?? ''
    await edit(campaignId, 50)
    const lost = await sandbox.injectFault({ ...mutate, kind: 'reset' })
    // Planning reads the campaign once. The second read is the lookup of the lost write.
    const reconcileFault = await sandbox.injectFault({
      platform: 'search',
      call: 'googleAds:search',
      kind: 'stall',
      skip: 1,
    })
    const response = edit(campaignId, 60)
    await expect
      .poll(async () => {
        const { faults } = (await sandbox.callAdmin('GET', 'faults')) as {
          faults: { id: string; met: number; holding: number }[]
        }
        return faults.filter(
          ({ id, met, holding }) => (id === lost && met === 1) || (id === reconcileFault && holding === 1),
        ).length
      })
      .toBe(2)
    await changeBudgetByHand(campaignId, '77000000')
    await sandbox.release(reconcileFault)

    expect((await response).results).toMatchObject({ success: false, code: 'CONCURRENT_CHANGE' })
    expect(await budgetOf(campaignId)).toBe('77000000')
  })
})

/** Changes a budget as the owner of the account does in the web interface of Google Ads. */
async function changeBudgetByHand(campaignId: string, amountMicros: string): Promise<void> {
  const query = `SELECT campaign.campaign_budget FROM campaign WHERE campaign.id = ${campaignId}`
  const resourceName = asText(
    valueAt((await querySearchRows(service, query))[0], 'campaign', 'campaignBudget'),
  )
  const { people } = (await sandbox.callAdmin('GET', 'people')) as {
    people: { key: string; search: { accessToken: string } }[]
  }
  const token = people.find(({ key }) => key === 'ada')?.search.accessToken ?? ''
  const response = await fetch(
    `${service.app.sandbox?.url}/v25/customers/${gardenShop}/campaignBudgets:mutate`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'developer-token': 'sandbox',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        operations: [{ updateMask: 'amountMicros', update: { resourceName, amountMicros } }],
      }),
    },
  )
  expect(response.status, await response.text()).toBe(200)
}
