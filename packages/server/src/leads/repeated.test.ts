// What a platform tells twice in one answer.

import { expect, test } from 'vitest'
import { useBetween } from '../../testing/between.ts'
import { allLeads } from '../../testing/leads.ts'
import { linkedUser } from '../../testing/linked.ts'
import { useService } from '../../testing/service.ts'

const between = await useBetween()
const service = useService({ environment: { LEADS: 'on', SANDBOX_URL: between.url } })

test('a lead that a platform tells twice in one answer is kept once', async () => {
  between.alter((answer) => {
    const { results = [] } = answer.json as { results?: object[] }
    if (JSON.stringify(results).includes('leadFormSubmissionData'))
      answer.json = { ...Object(answer.json), results: results.flatMap((row) => [row, row]) }
  })
  const userId = await linkedUser(service, { platform: 'SEARCH' })
  const { leads, results } = await allLeads(service, userId)
  expect(results.sources.search).toMatchObject({ problem: '' })
  expect(leads.length).toBeGreaterThan(0)
  expect(new Set(leads.map(({ clickId }) => clickId)).size).toBe(leads.length)
})
