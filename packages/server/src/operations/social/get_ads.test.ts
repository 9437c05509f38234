import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/get_ads'

/** Every ad of the account, campaign by campaign. */
async function everyAd() {
  const { results } = await social.call('social/get_campaigns', {})
  const lists = await Promise.all(
    results.campaigns.map(({ id }) => social.call(operation, { campaignId: id })),
  )
  return lists.flatMap((response) => response.results.ads)
}

describe(operation, () => {
  test('lists the ads of a campaign with the ad set they are in, in one call [R4.add.social-get_ads, R4.add.social-get_ads.results]', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId })
    const { ads, pagination } = expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read'])
    expect(pagination).toEqual({ next: '', previous: '' })
    const { adSets } = (await social.call('social/get_ad_sets', { campaignId: springCampaignId })).results
    expect(new Set(ads.map(({ adGroupId }) => adGroupId))).toEqual(new Set(adSets.map(({ id }) => id)))
    expect(new Set(ads.map(({ id }) => id)).size).toBe(12)
  })

  test('returns the reason why a disapproved ad does not deliver', async () => {
    const refused = (await everyAd()).filter(({ effectiveStatus }) => effectiveStatus === 'DISAPPROVED')
    expect(refused.length).toBeGreaterThan(0)
    for (const { issues } of refused)
      expect(issues).toEqual(['Ad not approved: The text of this ad promises a result.'])
  })

  test.each([
    ['a campaign in another ad account of the same person', '120210000000000270'],
    ['no object', '4711'],
    ['an ad set', '120210100000001000'],
  ])('returns OBJECT_NOT_FOUND for the id of %s', async (_, campaignId) => {
    expectRefusal(await social.call(operation, { campaignId }), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  })

  test('returns INVALID_CURSOR for a cursor that adrail never issued', async () => {
    const response = await social.call(operation, { campaignId: springCampaignId, pagination: 'x' })
    expectRefusal(response, 'INVALID_CURSOR')
  })
})

describeRefusals(social, { operation, body: { campaignId: springCampaignId }, failingCall: 'campaign.read' })

testOperationCosts('social/get_ads', { store: 0, upstream: 1 })
