// Agents for tests: the official clients of MCP, newest and older, connected to a test's service.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, expect } from 'vitest'
import type { TestService } from './service.ts'

/** What a tool answered, as an agent sees it. */
export interface ToolAnswer {
  readonly results: Readonly<Record<string, unknown>>
  readonly text: string
  readonly isError: boolean
  readonly meta: Readonly<Record<string, unknown>>
}

export interface Agent {
  readonly revision: string | undefined
  readonly instructions: string | undefined
  tools(): Promise<readonly ListedTool[]>
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  readonly client: Client | FirstClient
}

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly annotations?: object | undefined
}

export interface AgentOptions {
  readonly apiKey?: string
  /** What follows `/mcp`, such as `?mode=compact`. */
  readonly query?: string
}

/** How each kind of client connects. Of the older revisions the newest client speaks both. */
export const clientKinds = {
  'the newest client at 2026-07-28': () =>
    new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'the newest client at 2025-11-25': () => new Client(me, { supportedProtocolVersions: ['2025-11-25'] }),
  'the newest client at 2025-06-18': () => new Client(me, { supportedProtocolVersions: ['2025-06-18'] }),
  'the client of the first SDK': () => new FirstClient(me),
} as const
export type ClientKind = keyof typeof clientKinds

const me = { name: 'a test', version: '1' }
const newest: ClientKind = 'the newest client at 2026-07-28'

/** Connects agents; each is gone after its test, or after all of them. */
export function useAgents(service: TestService, keptFor: 'test' | 'file' = 'test') {
  const connected: (Client | FirstClient)[] = []
  const afterUse = keptFor === 'test' ? afterEach : afterAll
  afterUse(async () => {
    for (const client of connected.splice(0)) await client.close()
  })
  return async (options: AgentOptions = {}, kind: ClientKind = newest): Promise<Agent> => {
    const url = new URL(`${service.url}/mcp${options.query ?? ''}`)
    const headers = { authorization: `Bearer ${options.apiKey ?? service.apiKey}` }
    const client = clientKinds[kind]()
    if (client instanceof Client)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    // The first SDK was not written for exact optional members; its transport is one all the same.
    else await client.connect(new FirstTransport(url, { requestInit: { headers } }) as never)
    connected.push(client)
    return agentOf(client)
  }
}

function agentOf(client: Client | FirstClient): Agent {
  return {
    client,
    get revision() {
      return client instanceof Client ? client.getNegotiatedProtocolVersion() : undefined
    },
    get instructions() {
      return client.getInstructions()
    },
    tools: async () => (await client.listTools()).tools,
    async call(name, given = {}) {
      const answer = await client.callTool({ name, arguments: given })
      const [block, ...more] = answer.content as { readonly type: string; readonly text: string }[]
      expect(more).toEqual([])
      expect(block?.type).toBe('text')
      return {
        results: answer.structuredContent as ToolAnswer['results'],
        text: block?.text ?? '',
        isError: answer.isError === true,
        meta: (answer._meta ?? {}) as ToolAnswer['meta'],
      }
    },
  }
}

/** Calls without a client: a message as it stands. */
export async function postMessage(
  service: TestService,
  message: unknown,
  { headers = {}, query = '' }: { headers?: Readonly<Record<string, string>>; query?: string } = {},
): Promise<Response> {
  return await service.send(`/mcp${query}`, {
    method: 'POST',
    headers: {
      'x-api-key': service.apiKey,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

/** The newest revision says with every request who asks, and names its method in headers as well. */
export function newestMessage(method: string, params: Readonly<Record<string, unknown>> = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': me,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
  }
  return { message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }, headers }
}
