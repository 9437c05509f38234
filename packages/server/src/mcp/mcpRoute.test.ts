// MCP has the same keys, rate limits and body limits as HTTP, and refuses pages of other sites.

import { declarationOf, operationNames, scopes, scopesOf } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildNewestMessage, postMessage, useAgents } from '../../testing/mcp.ts'
import { misspellKey } from '../../testing/requests.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const service = useService()
const connect = useAgents(service)
const list = buildNewestMessage('tools/list')

// adrail counts wrong keys by IP address. The count expires with time.
beforeEach(() => service.clock.advance(60_000))

/** Returns the parts of a JSON-RPC response. */
async function parseRpcResponse(response: Response) {
  const { error, result, id } = (await response.json()) as {
    id: unknown
    error?: { code: number; message: string; data?: { code: string; field?: string } }
    result?: Readonly<Record<string, unknown>>
  }
  return { status: response.status, headers: response.headers, id, error, result }
}

const post = async (message: unknown, headers: Readonly<Record<string, string>> = {}, query = '') =>
  await parseRpcResponse(await postMessage(service, message, { headers, query }))

describe('an API key at /mcp', () => {
  test('is accepted in the header x-api-key or as a bearer token', async () => {
    expect((await post(list.message, list.headers)).status).toBe(200)
    const { apiKey } = service
    const sent = await service.send('/mcp', {
      method: 'POST',
      headers: { ...list.headers, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(list.message),
    })
    expect(sent.status).toBe(200)
  })

  test.each(['', 'adr_wrong', 'Bearer'])(
    'is refused before the body is parsed when the key is "%s"',
    async (key) => {
      const { status, error, headers } = await post('{ not even JSON', { 'x-api-key': key })
      expect([status, error?.data?.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  test('calls no tool when it is misspelled', async () => {
    for (const name of operationNames) {
      const call = buildNewestMessage('tools/call', {
        name: name.replace('/', '_'),
        arguments: declarationOf(name).example.body,
      })
      const wrong = misspellKey(service.apiKey)
      const { status } = await post(call.message, { ...call.headers, 'x-api-key': wrong })
      expect([name, [401, 429].includes(status)]).toEqual([name, true])
    }
  })

  test('lists the tools of its scopes and no others', async () => {
    for (const scope of scopes) {
      const { text } = await service.newKey({ scopes: [scope] })
      const agent = await connect({ apiKey: text })
      const wanted = operationNames.filter(
        (name) =>
          scopesOf(declarationOf(name)).includes(scope) && declarationOf(name).surfaces.includes('mcp'),
      )
      expect((await agent.tools()).map(({ name }) => name)).toEqual(
        wanted.map((name) => name.replace('/', '_')),
      )
    }
  })

  test('with every scope calls no operation that is unavailable over MCP, such as key management and approvals', async () => {
    const agent = await connect()
    for (const name of operationNames.filter((each) => !declarationOf(each).surfaces.includes('mcp'))) {
      const call = buildNewestMessage('tools/call', {
        name: name.replace('/', '_'),
        arguments: declarationOf(name).example.body,
      })
      const { error } = await post(call.message, { ...call.headers, 'x-api-key': service.apiKey })
      expect([name, error?.code]).toEqual([name, -32602])
    }
    expect(
      (await agent.tools()).filter(({ name }) => /^(workspace|approval|lead)_|delete_user/.test(name)),
    ).toEqual([])
  })

  test('without a required scope receives FORBIDDEN with the name of the scope', async () => {
    const { text } = await service.newKey({ scopes: ['read'] })
    const agent = await connect({ apiKey: text })
    const response = await agent.call('user_create_user', { name: 'Nobody' })
    expect([response.isError, response.results['code']]).toEqual([true, 'FORBIDDEN'])
    expect(response.results['error']).toContain('"write"')
  })

  test("receives the same error for another workspace's user as for an unknown user", async () => {
    const foreign = await service.newWorkspace()
    const agent = await connect({ apiKey: foreign.apiKey })
    const userId = await newUser(service)
    for (const name of operationNames) {
      const { input, example, surfaces } = declarationOf(name)
      if (!('userId' in input.shape) || !surfaces.includes('mcp')) continue
      const tool = name.replace('/', '_')
      const body = { ...example.body, externalId: undefined }
      const foreignUser = await agent.call(tool, { ...body, userId })
      const unknownUser = await agent.call(tool, { ...body, userId: 'usr_nobody' })
      expect([name, foreignUser.results['code']]).toEqual([name, 'USER_NOT_FOUND'])
      // The errors differ only in the id that the caller sent.
      const error = String(foreignUser.results['error']).replaceAll(userId, 'usr_nobody')
      expect({ ...foreignUser.results, error }).toEqual(unknownUser.results)
    }
  })
})

describe('a web page that calls /mcp', () => {
  test.each(['https://evil.example', 'null', 'http://localhost', 'http://127.0.0.1:1'])(
    'is refused with ORIGIN_NOT_ALLOWED from the origin %s',
    async (origin) => {
      const { status, error } = await post(list.message, { ...list.headers, origin })
      expect([status, error?.data?.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    },
  )

  test('is accepted from the origin of adrail', async () => {
    const { status } = await post(list.message, { ...list.headers, origin: new URL(service.url).origin })
    expect(status).toBe(200)
  })
})

describe('an MCP request', () => {
  test.each(['GET', 'DELETE', 'PUT'])('with the method %s returns 405', async (method) => {
    const reply = await service.send('/mcp', { method, headers: { 'x-api-key': service.apiKey } })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['is not JSON', '{', 400, 'INVALID_JSON'],
    ['is a batch', [list.message], 400, 'INVALID_JSON'],
    ['contains a field twice', '{"jsonrpc":"2.0","id":1,"id":2}', 400, 'INVALID_JSON'],
    ['is nested too deeply', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 400, 'INVALID_JSON'],
    ['is too large', JSON.stringify({ ...list.message, more: 'x'.repeat(2_100_000) }), 413, 'BODY_TOO_LARGE'],
  ])('is refused when its body %s', async (_, message, status, code) => {
    const reply = await post(message, list.headers)
    expect([reply.status, reply.error?.data?.code]).toEqual([status, code])
  })

  test('can be as long as the longest body that a tool accepts', async () => {
    const userId = await newUser(service)
    const texts = Array.from(
      { length: 9900 },
      (_, index) => `oak garden chairs number ${index} with cushions`,
    )
    const call = buildNewestMessage('tools/call', {
      name: 'search_create_search_campaign',
      arguments: {
        ...minimalSearchCampaign(userId, 'Long'),
        keywords: texts.map((text) => ({ text, match_type: 'BROAD' })),
        dryRun: true,
      },
    })
    expect(JSON.stringify(call.message).length).toBeGreaterThan(600_000)
    const { status, result } = await post(call.message, call.headers)
    expect(status).toBe(200)
    // adrail returns this error only after all checks of the body.
    expect(JSON.stringify(result)).toContain('ACCOUNT_NOT_LINKED')
  })

  test.each([
    ['?groups=sozial', 'groups', 'social'],
    ['?group=social', 'group', 'groups'],
    ['?mode=kompact', 'mode', 'compact'],
    ['?groups=', 'groups', 'auth'],
  ])('with the query %s receives INVALID_FIELD with a suggestion', async (query, field, meant) => {
    const { status, error } = await post(list.message, list.headers, query)
    expect([status, error?.data]).toMatchObject([400, { code: 'INVALID_FIELD', field }])
    expect(error?.message).toContain(meant)
  })

  test('with the parameter groups has only the tools of those groups', async () => {
    const agent = await connect({ query: '?groups=user,operation' })
    const names = (await agent.tools()).map(({ name }) => name.split('_')[0])
    expect([...new Set(names)]).toEqual(['user', 'operation'])
    await expect(agent.call('social_get_pixels_list', { userId: 'usr_1' })).rejects.toThrow(/No tool/)
  })

  test('with a misspelled tool name receives the closest tool name as a suggestion', async () => {
    const agent = await connect()
    await expect(agent.call('social_get_campaings')).rejects.toThrow('Did you mean social_get_campaigns?')
  })

  test('with a misspelled argument is refused with the closest argument name as a suggestion', async () => {
    const agent = await connect()
    const reply = await agent.call('user_create_user', { nmae: 'Ada' })
    expect(reply.isError).toBe(true)
    expect(reply.results).toMatchObject({ code: 'UNKNOWN_FIELD', field: 'nmae' })
    expect(reply.results['error']).toContain('Did you mean name?')
  })

  test('to subscribe to changes of the tools is refused at once', async () => {
    const listen = buildNewestMessage('subscriptions/listen', { notifications: { toolsListChanged: true } })
    const response = await postMessage(service, listen.message, { headers: listen.headers })
    expect(await response.text()).toContain('"error"')
  })

  test('with an unknown protocol revision returns 400 with an error message', async () => {
    const { status, error } = await post(list.message, {
      ...list.headers,
      'mcp-protocol-version': '2031-01-01',
    })
    expect(status).toBe(400)
    expect(error?.message).toBeTypeOf('string')
  })

  test('at the newest revision returns the cache lifetime and the cache scope of lists', async () => {
    const { result } = await post(list.message, list.headers)
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    const found = buildNewestMessage('server/discover')
    const discovered = await post(found.message, found.headers)
    expect(discovered.result).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
  })
})

test.each([
  ['', 18_000],
  ['?mode=compact', 1500],
])('the whole list of tools at /mcp%s costs at most %d tokens', async (query, maxTokens) => {
  const { result } = await post(list.message, list.headers, query)
  expect(JSON.stringify(result).length / 4).toBeLessThan(maxTokens)
})

describe('an internal error of a tool', () => {
  const run = async () => {
    throw new Error('a detail that is nobody else’s business')
  }
  const broken = useService({
    handlers: { 'user/list_users': { operation: 'user/list_users', mayBeLarge: false, run } },
  })
  const enter = useAgents(broken)

  test('is returned as INTERNAL without its details', async () => {
    const reply = await (await enter()).call('user_list_users')
    expect([reply.isError, reply.results['code']]).toEqual([true, 'INTERNAL'])
    expect(JSON.stringify(reply)).not.toContain('detail that')
  })
})

describe('the rate limit of a key', () => {
  const limited = useService({ environment: { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '3' } })

  test('counts MCP requests that only list tools, and applies to MCP and HTTP together', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent < 4; sent++)
      statuses.push((await postMessage(limited, list.message, { headers: list.headers })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await postMessage(limited, list.message, { headers: list.headers })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0/)
    // HTTP requests use the same token bucket.
    expect((await limited.call('user/list_users', {})).status).toBe(429)
  })
})
