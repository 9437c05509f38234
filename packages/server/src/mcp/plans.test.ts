// Over MCP, the first call of a write only returns a plan. A call with the hash of the plan runs that plan
// once.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { useAgents } from '../../testing/mcp.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'
import { hourMs } from '../runtime/durations.ts'

const logFile = join(newFolder('adrail-mcp-'), 'adrail.log')
const service = useService({ logFile })
const sandbox = createSandboxAdmin(service)
const connect = useAgents(service)
const linked = useLinkedUser(() => newLinkedUser(service))

const edit = 'social_edit_campaign'
const setStatus = 'social_update_campaign_status'
const budget = (amount: number) => ({ userId: linked.userId, campaignId: springCampaignId, amount })
const status = (wanted: string) => ({ userId: linked.userId, campaignId: springCampaignId, status: wanted })
const effects = async () => (await sandbox.effects()).length

/** Changes the budget over HTTP without the agent, as another caller does. */
const changeWorld = async (amount: number) => {
  const { results } = await service.call('social/edit_campaign', budget(amount))
  expect(results.error).toBe('')
}

beforeEach(async () => {
  // The platform allows four budget changes an hour.
  await advanceClocks(service, hourMs)
})

describe('a write tool that is called without planHash', () => {
  test.each([{}, { dryRun: false }, { planHash: '' }])(
    'returns the plan and changes nothing with the arguments %j',
    async (more) => {
      const agent = await connect()
      const before = await effects()
      const { results, text, isError } = await agent.call(edit, { ...budget(21), ...more })
      expect(results).toMatchObject({
        success: true,
        dryRun: true,
        planHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      expect(text).toContain(`Nothing changed yet: this is the plan.`)
      expect(text).toContain(
        `call ${edit} again with the same arguments and planHash "${results['planHash']}"`,
      )
      expect(isError).toBe(false)
      expect(await effects()).toBe(before)
    },
  )

  test('returns INVALID_FIELD for an invalid campaignId', async () => {
    const agent = await connect()
    const { results, isError, text } = await agent.call(edit, { ...budget(21), campaignId: 'spring' })
    expect([isError, results['code'], results['field']]).toEqual([true, 'INVALID_FIELD', 'campaignId'])
    expect(text).toContain('Refused with INVALID_FIELD.')
  })
})

describe('a write tool that is called with planHash', () => {
  test('runs the plan once, and replays the response when it is called again', async () => {
    const agent = await connect()
    const { planHash } = (await agent.call(edit, budget(22))).results
    const before = await effects()
    const done = await agent.call(edit, { ...budget(22), planHash })
    expect(done.results).toMatchObject({ success: true, operationId: expect.stringMatching(/^op_/) })
    expect(await effects()).toBe(before + 1)

    const again = await agent.call(edit, { ...budget(22), planHash })
    expect(again.results).toEqual(done.results)
    expect(again.meta['replayed']).toBe(true)
    expect(again.text).toContain('adrail executed this write before, and did not execute it again')
    expect(await effects()).toBe(before + 1)
  })

  test('has one effect when it is called eight times at once', async () => {
    const agent = await connect()
    const { planHash } = (await agent.call(edit, budget(23))).results
    const before = await effects()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => agent.call(edit, { ...budget(23), planHash })),
    )
    for (const { results } of responses)
      expect([undefined, 'IDEMPOTENCY_IN_PROGRESS']).toContain(results['code'])
    expect(responses.some(({ results }) => results['success'])).toBe(true)
    expect(await effects()).toBe(before + 1)
  })

  test('refuses the planHash of other arguments with PLAN_CHANGED and changes nothing', async () => {
    const agent = await connect()
    const { planHash } = (await agent.call(edit, budget(24))).results
    const before = await effects()
    for (const other of [budget(25), { ...budget(24), campaignId: '120210000000000250' }]) {
      const { results, isError, text } = await agent.call(edit, { ...other, planHash })
      expect([isError, results['code']]).toEqual([true, 'PLAN_CHANGED'])
      // Tools have no `dryRun`, so the text does not mention it.
      expect(text).toContain('without planHash')
      expect(text).not.toContain('dryRun')
    }
    expect(await effects()).toBe(before)
  })

  test('refuses an invented planHash and that of another tool or user, and changes nothing', async () => {
    const agent = await connect()
    const { planHash } = (await agent.call(edit, budget(24))).results
    const stranger = await newLinkedUser(service)
    const before = await effects()
    const attempts = [
      await agent.call(setStatus, { ...status('PAUSED'), planHash }),
      await agent.call(edit, { ...budget(24), userId: stranger, planHash }),
      await agent.call(edit, { ...budget(24), planHash: 'approved' }),
    ]
    expect(attempts.map(({ results }) => results['code'])).toEqual(Array(3).fill('PLAN_CHANGED'))
    expect(await effects()).toBe(before)
  })

  test('refuses the planHash with PLAN_CHANGED after another caller changed the campaign', async () => {
    const agent = await connect()
    const { planHash } = (await agent.call(edit, budget(26))).results
    await changeWorld(20)
    const before = await effects()
    const { results } = await agent.call(edit, { ...budget(26), planHash })
    expect(results['code']).toBe('PLAN_CHANGED')
    expect(await effects()).toBe(before)
  })

  test('pauses a resumed campaign again with a new planHash instead of a replay of the first pause', async () => {
    const agent = await connect()
    const pause = async () => {
      const { planHash } = (await agent.call(setStatus, status('PAUSED'))).results
      return { planHash, done: await agent.call(setStatus, { ...status('PAUSED'), planHash }) }
    }
    const first = await pause()
    await service.call('social/update_campaign_status', {
      userId: linked.userId,
      campaignId: springCampaignId,
      status: 'ACTIVE',
    })
    const second = await pause()
    expect(second.planHash).not.toBe(first.planHash)
    expect(second.done.meta['replayed']).toBeUndefined()
    const { results } = await service.call('social/get_campaigns', {
      userId: linked.userId,
      status: 'PAUSED',
    })
    expect(results.campaigns.map(({ id }) => id)).toContain(springCampaignId)
  })

  test('refuses the planHash of a plan that another key has used', async () => {
    const { planHash } = (await (await connect()).call(edit, budget(27))).results
    await (await connect()).call(edit, { ...budget(27), planHash })
    const other = await connect({ apiKey: (await service.newKey()).text })
    const before = await effects()
    expect((await other.call(edit, { ...budget(27), planHash })).results['code']).toBe('PLAN_CHANGED')
    expect(await effects()).toBe(before)
  })
})

test('the audit and the log record whether a change was requested over MCP or HTTP', async () => {
  const agent = await connect()
  const { planHash } = (await agent.call(edit, budget(28))).results
  const done = await agent.call(edit, { ...budget(28), planHash })
  await agent.call('user_create_user', { name: 'By a tool' })
  await agent.tools()
  await changeWorld(29)
  const rows = await service.app.store.db
    .selectFrom('audit_entries')
    .select(['event', 'surface', 'operation_id', 'number'])
    .where('workspace_id', '=', service.workspaceId)
    .orderBy('number', 'desc')
    .limit(3)
    .execute()
  expect(rows.map(({ event, surface }) => `${event} ${surface}`)).toEqual([
    'campaign.budget_changed http',
    'user.created mcp',
    'campaign.budget_changed mcp',
  ])
  expect(rows[2]?.operation_id).toBe(done.results['operationId'])

  service.clock.advance(2000)
  const lines = readFileSync(logFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const line = lines.find(({ requestId }) => requestId === done.meta['requestId'])
  expect(line).toMatchObject({ surface: 'mcp', operation: 'social/edit_campaign', status: 200 })
  expect(lines.some(({ operation }) => operation === 'mcp/tools/list')).toBe(true)
  expect(lines.some(({ surface }) => surface === 'http')).toBe(true)
})
