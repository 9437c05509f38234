import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_conversion_actions lists the enabled actions by name, with the category that conversionEvents accepts [R4.add.search-get_conversion_actions, R4.add.search-get_conversion_actions.results]', async () => {
  const userId = await newSearchUser(service)
  const response = await service.call('search/get_conversion_actions', { userId })
  const { conversionActions } = expectSuccess('search/get_conversion_actions', response)
  expect(conversionActions.map(({ name, category, status }) => [name, category, status])).toEqual([
    ['Call from an ad', 'PHONE_CALL_LEAD', 'ENABLED'],
    ['Catalogue page viewed', 'PAGE_VIEW', 'ENABLED'],
    ['Contact page', 'CONTACT', 'ENABLED'],
    ['Newsletter sign-up', 'SIGNUP', 'ENABLED'],
    ['Online order', 'PURCHASE', 'ENABLED'],
    ['Sent lead form', 'SUBMIT_LEAD_FORM', 'ENABLED'],
  ])
})

testOperationCosts('search/get_conversion_actions', { store: 0, upstream: 1 })
