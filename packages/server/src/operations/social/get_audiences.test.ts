import { operations } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/get_audiences'

describe(operation, () => {
  test('lists the audiences newest first in one call, and marks audiences that are still being filled as not ready [R4.add.social-get_audiences, R4.add.social-get_audiences.results]', async () => {
    const response = await social.callRecorded(operation, {})
    const { audiences, pagination } = expectSuccess(operation, response)
    expect(audiences.map(({ id }) => id.slice(-3))).toEqual(['104', '103', '102', '101'])
    expect(audiences[0]).toEqual(operations[operation].example.results.audiences[0])
    expect(pagination).toEqual({ next: '', previous: '' })
    expect(response.calls).toEqual(['customaudiences.list'])

    await social.call('social/create_leadform_audience', {
      name: 'Just made',
      description: '',
      type: 'submit',
      leadFormIds: ['700011'],
    })
    const [made] = (await social.call(operation, {})).results.audiences
    expect(made).toMatchObject({ name: 'Just made', ready: false, sizeLowerBound: -1 })
    expect(made?.readiness).toContain('still being filled')
  })
})

describeRefusals(social, { operation, body: {}, failingCall: 'customaudiences.list' })

testOperationCosts('social/get_audiences', { store: 0, upstream: 1 })
