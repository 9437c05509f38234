import { operations } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()

describe('social/get_campaigns', () => {
  test('lists the campaigns with budgets in decimal text, in one call [R4.add.social-get_campaigns, R4.add.social-get_campaigns.results]', async () => {
    const response = await social.callRecorded('social/get_campaigns', {})
    expectSuccess('social/get_campaigns', response)
    const { campaigns, pagination } = response.results
    expect(campaigns.find(({ id }) => id === springCampaignId)).toEqual({
      ...operations['social/get_campaigns'].example.results.campaigns[0],
      startTime: expect.stringMatching(/^2025-05-24T\d\d:\d\d:00\+0200$/),
      startDate: '2025-05-24',
    })
    expect(campaigns.find(({ name }) => name === 'Plum cake season (lifetime)')?.lifetimeBudget).toBe(
      '600.00',
    )
    expect(campaigns.map(({ status }) => status)).not.toContain('DELETED')
    expect(pagination).toEqual({ next: '', previous: '' })
    expect(response.calls).toEqual(['campaigns.list'])
  })

  test.each(['ACTIVE', 'PAUSED', 'DELETED'] as const)(
    'lists only campaigns of the requested status %s',
    async (status) => {
      const { results } = await social.call('social/get_campaigns', { status })
      expect(results.campaigns.length).toBeGreaterThan(0)
      expect(new Set(results.campaigns.map((campaign) => campaign.status))).toEqual(new Set([status]))
    },
  )

  test('returns budgets in yen without decimals', async () => {
    const account = { accountId: '1007200300400', pageId: '104500000000701' }
    const yuki = await newLinkedUser(social.service, { person: 'yuki', ...account })
    const { results } = await social.call('social/get_campaigns', { userId: yuki })
    const budgets = results.campaigns.map(({ dailyBudget }) => dailyBudget).filter((text) => text !== '')
    expect(budgets.length).toBeGreaterThan(0)
    for (const budget of budgets) expect(budget).toMatch(/^[1-9]\d{3}$/)
  })

  test('returns INVALID_CURSOR for a cursor of another operation', async () => {
    const media = await social.call('social/get_ad_account_media', { type: 'IMAGE' })
    const response = await social.call('social/get_campaigns', { pagination: media.results.pagination.next })
    expectRefusal(response, 'INVALID_CURSOR')
  })
})

describeRefusals(social, { operation: 'social/get_campaigns', body: {}, failingCall: 'campaigns.list' })

testOperationCosts('social/get_campaigns', { store: 0, upstream: 1 })
