import { describe, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { allLeads } from '../../../testing/leads.ts'
import { linkedUser } from '../../../testing/linked.ts'
import { type TestService, useService } from '../../../testing/service.ts'

const environment = { LEADS: 'on' }
const service = useService({ environment })

describe('lead/get_lead', () => {
  test('[R4.add.lead-get_lead, R4.add.lead-get_lead.results] tells a lead as the list does, to its own user alone', async () => {
    const userId = await linkedUser(service, { platform: 'SEARCH' })
    const [listed] = (await allLeads(service, userId)).leads
    const { leadId = '' } = listed ?? {}
    const { results } = await service.call('lead/get_lead', { userId, leadId })
    expect(results.lead).toEqual(listed)

    const other = await linkedUser(service, { platform: 'SEARCH' })
    const { apiKey } = await service.newWorkspace()
    const elsewhere = await linkedUser(service, { platform: 'SEARCH', apiKey })
    for (const [asked, options] of [
      [{ userId: other, leadId }, {}],
      [{ userId: elsewhere, leadId }, { apiKey }],
      [{ userId, leadId: 'led_unknown' }, {}],
    ] as const)
      expect(await service.call('lead/get_lead', asked, options)).toMatchObject({
        status: 404,
        results: { code: 'LEAD_NOT_FOUND', field: 'leadId' },
      })
  })
})

costs('lead/get_lead', { store: 1, upstream: 0 }, (own) => bodyOfOne(own), { environment })

async function bodyOfOne(own: TestService) {
  const userId = await linkedUser(own, { platform: 'SEARCH' })
  const [first] = (await allLeads(own, userId)).leads
  return { userId, leadId: first?.leadId ?? '' }
}
