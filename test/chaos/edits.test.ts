// Several callers and the account's owner change budgets at the same time, while responses get lost and
// processes are killed. The platform shows the final budgets, and the audit log shows the order of changes.

import { demoAccess, type Sandbox } from '@adrail/sandbox'
import {
  createPausedCampaigns,
  expectCompleteAudit,
  type ServiceResponse,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { type Job, type ProcessGroup, startProcessGroup } from './processGroup.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const draw = seededRandom('edits')
const change = { platform: 'social', call: 'campaign.update' } as const
const readCall = { platform: 'social', call: 'campaign.read' } as const

test('edits of a campaign are applied in the order of their acceptance, and overwrite no concurrent change by the owner', async () => {
  const world = await makeWorld()
  const { sandbox, installation } = world
  const crew = await startProcessGroup(world, 'pass')
  const campaigns = await createPausedCampaigns(sandbox, proofSize(4, 20))
  const roundCount = proofSize(2, 25)
  /** The budgets that the account's owner set, by campaign and by the number of edits applied before. */
  const foreign = new Map<string, string>()
  const began = performance.now()
  let [edits, kills, changes, overwritten] = [0, 0, 0, 0]
  for (let round = 0; round < roundCount; round++) {
    // Each campaign gets two concurrent edits from separate callers.
    const jobs = [...campaigns, ...campaigns].map(
      (campaignId, index): Job => ({
        key: `edit-${round}-${index}`,
        operation: 'social/edit_campaign',
        body: { campaignId, amount: 11 + (round * 2 * campaigns.length + index) / 2 },
      }),
    )
    loseResponses(sandbox, jobs.length)
    const dies = round % 2 === 0 && crew.canReplace
    await Promise.all([
      dies ? crew.killAndReplace() : undefined,
      crew.retryUntilFinal(jobs, { callers: jobs.length }, ({ key }, { results }) => {
        expect(results, key).toMatchObject({ success: true })
      }),
    ])
    kills += dies ? 1 : 0
    edits += jobs.length
    sandbox.faults.cancel()

    // The owner changes the budget while the process runs, and while the process is killed.
    for (const isKill of isLong ? [false, true] : [round % 2 === 1]) {
      const campaignId = campaigns[Math.floor(draw() * campaigns.length)] ?? ''
      const { response, budget } = await editDuringForeignChange(sandbox, crew, campaignId, changes++, isKill)
      kills += isKill ? 1 : 0
      expect(response.results).toMatchObject({ success: false, code: 'CONCURRENT_CHANGE' })
      if ((await budgetOf(sandbox, campaignId)) !== budget) overwritten += 1
      expect(overwritten, 'changes of someone else that were overwritten').toBe(0)
      foreign.set(`${campaignId} after ${2 * (round + 1)}`, budget)
    }
  }
  const seconds = secondsSince(began)

  const applied = await listAppliedEdits(installation)
  for (const campaignId of campaigns) {
    const own = applied.filter(({ subject }) => subject === campaignId)
    // Each edit started from the result of the previous edit or from the owner's budget.
    const since = (index: number) =>
      foreign.get(`${campaignId} after ${index}`) ?? own[index - 1]?.after ?? '1000'
    expect(own.map(({ before }) => before)).toEqual(own.map((_, index) => since(index)))
    expect(await budgetOf(sandbox, campaignId)).toBe(since(own.length))
  }
  expect(applied).toHaveLength(edits)
  await expectCompleteAudit(installation)
  reportProof('T5', {
    edits,
    campaigns: campaigns.length,
    kills,
    foreignChanges: changes,
    overwritten,
    seconds,
  })
})

/** Three in ten changes take effect, but their responses are lost. */
function loseResponses(sandbox: Sandbox, calls: number): void {
  for (let call = 0, passed = 0; call < calls; call++)
    if (draw() < 0.3) sandbox.faults.order({ ...change, kind: 'reset', when: 'after', skip: passed })
    else passed += 1
}

/**
 * Loses an edit before its effect. The account's owner changes the budget before the service reconciles the
 * edit.
 */
async function editDuringForeignChange(
  sandbox: Sandbox,
  crew: ProcessGroup,
  campaignId: string,
  number: number,
  isKill: boolean,
): Promise<{ response: ServiceResponse; budget: string }> {
  sandbox.faults.order({ ...change, kind: 'reset' })
  // Planning reads the campaign once. The second read reconciles the lost edit.
  const stalledRead = sandbox.faults.order({ ...readCall, kind: 'stall', skip: 1 })
  const job = {
    key: `beside-${number}`,
    operation: 'social/edit_campaign',
    body: { campaignId, amount: 600 + number },
  }
  let response: ServiceResponse | undefined
  const pendingEdit = crew.retryUntilFinal([job], { callers: 1 }, (_, finalResponse) => {
    response = finalResponse
  })
  await waitUntilHeld(stalledRead)
  const budget = String(70_000 + number)
  await atPlatform(sandbox, campaignId, { daily_budget: budget })
  if (isKill) await crew.killAndReplace()
  sandbox.faults.release(stalledRead.id)
  await pendingEdit
  if (!response) throw new Error('It was not answered.')
  return { response, budget }
}

/** Acts as the owner of the account: sends a change if one is given, and otherwise reads. */
async function atPlatform(
  sandbox: Sandbox,
  campaignId: string,
  changed?: Record<string, string>,
): Promise<unknown> {
  const { url, social } = demoAccess(sandbox.people())
  const query = new URLSearchParams({
    access_token: social.accessToken,
    ...(changed ?? { fields: 'daily_budget' }),
  })
  const response = await fetch(`${url}/v26.0/${campaignId}?${query}`, { method: changed ? 'POST' : 'GET' })
  expect(response.status).toBe(200)
  return await response.json()
}

async function budgetOf(sandbox: Sandbox, campaignId: string): Promise<string> {
  // The platform responds with the requested fields.
  const { daily_budget } = (await atPlatform(sandbox, campaignId)) as { daily_budget: string }
  return daily_budget
}

/** Returns the applied edits in the order of the audit log. */
function listAppliedEdits(place: Parameters<typeof withStore>[0]) {
  return withStore(place, async ({ db }) => {
    const rows = await db
      .selectFrom('audit_entries')
      .select(['subject', 'before', 'after'])
      .where('event', '=', 'campaign.budget_changed')
      .orderBy('number')
      .execute()
    return rows
      .filter(({ after }) => !after.includes('refused'))
      .map(({ subject, before, after }) => ({
        subject,
        before: parseCents(before),
        after: parseCents(after),
      }))
  })
}

/** The audit log contains budgets as decimal amounts. */
function parseCents(budgetsJson: string): string {
  const { budgets } = JSON.parse(budgetsJson) as { budgets: { daily: string }[] }
  return (budgets[0]?.daily ?? '').replace('.', '')
}
