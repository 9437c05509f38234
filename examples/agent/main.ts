// An agent cuts a budget. One person refuses its plan, and then another one agrees.

import assert from 'node:assert/strict'
import { createClient } from '@adrail/client'
import { Agent } from './agent.ts'
import { cutLargestBudget, type ToolResponse } from './model.ts'

const url = process.env['ADRAIL_URL'] ?? 'http://localhost:8080'
const apiKey = process.env['ADRAIL_KEY'] ?? ''
const userId = 'usr_demo_all'
const adrail = createClient({ url, apiKey }).with({ userId })
const model = (responses: readonly ToolResponse[]) => cutLargestBudget(userId, responses)

async function listBudgets(): Promise<string[]> {
  const { campaigns } = await adrail.social.get_campaigns({ status: 'ACTIVE' })
  return campaigns.map(({ id, dailyBudget }) => `${id} ${dailyBudget}`).toSorted()
}

const shownSteps: string[] = []
let isAgreed = false
const agent = new Agent(async (plan) => {
  shownSteps.push(...plan)
  return isAgreed
})
console.log(`${await agent.connect(url, apiKey)} tools`)

const before = await listBudgets()
assert.match(await agent.work(model), /did not agree/)
assert.equal(shownSteps.length > 0, true, 'The person saw a plan.')
assert.deepEqual(await listBudgets(), before, 'Nothing is done without agreement.')

isAgreed = true
assert.equal(await agent.work(model), 'Done.')
const after = await listBudgets()
assert.equal(after.filter((budget) => !before.includes(budget)).length, 1, 'One budget was changed.')
console.log(shownSteps.at(-1))

// The hash of a plan is valid only for its own arguments. With other arguments, the service itself rejects
// the call.
const campaignId = after[0]?.split(' ')[0]
const call = { tool: 'social_edit_campaign', arguments: { userId, campaignId, amount: 7 } }
const { planHash } = await agent.send(call)
const changedCall = await agent.send({ ...call, arguments: { ...call.arguments, amount: 700, planHash } })
assert.equal(changedCall['code'], 'PLAN_CHANGED')
assert.deepEqual(await listBudgets(), after)
await agent.close()
