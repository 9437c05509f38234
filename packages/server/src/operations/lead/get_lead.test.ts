import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { listAllLeads } from '../../../testing/leads.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { type TestService, useService } from '../../../testing/service.ts'

const environment = { LEADS: 'on' }
const service = useService({ environment })

describe('lead/get_lead', () => {
  test('returns the same lead as lead/list_leads, and LEAD_NOT_FOUND for another user [R4.add.lead-get_lead, R4.add.lead-get_lead.results]', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const [listed] = (await listAllLeads(service, userId)).leads
    const { leadId = '' } = listed ?? {}
    const { results } = await service.call('lead/get_lead', { userId, leadId })
    expect(results.lead).toEqual(listed)

    const other = await newLinkedUser(service, { platform: 'SEARCH' })
    const { apiKey } = await service.newWorkspace()
    const elsewhere = await newLinkedUser(service, { platform: 'SEARCH', apiKey })
    for (const [body, options] of [
      [{ userId: other, leadId }, {}],
      [{ userId: elsewhere, leadId }, { apiKey }],
      [{ userId, leadId: 'led_unknown' }, {}],
    ] as const)
      expect(await service.call('lead/get_lead', body, options)).toMatchObject({
        status: 404,
        results: { code: 'LEAD_NOT_FOUND', field: 'leadId' },
      })
  })

  test('returns leads of one user in the order of leadIds, and reports the ids that the user does not have', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const { leads } = await listAllLeads(service, userId)
    const wanted = leads.slice(0, 3).toReversed()
    const leadIds = [...wanted.map(({ leadId }) => leadId), 'led_unknown']
    const { results } = await service.call('lead/get_lead', { userId, leadIds })
    expect(results).toMatchObject({ lead: wanted[0], leads: wanted })
    expect(results.notFound).toMatchObject([{ leadId: 'led_unknown', code: 'LEAD_NOT_FOUND' }])
    const audit = await service.call('workspace/list_audit', {})
    expect(audit.results.entries[0]).toMatchObject({ event: 'lead.read', after: { count: 3 } })
    expect(await service.call('lead/get_lead', { userId, leadIds: ['led_unknown'] })).toMatchObject({
      status: 404,
      results: { code: 'LEAD_NOT_FOUND', field: 'leadIds' },
    })
  })

  test.each([
    [{ leadId: 'led_1', leadIds: ['led_2'] }, 'CONFLICT'],
    [{}, 'REQUIRED'],
    [{ leadIds: [] }, 'TOO_FEW'],
    [{ leadIds: ['led_1', 'led_1'] }, 'DUPLICATE'],
    [{ leadIds: Array.from({ length: 101 }, (_, index) => `led_${index}`) }, 'TOO_MANY'],
  ])('refuses %j', async (body, code) => {
    const response = await service.call('lead/get_lead', { userId: 'usr_1', ...body })
    expect(response).toMatchObject({ status: 400, results: { details: [{ code }] } })
  })
})

testOperationCosts('lead/get_lead', { store: 6, upstream: 0 }, (own) => bodyOfOne(own), { environment })

async function bodyOfOne(own: TestService) {
  const userId = await newLinkedUser(own, { platform: 'SEARCH' })
  const [first] = (await listAllLeads(own, userId)).leads
  return { userId, leadId: first?.leadId ?? '' }
}
