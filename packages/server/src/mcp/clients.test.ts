// The newest and the first official MCP client list and call every tool, at every supported protocol
// revision.

import { declarationOf, listOperationTools, type OperationName } from '@adrail/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { linkExistingUser } from '../../testing/linked.ts'
import { type Agent, type ClientKind, clientKinds, type ToolResponse, useAgents } from '../../testing/mcp.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { buildWorkingBody, recoverSandbox } from '../../testing/workingBodies.ts'

const kinds = Object.keys(clientKinds) as ClientKind[]
const operations = listOperationTools().map(({ operation }) => operation)

async function linkedEverywhere(service: TestService): Promise<string> {
  const userId = await newUser(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  return userId
}

/** Replaces cursors, because each response encrypts them differently. */
function withoutCursors(results: object): object {
  const isCursor = (name: string) => name === 'pagination' || name === 'resume'
  return JSON.parse(JSON.stringify(results, (name, value) => (isCursor(name) ? 'a page' : value)))
}

describe.each(kinds)('%s', (kind) => {
  const service = useService({ environment: { LEADS: 'on' } })
  const connect = useAgents(service, 'file')
  const linked = { userId: '' }
  let agent: Agent
  beforeAll(async () => {
    linked.userId = await linkedEverywhere(service)
    agent = await connect({}, kind)
  })

  test('negotiates its revision, receives the instructions and lists every tool in order', async () => {
    const wanted = /\d{4}-\d\d-\d\d/.exec(kind)?.[0]
    if (wanted !== undefined) expect(agent.revision).toBe(wanted)
    expect(agent.instructions).toContain('planHash')
    const names = (await agent.tools()).map(({ name }) => name)
    expect(names).toEqual(operations.map((name) => name.replace('/', '_')))
  })

  test.each(operations)('calls %s with its example', async (name) => {
    const body = await buildWorkingBody(name, service, linked.userId)
    if (name === 'operation/settle_operation') onTestFinished(() => recoverSandbox(service))
    const response = await carryOut(agent, name, body)
    expect(response.results, response.text).toMatchObject({ success: true, error: '' })
    expect(response.isError).toBe(false)
    expect(response.meta['requestId']).toMatch(/^req_/)
    // The text and the structured content have the same data, and neither contains a secret.
    expect(JSON.parse(dataIn(response))).toEqual(response.results)
    const { social, search, pro } = service.app.sandbox ?? {}
    for (const secret of [service.apiKey, social?.accessToken, search?.accessToken, pro?.accessToken])
      expect(JSON.stringify(response)).not.toContain(secret)
    if (declarationOf(name).effect !== 'read') return
    const { results } = await service.call(name, body as never)
    expect(withoutCursors(response.results)).toEqual(withoutCursors(results))
  })

  test('reads prompts and resources', async () => {
    const { client } = agent
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'link_ad_account',
      'launch_search_campaign',
      'review_campaigns',
    ])
    const args = { userId: 'usr_1', brief: 'oak chairs', user: 'Ada', platform: 'SEARCH' }
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: args })
      const text = JSON.stringify(messages)
      const tools = operations.map((operation) => operation.replace('/', '_'))
      for (const tool of text.match(/\b(auth|user|social|search|pro|campaign|report)_[a-z_]+/g) ?? [])
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

/** Calls a tool as an agent does: a write first returns its plan, and then runs with the hash of the plan. */
async function carryOut(agent: Agent, name: OperationName, body: object): Promise<ToolResponse> {
  const tool = name.replace('/', '_')
  const response = await agent.call(tool, { ...body })
  if (declarationOf(name).effect !== 'write') return response
  expect(response.results, response.text).toMatchObject({ success: true, dryRun: true })
  return await agent.call(tool, { ...body, planHash: response.results['planHash'] })
}

function dataIn({ text, meta }: ToolResponse): string {
  const mark = `data ${String(meta['requestId'])}>\n`
  return text.split(`<${mark}`)[1]?.split(`\n</${mark.trimEnd()}`)[0] ?? ''
}
