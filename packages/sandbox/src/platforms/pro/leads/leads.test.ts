// These tests read the leads of LinkedIn through its API, as a caller does.

import { expect, test } from 'vitest'
import { usePro } from '../../../../testing/pro.ts'

const { sandbox, json, call } = usePro()
const owner = '(sponsoredAccount:urn%3Ali%3AsponsoredAccount%3A512345678)'
const path = `/rest/leadFormResponses?q=owner&owner=${owner}`
const sponsored = 'leadType=(leadType:SPONSORED)'

async function submit(body: object) {
  await fetch(`${sandbox.url}/_sandbox/simulate/pro/lead`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '512345678', ...body }),
  })
}

test('lead responses are read by owner, lead type and time range, with test leads separate', async () => {
  const start = sandbox.clock.now()
  await submit({ count: 2 })
  await submit({ test: true })
  const range = `submittedAtTimeRange=(start:${start},end:${start + 60_000})`
  const { body } = await json(`${path}&${sponsored}&limitedToTestLeads=false&${range}&count=100`)
  expect(body.elements).toHaveLength(2)
  const tests = await json(`${path}&${sponsored}&limitedToTestLeads=true&${range}`)
  expect(tests.body.elements).toMatchObject([{ testLead: true, leadType: 'SPONSORED' }])
  expect((await call(path)).status).toBe(400)
})

test('lead campaigns produce more leads as the clock advances', async () => {
  const count = async () => (await json(`${path}&${sponsored}&count=10000`)).body.elements.length
  const before = await count()
  expect(before).toBeGreaterThan(10)
  sandbox.clock.advance('10d')
  expect(await count()).toBeGreaterThan(before)
})
