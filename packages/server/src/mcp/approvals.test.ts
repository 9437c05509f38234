// Agents request writes that need approval, and cannot approve them.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { type ClientKind, clientKinds, useAgents } from '../../testing/mcp.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'

const service = useService()
const connect = useAgents(service)
const linked = useLinkedUser(() => newLinkedUser(service))
const tool = 'social_edit_campaign'
let amount = 30
/** Returns arguments that raise the budget above every earlier amount. */
const raise = () => ({ userId: linked.userId, campaignId: springCampaignId, amount: ++amount })
const kinds = Object.keys(clientKinds) as ClientKind[]

beforeAll(async () => {
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
})

const approve = async ({ operationId, planHash }: Readonly<Record<string, unknown>>) => {
  const { text: apiKey } = await service.newKey({ scopes: ['approve'] })
  const body = {
    operationId: String(operationId),
    planHash: String(planHash),
    decision: 'APPROVED' as const,
  }
  expect((await service.call('approval/decide', body, { apiKey })).status).toBe(200)
}

test.each(kinds)(
  '%s receives the approvalUrl, cannot approve the write, and gets the outcome by the same call',
  async (kind) => {
    const agent = await connect({}, kind)
    const args = raise()
    const plan = await agent.call(tool, args)
    expect(plan.results).toMatchObject({ dryRun: true, approval: expect.stringContaining('needs approval') })
    const call = () => agent.call(tool, { ...args, planHash: plan.results['planHash'] })
    const { results, isError, text } = await call()
    expect([isError, results['code']]).toEqual([true, 'APPROVAL_REQUIRED'])
    expect(text).toContain('a person must approve the write at approvalUrl')
    expect(text).toContain(String(results['approvalUrl']))
    // No agent can approve, neither with the key that requested the write nor with another one that can
    // approve.
    const another = await connect({ apiKey: (await service.newKey()).text }, kind)
    for (const each of [agent, another]) {
      const { operationId, planHash } = results
      const decision = each.call('approval_decide', { operationId, planHash, decision: 'APPROVED' })
      await expect(decision.then((response) => response.isError).catch(() => true)).resolves.toBe(true)
    }
    expect((await call()).results['code']).toBe('APPROVAL_REQUIRED')
    await approve(results)
    expect((await call()).results).toMatchObject({ success: true, operationId: results['operationId'] })
  },
)

test('a client with URL elicitation receives the approvalUrl once, and its response does not approve the write', async () => {
  const elicitations: unknown[] = []
  const client = new Client(
    { name: 'a test', version: '1' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { url: {} } },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => {
    elicitations.push(params)
    return { action: 'accept' }
  })
  const headers = { authorization: `Bearer ${service.apiKey}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
  )
  const args = raise()
  const plan = await client.callTool({ name: tool, arguments: args })
  const { planHash } = plan.structuredContent as Record<string, unknown>
  const response = await client.callTool({ name: tool, arguments: { ...args, planHash } })
  const results = response.structuredContent as Record<string, unknown>
  expect(results).toMatchObject({ success: false, code: 'APPROVAL_REQUIRED' })
  expect(elicitations).toEqual([expect.objectContaining({ mode: 'url', url: results['approvalUrl'] })])
  const { state } = (
    await service.call('operation/get_operation', { operationId: String(results['operationId']) })
  ).results
  expect(state).toBe('AWAITING_APPROVAL')
  await client.close()
})
