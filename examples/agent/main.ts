// An agent cuts a budget. One person refuses its plan, and then another one agrees.

import assert from 'node:assert/strict'
import { createClient } from '@adrail/client'
import { Agent } from './agent.ts'
import { cutTheMostExpensive, type ToolAnswer } from './model.ts'

const url = process.env['ADRAIL_URL'] ?? 'http://localhost:8080'
const apiKey = process.env['ADRAIL_KEY'] ?? ''
const userId = 'usr_demo_all'
const adrail = createClient({ url, apiKey }).with({ userId })
const model = (answers: readonly ToolAnswer[]) => cutTheMostExpensive(userId, answers)

async function budgets(): Promise<string[]> {
  const { campaigns } = await adrail.social.get_campaigns({ status: 'ACTIVE' })
  return campaigns.map(({ id, dailyBudget }) => `${id} ${dailyBudget}`).toSorted()
}

const shown: string[] = []
let answer = false
const agent = new Agent(async (plan) => {
  shown.push(...plan)
  return answer
})
console.log(`${await agent.connect(url, apiKey)} tools`)

const before = await budgets()
assert.match(await agent.work(model), /did not agree/)
assert.equal(shown.length > 0, true, 'The person saw a plan.')
assert.deepEqual(await budgets(), before, 'Nothing is done without agreement.')

answer = true
assert.equal(await agent.work(model), 'Done.')
const after = await budgets()
assert.equal(after.filter((budget) => !before.includes(budget)).length, 1, 'One budget was changed.')
console.log(shown.at(-1))

// The hash of a plan is valid only for its own arguments. With other arguments, the service itself rejects
// the call.
const campaignId = after[0]?.split(' ')[0]
const call = { tool: 'social_edit_campaign', arguments: { userId, campaignId, amount: 7 } }
const { planHash } = await agent.send(call)
const other = await agent.send({ ...call, arguments: { ...call.arguments, amount: 700, planHash } })
assert.equal(other['code'], 'PLAN_CHANGED')
assert.deepEqual(await budgets(), after)
await agent.close()
