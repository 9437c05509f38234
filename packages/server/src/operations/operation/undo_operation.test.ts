import { operations } from '@adrail/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newProUser, newSearchUser } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { changeAtPlatform, createAtPlatform, springCampaignId, useSocial } from '../../../testing/social.ts'

/** `UNDO_RUNS` sets how many random histories the test undoes. */
const runs = Number(process.env['UNDO_RUNS'] ?? 4)

const social = useSocial()
const { service, sandbox } = social
const proSandbox = createSandboxAdmin(service, 'pro')
/** Campaigns on LinkedIn. */
const trade = '640118001'
const draft = '640118034'

const undo = (operationId: unknown, more: { dryRun?: boolean; planHash?: string } = {}, key?: string) =>
  service.call(
    'operation/undo_operation',
    { operationId: String(operationId), ...more },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  )
const edit = (amount: number, campaignId = springCampaignId) =>
  social.call('social/edit_campaign', { campaignId, amount })
const setStatus = (status: 'ACTIVE' | 'PAUSED' | 'DELETED', campaignId = springCampaignId) =>
  social.call('social/update_campaign_status', { campaignId, status })
type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
const set = async (settings: Settings) =>
  expectSuccess('workspace/update_settings', await service.call('workspace/update_settings', settings))

/** Creates a campaign on Meta with a daily budget in cents. */
const campaign = (cents: number) =>
  createAtPlatform(social, 'campaigns', {
    name: `Campaign of ${cents}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    status: 'PAUSED',
    daily_budget: cents,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  })
/** Returns budget and status of the campaigns on Meta. */
async function socialState() {
  const { results } = await social.call('social/get_campaigns', {})
  return results.campaigns.map(({ id, status, dailyBudget }) => ({ id, status, dailyBudget }))
}
async function searchState(userId: string) {
  const { results } = await service.call('search/get_campaigns', { userId })
  return results.campaigns.map(({ id, status, dailyBudget }) => ({ id, status, dailyBudget }))
}
async function proState(userId: string) {
  const { results } = await service.call('pro/get_campaigns', { userId })
  return results.campaigns.map(({ id, status }) => ({ id, status }))
}
async function adGroupsOf(of: { readonly userId: string; readonly campaignId: string }) {
  const { results } = await service.call('pro/get_ad_groups', of)
  return results.adGroups.map(({ id, status, dailyBudget }) => ({ id, status, dailyBudget }))
}

const { userId: _, ...audience } = operations['social/create_leadform_audience'].example.body

afterEach(async () => {
  await set({ approval: {}, guard: {}, freeze: { frozen: false } })
  await service.app.store.db.deleteFrom('raises').execute()
})

describe('operation/undo_operation', () => {
  test('undoes a write once, according to the plan of a dry run, and audits the undo [R4.add.operation-undo_operation, R4.add.operation-undo_operation.results]', async () => {
    const id = await campaign(1500)
    const before = await socialState()
    const { operationId } = expectSuccess('social/edit_campaign', await edit(17, id))
    const { results } = await undo(operationId, { dryRun: true })
    expect(results).toMatchObject({
      dryRun: true,
      plan: [{ step: 'set_budget', says: expect.stringContaining('from 17.00 to 15.00 EUR') }],
    })
    const planHash = String(results['planHash'])
    const undone = expectSuccess('operation/undo_operation', await undo(operationId, { planHash }, 'back'))
    expect(undone.undone).toBe(operationId)
    expect(await socialState()).toEqual(before)
    const again = await undo(operationId, { planHash }, 'back')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(expectRefusal(await undo(operationId), 'UNDO_REFUSED').error).toContain('already undone')
    const entry = await service.app.store.db
      .selectFrom('audit_entries')
      .select(['event', 'before', 'after'])
      .where('operation_id', '=', undone.operationId)
      .executeTakeFirstOrThrow()
    expect(entry.event).toBe('operation.undone')
    expect(JSON.parse(entry.after)).toMatchObject({ budgets: [{ daily: '15.00' }] })
  })

  test('restores the state before each write of a random history on any platform', {
    timeout: 30_000 + runs * 2000,
  }, async () => {
    const searching = await newSearchUser(service)
    const [first] = await searchState(searching)
    const searched = { userId: searching, campaignId: first?.id ?? '' }
    const pro = { userId: await newProUser(service), campaignId: trade }
    const id = await campaign(1000)
    const change = {
      social: {
        budget: (cents: number) => edit(cents / 100, id),
        status: (status: 'ACTIVE' | 'PAUSED') => setStatus(status, id),
      },
      search: {
        budget: (cents: number) => service.call('search/edit_campaign', { ...searched, amount: cents / 100 }),
        status: (status: 'ACTIVE' | 'PAUSED') =>
          service.call('search/update_campaign_status', { ...searched, status }),
      },
      pro: {
        // LinkedIn requires at least 10.00 for each ad group.
        budget: (cents: number) =>
          service.call('pro/edit_campaign', { ...pro, amount: (cents + 10_000) / 100 }),
        status: (status: 'ACTIVE' | 'PAUSED') =>
          service.call('pro/update_campaign_status', { ...pro, status }),
      },
    }
    const state = async () => [
      await socialState(),
      await searchState(searching),
      await proState(pro.userId),
      await adGroupsOf(pro),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('social' as const, 'search' as const, 'pro' as const),
        fc.array(
          fc.oneof(
            fc.record({ cents: fc.integer({ min: 200, max: 5000 }) }),
            fc.record({ status: fc.constantFrom('ACTIVE' as const, 'PAUSED' as const) }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        async (platform, list) => {
          const { budget, status } = change[platform]
          const states: unknown[] = []
          const done: (string | undefined)[] = []
          for (const wish of list) {
            states.push(await state())
            const response = 'cents' in wish ? await budget(wish.cents) : await status(wish.status)
            expect(response.results, response.text).toMatchObject({ success: true })
            done.push(response.results.operationId)
          }
          // The undo of each write, from the last to the first, restores the state before the write.
          // adrail refuses the undo of a write that changed nothing.
          for (const operationId of done.reverse()) {
            const before = states.pop()
            const response = await undo(operationId)
            if (response.status === 409)
              expect(expectRefusal(response, 'UNDO_REFUSED').error).toContain('the write changed nothing')
            else expectSuccess('operation/undo_operation', response)
            expect(await state()).toEqual(before)
          }
        },
      ),
      {
        numRuns: runs,
        // The examples cover each platform at least once.
        examples: [
          ['social', [{ cents: 1700 }, { status: 'ACTIVE' }]],
          ['search', [{ cents: 1700 }, { status: 'PAUSED' }]],
          ['pro', [{ cents: 1701 }, { status: 'PAUSED' }, { status: 'ACTIVE' }]],
        ],
      },
    )
  })

  test('restores the budget of each ad set, and is refused when one of these budgets has changed', async () => {
    const threeSets = '120210000000000120'
    const budgets = async () =>
      (await social.call('social/get_ad_sets', { campaignId: threeSets })).results.adSets.map(
        ({ id, dailyBudget }) => ({ id, dailyBudget }),
      )
    const before = await budgets()
    const { operationId } = expectSuccess('social/edit_campaign', await edit(50.01, threeSets))
    expect(await budgets()).not.toEqual(before)
    expectSuccess('operation/undo_operation', await undo(operationId))
    expect(await budgets()).toEqual(before)
    const second = expectSuccess('social/edit_campaign', await edit(20, threeSets))
    await changeAtPlatform(social, before[1]?.id ?? '', { daily_budget: 1300 })
    const { error } = expectRefusal(await undo(second.operationId), 'UNDO_REFUSED')
    expect(error).toContain(`the budget of ad set ${before[1]?.id} has changed`)
  })

  test('deletes the campaign that social/create_campaign created', async () => {
    const before = await socialState()
    const { body } = operations['social/create_campaign'].example
    const made = await social.call('social/create_campaign', { ...body, userId: social.userId })
    const { operationId } = expectSuccess('social/create_campaign', made)
    expectSuccess('operation/undo_operation', await undo(operationId))
    expect(await socialState()).toEqual(before)
  })

  test('deletes the campaign that search/create_search_campaign created', async () => {
    const userId = await newSearchUser(service)
    const before = await searchState(userId)
    const made = await service.call(
      'search/create_search_campaign',
      minimalSearchCampaign(userId, 'Made by mistake'),
    )
    const { operationId } = expectSuccess('search/create_search_campaign', made)
    expectSuccess('operation/undo_operation', await undo(operationId))
    expect(await searchState(userId)).toEqual(before)
  })

  test('pauses and then deletes the campaign that pro/create_campaign created, although a response is lost', async () => {
    const userId = await newProUser(service)
    const before = await proState(userId)
    const { body } = operations['pro/create_campaign'].example
    const made = await service.call('pro/create_campaign', { ...body, userId })
    const { operationId, campaignId } = expectSuccess('pro/create_campaign', made)
    await proSandbox.clearRequests()
    // The response to the second update is lost, and adrail does not resend the update.
    await proSandbox.injectFault({ call: 'adCampaignGroups.update', kind: 'reset', when: 'after', skip: 1 })
    expectSuccess('operation/undo_operation', await undo(operationId))
    const changes = (await proSandbox.effects()).map(({ id, detail }) => ({ id, ...detail }))
    expect(changes).toMatchObject([
      { id: campaignId, set: { status: 'PAUSED' } },
      { id: campaignId, set: { status: 'PENDING_DELETION' } },
    ])
    expect(await proState(userId)).toEqual(before)
  })

  test('is refused during a freeze, and needs approval by another key, when the undo resumes a campaign', async () => {
    await setStatus('ACTIVE')
    const { operationId } = expectSuccess('social/update_campaign_status', await setStatus('PAUSED'))
    await set({ freeze: { frozen: true, reason: 'Stop' } })
    expectRefusal(await undo(operationId), 'SPEND_FROZEN')
    await set({ freeze: { frozen: false }, approval: { kinds: ['ENABLE'] } })
    const waiting = expectRefusal(await undo(operationId, {}, 'on-again'), 'APPROVAL_REQUIRED')
    const { text: apiKey } = await service.newKey({ scopes: ['approve'] })
    const { operationId: id = '', planHash = '' } = waiting
    const decided = await service.call(
      'approval/decide',
      { operationId: id, planHash, decision: 'APPROVED' },
      { apiKey },
    )
    expect(expectSuccess('approval/decide', decided).state).toBe('SUCCEEDED')
    expectSuccess('operation/undo_operation', await undo(operationId, {}, 'on-again'))
    expect((await socialState()).find((each) => each.id === springCampaignId)?.status).toBe('ACTIVE')
  })

  test('changes the platform once although the response is lost', async () => {
    const { operationId } = expectSuccess('social/edit_campaign', await edit(18))
    await sandbox.clearRequests()
    await sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    expectSuccess('operation/undo_operation', await undo(operationId))
    expect(await sandbox.effects()).toHaveLength(1)
  })
})

describe('the refusal of operation/undo_operation', () => {
  test('reports that the campaign was changed or deleted since the write', async () => {
    const id = await campaign(1000)
    const { operationId } = expectSuccess('social/edit_campaign', await edit(20, id))
    expectSuccess('social/edit_campaign', await edit(21, id))
    await sandbox.clearRequests()
    const { error } = expectRefusal(await undo(operationId), 'UNDO_REFUSED')
    expect(error).toContain(`the budget of campaign ${id} has changed`)
    const status = expectSuccess('social/update_campaign_status', await setStatus('ACTIVE', id))
    await setStatus('DELETED', id)
    expectRefusal(await undo(status.operationId), 'UNDO_REFUSED')
    expectRefusal(await undo(operationId), 'UNDO_REFUSED')
  })

  test('reports that a LinkedIn campaign was changed, was deleted or cannot become a draft again', async () => {
    const userId = await newProUser(service)
    const status = (campaignId: string, to: 'ACTIVE' | 'PAUSED' | 'DELETED') =>
      service.call('pro/update_campaign_status', { userId, campaignId, status: to })
    const reasonOf = async ({ results }: Awaited<ReturnType<typeof status>>) =>
      expectRefusal(await undo(results.operationId), 'UNDO_REFUSED').error
    const budget = (amount: number) =>
      service.call('pro/edit_campaign', { userId, campaignId: trade, amount })
    const edited = expectSuccess('pro/edit_campaign', await budget(140))
    expectSuccess('pro/edit_campaign', await budget(150))
    const { error } = expectRefusal(await undo(edited.operationId), 'UNDO_REFUSED')
    expect(error).toMatch(/the budget of ad group \d+ has changed/)
    const begun = await status(draft, 'PAUSED')
    expect(await reasonOf(begun)).toContain('cannot return to it')
    const started = await status(draft, 'ACTIVE')
    await status(draft, 'PAUSED')
    expect(await reasonOf(started)).toContain('has changed')
    expect(await reasonOf(await status(draft, 'DELETED'))).toContain('cannot be restored')
    expectRefusal(await undo(started.results.operationId), 'UNDO_REFUSED')
  })

  test('reports the field operationId when the platform now requires a higher budget', async () => {
    const { operationId } = expectSuccess('social/edit_campaign', await edit(24))
    const low = { call: 'campaign.update', kind: 'status', status: 400, code: '100/1885272' }
    await sandbox.injectFault(low)
    expectRefusal(await undo(operationId, { dryRun: true }), 'BUDGET_TOO_LOW', { field: 'operationId' })
    await sandbox.injectFault(low)
    expectRefusal(await undo(operationId), 'BUDGET_TOO_LOW', { field: 'operationId' })
    expectSuccess('operation/undo_operation', await undo(operationId))
  })

  test('reports that a write failed, cannot be undone, is itself an undo or needs approval', async () => {
    const id = await campaign(1000)
    const gone = expectSuccess('social/update_campaign_status', await setStatus('DELETED', id))
    expect(expectRefusal(await undo(gone.operationId), 'UNDO_REFUSED').error).toContain('cannot be restored')
    await sandbox.injectFault({ call: 'campaign.update', kind: 'status', status: 400, code: '100/1885272' })
    const failed = await edit(19)
    expect(failed.results.success).toBe(false)
    expect(expectRefusal(await undo(failed.results.operationId), 'UNDO_REFUSED').error).toContain('it failed')
    const audienceWrite = await social.call('social/create_leadform_audience', audience)
    const { error: noWay } = expectRefusal(await undo(audienceWrite.results.operationId), 'UNDO_REFUSED')
    expect(noWay).toContain('cannot reverse social/create_leadform_audience')
    const { operationId } = expectSuccess('social/edit_campaign', await edit(22))
    const undone = expectSuccess('operation/undo_operation', await undo(operationId))
    expectRefusal(await undo(undone.operationId), 'UNDO_REFUSED')
    await set({ approval: { kinds: ['RAISE'] } })
    const waiting = expectRefusal(await edit(23), 'APPROVAL_REQUIRED')
    const { error } = expectRefusal(await undo(waiting.operationId), 'UNDO_REFUSED')
    expect(error).toContain('not ended yet (AWAITING_APPROVAL)')
  })

  test('reports that a write is unknown, in another workspace, of another account or older than 14 days', async () => {
    expectRefusal(await undo('op_unknown'), 'OPERATION_NOT_FOUND')
    const userId = await newLinkedUser(service)
    const body = { userId, campaignId: springCampaignId, amount: 16 }
    const { operationId } = expectSuccess(
      'social/edit_campaign',
      await service.call('social/edit_campaign', body),
    )
    const { apiKey } = await service.newWorkspace()
    const foreign = await service.call('operation/undo_operation', { operationId }, { apiKey })
    expectRefusal(foreign, 'OPERATION_NOT_FOUND')
    await linkExistingUser(service, userId, { person: 'ben' })
    expect(expectRefusal(await undo(operationId), 'UNDO_REFUSED').error).toContain(
      'no longer linked to its ad account',
    )
    await linkExistingUser(service, userId)
    service.clock.advance(15 * 24 * 60 * 60 * 1000)
    expect(expectRefusal(await undo(operationId), 'UNDO_REFUSED').error).toContain('14 days')
    await service.call('user/delete_user', { userId })
    expectRefusal(await undo(operationId), 'ACCOUNT_NOT_LINKED')
  })
})

testOperationCosts('operation/undo_operation', { store: 26, upstream: 2 }, async (testService) => {
  const userId = await newLinkedUser(testService)
  const body = { userId, campaignId: springCampaignId, amount: 17 }
  const { results } = await testService.call('social/edit_campaign', body)
  return { operationId: results.operationId }
})
