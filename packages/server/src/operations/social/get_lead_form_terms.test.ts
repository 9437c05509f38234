import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/get_lead_form_terms'

describe(operation, () => {
  test('returns whether the page has accepted the terms and the URL to accept them, in one call [R4.add.social-get_lead_form_terms, R4.add.social-get_lead_form_terms.results]', async () => {
    const bakery = await social.callRecorded(operation, {})
    expect(expectSuccess(operation, bakery).accepted).toBe(true)
    expect(bakery.calls).toEqual(['page.read'])
    const garden = await newLinkedUser(social.service, {
      accountId: '1001200300401',
      pageId: '104500000000002',
    })
    expect((await social.call(operation, { userId: garden })).results).toMatchObject({
      accepted: false,
      termsUrl: 'https://www.facebook.com/ads/leadgen/tos?page_id=104500000000002',
    })
  })
})

describeRefusals(social, { operation, body: {}, failingCall: 'page.read' })

testOperationCosts('social/get_lead_form_terms', { store: 0, upstream: 1 })
