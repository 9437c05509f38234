// A platform can return the same lead twice in one response.

import { expect, test } from 'vitest'
import { listAllLeads } from '../../testing/leads.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { usePlatformProxy } from '../../testing/platformProxy.ts'
import { useService } from '../../testing/service.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { LEADS: 'on', SANDBOX_URL: between.url } })

test('adrail stores a lead once when a platform returns it twice in one response', async () => {
  between.alterResponses((response) => {
    const { results = [] } = response.json as { results?: object[] }
    if (JSON.stringify(results).includes('leadFormSubmissionData'))
      response.json = { ...Object(response.json), results: results.flatMap((row) => [row, row]) }
  })
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  const { leads, results } = await listAllLeads(service, userId)
  expect(results.sources.search).toMatchObject({ problem: '' })
  expect(leads.length).toBeGreaterThan(0)
  expect(new Set(leads.map(({ clickId }) => clickId)).size).toBe(leads.length)
})
