// Tests your own code with the sandbox: the tests inject faults, and read the actual effects from the
// sandbox's ledger. They use Node's test runner, but any other runner works as well.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createClient } from '@adrail/client'
import { pauseCampaigns } from './pauseCampaigns.ts'

const adrail = createClient({
  url: process.env['ADRAIL_URL'] ?? 'http://localhost:8080',
  apiKey: process.env['ADRAIL_KEY'] ?? '',
})
const customer = adrail.with({ userId: 'usr_demo_all' })

/** The control API of the sandbox. */
const sandboxUrl = process.env['SANDBOX_URL'] ?? 'http://localhost:8081'
async function callSandbox(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  assert(response.ok, `${method} ${path}: ${response.status}`)
  return response.json()
}

/** Campaigns that can be switched on and off, with their initial status. */
const { campaigns } = await customer.social.get_campaigns()
const initialCampaigns = campaigns.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')

async function setRunning(activeIds: readonly string[]): Promise<void> {
  const { campaigns } = await customer.social.get_campaigns({ status: 'ACTIVE' })
  const running = campaigns.map(({ id }) => id)
  for (const id of running.filter((id) => !activeIds.includes(id)))
    await customer.social.update_campaign_status({ campaignId: id, status: 'PAUSED' })
  for (const id of activeIds.filter((id) => !running.includes(id)))
    await customer.social.update_campaign_status({ campaignId: id, status: 'ACTIVE' })
}

/** Every test starts with two active campaigns and without faults of an earlier test. */
beforeEach(async () => {
  await callSandbox('DELETE', 'faults')
  await setRunning(initialCampaigns.slice(0, 2).map(({ id }) => id))
})
after(() => setRunning(initialCampaigns.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id)))

test('pauseCampaigns pauses every running campaign on the platform', async () => {
  const { paused, failed } = await pauseCampaigns(customer)
  assert.equal(paused.length, 2)
  assert.deepEqual(failed, [])
  const { campaigns } = await customer.social.get_campaigns({ status: 'ACTIVE' })
  assert.deepEqual(campaigns, [])
})

test('pauseCampaigns succeeds and changes each campaign once if a response is lost after the change', async () => {
  const before = await countEffects()
  await callSandbox('POST', 'faults', {
    platform: 'social',
    call: 'campaign.update',
    when: 'after',
    kind: 'reset',
  })
  const { paused, failed } = await pauseCampaigns(customer)
  assert.equal(paused.length, 2)
  assert.deepEqual(failed, [])
  assert.equal((await countEffects()) - before, 2)
})

/** Counts the changes of campaigns at the platform. */
async function countEffects(): Promise<number> {
  const list = await callSandbox('GET', 'effects?platform=social&call=campaign.update&format=json')
  assert(Array.isArray(list))
  return list.length
}
