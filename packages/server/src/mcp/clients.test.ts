// The official clients, newest and first, at every revision that is spoken: they list every tool and call it.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newWaiting } from '../../testing/approvals.ts'
import { ofNewKey } from '../../testing/keys.ts'
import { linkTo } from '../../testing/linked.ts'
import { type Agent, type ClientKind, clientKinds, type ToolAnswer, useAgents } from '../../testing/mcp.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { inNeed } from '../../testing/unsettled.ts'
import { newUser } from '../../testing/users.ts'
import { ofNewEndpoint } from '../../testing/webhooks.ts'

const kinds = Object.keys(clientKinds) as ClientKind[]

async function linkedEverywhere(service: TestService): Promise<string> {
  const userId = await newUser(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkTo(service, userId, { platform })
  return userId
}

/** The documented example, or another body where it does not fit as it stands. */
async function bodyOf(name: OperationName, service: TestService, userId: string): Promise<object> {
  const made: Partial<Record<OperationName, () => Promise<object>>> = {
    'user/get_profile': async () => ({ userId }),
    'report/get_report': async () => ({
      ...declarationOf('report/get_report').example.body,
      userIds: [userId],
    }),
    'user/delete_user': async () => ({ userId: await newUser(service) }),
    'auth/create_link': async () => ({ userId, platform: 'SEARCH' }),
    'auth/get_link_status': async () => {
      const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' })
      return { linkId: results.linkId }
    },
    'auth/remove_link': async () => {
      const other = await newUser(service)
      await linkTo(service, other, { platform: 'SEARCH' })
      return { userId: other, platform: 'SEARCH' }
    },
    'operation/settle_operation': async () => {
      const user = { userId: await newUser(service) }
      await linkTo(service, user.userId, { platform: 'SOCIAL_A' })
      const budget = { ...user, campaignId: '120210000000000011', amount: 33 }
      const operationId = await inNeed(service, 'social/edit_campaign', budget)
      onTestFinished(async () => {
        await sandboxOf(service).forgetFaults()
        // Whatever was kept back is let through again.
        service.clock.advance(10 * 60_000)
      })
      return { operationId, done: true, reason: 'Seen.' }
    },
    'operation/get_operation': async () => {
      const campaignId = '120210000000000011'
      const body = { userId, campaignId, status: 'PAUSED' as const }
      const { results } = await service.call('social/update_campaign_status', body)
      return { operationId: results.operationId }
    },
    'operation/undo_operation': async () => {
      const body = { userId, campaignId: '120210000000000011', amount: 19 }
      const { results } = await service.call('social/edit_campaign', body)
      return { operationId: results.operationId }
    },
    'approval/decide': async () => ({ ...(await newWaiting(service)), decision: 'REJECTED' }),
  }
  const { example, input } = declarationOf(name)
  const body = {
    ...example.body,
    ...('userId' in input.shape ? { userId } : {}),
    ...(/_key$/.test(name) && 'keyId' in input.shape ? await ofNewKey(service) : {}),
    ...('endpointId' in input.shape ? await ofNewEndpoint(service) : {}),
  }
  return (await made[name]?.()) ?? body
}

/** Cursors are sealed anew each time. */
function withoutCursors(results: object): object {
  const isCursor = (name: string) => name === 'pagination' || name === 'resume'
  return JSON.parse(JSON.stringify(results, (name, value) => (isCursor(name) ? 'a page' : value)))
}

describe.each(kinds)('%s', (kind) => {
  const service = useService()
  const connect = useAgents(service)
  const linked = { userId: '' }
  beforeAll(async () => {
    linked.userId = await linkedEverywhere(service)
  })

  test('speaks its revision, reads the instructions and lists every tool in order', async () => {
    const agent = await connect({}, kind)
    const wanted = /\d{4}-\d\d-\d\d/.exec(kind)?.[0]
    if (wanted !== undefined) expect(agent.revision).toBe(wanted)
    expect(agent.instructions).toContain('planHash')
    const names = (await agent.tools()).map(({ name }) => name)
    expect(names).toEqual(operationNames.map((name) => name.replace('/', '_')))
  })

  test.each(operationNames)('calls %s with its example', async (name) => {
    const agent = await connect({}, kind)
    const body = await bodyOf(name, service, linked.userId)
    const answer = await carryOut(agent, name, body)
    expect(answer.results, answer.text).toMatchObject({ success: true, error: '' })
    expect(answer.isError).toBe(false)
    expect(answer.meta['requestId']).toMatch(/^req_/)
    // The text says the same as the structure, and neither tells a secret.
    expect(JSON.parse(dataIn(answer))).toEqual(answer.results)
    const { social, search, pro } = service.app.sandbox ?? {}
    for (const secret of [service.apiKey, social?.accessToken, search?.accessToken, pro?.accessToken])
      expect(JSON.stringify(answer)).not.toContain(secret)
    if (declarationOf(name).effect !== 'read') return
    const { results } = await service.call(name, body as never)
    expect(withoutCursors(answer.results)).toEqual(withoutCursors(results))
  })

  test('reads prompts and resources', async () => {
    const { client } = await connect({}, kind)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'link_ad_account',
      'launch_search_campaign',
      'review_campaigns',
    ])
    const given = { userId: 'usr_1', brief: 'oak chairs', user: 'Ada', platform: 'SEARCH' }
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: given })
      const text = JSON.stringify(messages)
      const tools = operationNames.map((operation) => operation.replace('/', '_'))
      for (const tool of text.match(/\b(auth|user|social|search)_[a-z_]+/g) ?? [])
        expect(tools).toContain(tool)
    }
    const { resources } = await client.listResources()
    const texts = await Promise.all(
      resources.map(async ({ uri }) => JSON.stringify(await client.readResource({ uri }))),
    )
    expect(resources.map(({ uri }) => uri)).toEqual(['adrail://llms.txt', 'adrail://errors.md'])
    expect(texts[0]).toContain('POST /social/get_campaigns')
    expect(texts[1]).toContain('PLAN_CHANGED')
  })
})

/** As an agent does it: a write is planned first, and then carried out by the hash of its plan. */
async function carryOut(agent: Agent, name: OperationName, body: object): Promise<ToolAnswer> {
  const tool = name.replace('/', '_')
  const answer = await agent.call(tool, { ...body })
  if (declarationOf(name).effect !== 'write') return answer
  expect(answer.results, answer.text).toMatchObject({ success: true, dryRun: true })
  return await agent.call(tool, { ...body, planHash: answer.results['planHash'] })
}

function dataIn({ text, meta }: ToolAnswer): string {
  const mark = `data ${String(meta['requestId'])}>\n`
  return text.split(`<${mark}`)[1]?.split(`\n</${mark.trimEnd()}`)[0] ?? ''
}
