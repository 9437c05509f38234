// Connects agents to a test's service with the official MCP clients of several protocol revisions.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstSdkClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstSdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, expect } from 'vitest'
import type { TestService } from './service.ts'

/** Response of a tool as the agent receives it. */
export interface ToolResponse {
  readonly results: Readonly<Record<string, unknown>>
  readonly text: string
  readonly isError: boolean
  readonly meta: Readonly<Record<string, unknown>>
}

export interface Agent {
  readonly revision: string | undefined
  readonly instructions: string | undefined
  tools(): Promise<readonly ListedTool[]>
  call(name: string, toolArguments?: Readonly<Record<string, unknown>>): Promise<ToolResponse>
  readonly client: Client | FirstSdkClient
}

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly annotations?: object | undefined
}

export interface AgentOptions {
  readonly apiKey?: string
  /** Query string after `/mcp`, such as `?mode=compact`. */
  readonly query?: string
}

/** Factories for each kind of client. The newest client also supports the two older revisions. */
export const clientKinds = {
  'the newest client at 2026-07-28': () =>
    new Client(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'the newest client at 2025-11-25': () =>
    new Client(clientInfo, { supportedProtocolVersions: ['2025-11-25'] }),
  'the newest client at 2025-06-18': () =>
    new Client(clientInfo, { supportedProtocolVersions: ['2025-06-18'] }),
  'the client of the first SDK': () => new FirstSdkClient(clientInfo),
} as const
export type ClientKind = keyof typeof clientKinds

const clientInfo = { name: 'a test', version: '1' }
const newestKind: ClientKind = 'the newest client at 2026-07-28'

/** Returns a function that connects agents. They are closed after the test or after the file. */
export function useAgents(service: TestService, lifetime: 'test' | 'file' = 'test') {
  const clients: (Client | FirstSdkClient)[] = []
  const afterUse = lifetime === 'test' ? afterEach : afterAll
  afterUse(async () => {
    for (const client of clients.splice(0)) await client.close()
  })
  return async (options: AgentOptions = {}, kind: ClientKind = newestKind): Promise<Agent> => {
    const url = new URL(`${service.url}/mcp${options.query ?? ''}`)
    const headers = { authorization: `Bearer ${options.apiKey ?? service.apiKey}` }
    const client = clientKinds[kind]()
    if (client instanceof Client)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    // The transport of the first SDK conflicts only with `exactOptionalPropertyTypes`.
    else await client.connect(new FirstSdkTransport(url, { requestInit: { headers } }) as never)
    clients.push(client)
    return toAgent(client)
  }
}

function toAgent(client: Client | FirstSdkClient): Agent {
  return {
    client,
    get revision() {
      return client instanceof Client ? client.getNegotiatedProtocolVersion() : undefined
    },
    get instructions() {
      return client.getInstructions()
    },
    tools: async () => (await client.listTools()).tools,
    async call(name, toolArguments = {}) {
      const response = await client.callTool({ name, arguments: toolArguments })
      const [block, ...otherBlocks] = response.content as { readonly type: string; readonly text: string }[]
      expect(otherBlocks).toEqual([])
      expect(block?.type).toBe('text')
      return {
        results: response.structuredContent as ToolResponse['results'],
        text: block?.text ?? '',
        isError: response.isError === true,
        meta: (response._meta ?? {}) as ToolResponse['meta'],
      }
    },
  }
}

/** Posts a message unchanged, without an MCP client. */
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

/** The newest revision sends the client info with every request and repeats the method in headers. */
export function buildNewestMessage(method: string, params: Readonly<Record<string, unknown>> = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
  }
  return { message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }, headers }
}
