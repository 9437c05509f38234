// The protocol library implements all protocol revisions: https://modelcontextprotocol.io/specification.
// Every request is independent, without a session.

import { toolInstructions } from '@adrail/contract'
import {
  createMcpHandler,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import packageJson from '../../package.json' with { type: 'json' }
import type { Exchange } from '../http/exchange.ts'
import { toServiceError } from '../pipeline/toServiceError.ts'
import { elicitApproval } from './elicitApproval.ts'
import type { McpRequest } from './mcpRequest.ts'
import { prompts, renderPrompt } from './prompts.ts'
import { readResource, resources } from './resources.ts'
import { callTool } from './toolCalls.ts'
import { listTools } from './tools.ts'

export interface McpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** The headers that the protocol defines. The API key is not passed on. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

export async function handleMessage(message: unknown, mcpRequest: McpRequest): Promise<McpReply> {
  const handler = createMcpHandler(() => makeMcpServer(mcpRequest), {
    // Lists change only with a release or another key, so there are no subscriptions.
    maxSubscriptions: 0,
    // Each response is sent as a whole.
    keepAliveMs: 0,
  })
  const request = new Request(`${mcpRequest.publicUrl}/mcp`, {
    method: 'POST',
    headers: pickProtocolHeaders(mcpRequest.exchange),
  })
  const response = await handler.fetch(request, { parsedBody: message })
  const body = await response.text()
  await handler.close()
  const contentType = response.headers.get('content-type') ?? 'application/json; charset=utf-8'
  return { status: response.status, contentType, body }
}

function pickProtocolHeaders(exchange: Exchange): Record<string, string> {
  const entries = protocolHeaders.flatMap((name) => {
    const value = exchange.header(name)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** How long clients may cache lists. */
const ttlMs = 5 * 60_000

function makeMcpServer(mcpRequest: McpRequest): Server {
  const server = new Server(
    { name: 'adrail', version: packageJson.version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: toolInstructions,
      cacheHints: {
        'server/discover': { ttlMs, cacheScope: 'public' },
        // The list of tools depends on the key.
        'tools/list': { ttlMs, cacheScope: 'private' },
        'prompts/list': { ttlMs, cacheScope: 'public' },
        'resources/list': { ttlMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs, cacheScope: 'public' },
        'resources/read': { ttlMs, cacheScope: 'public' },
      },
    },
  )
  // The library declares a mutable type for this plain JSON, but never mutates it.
  const tools = listTools(mcpRequest) as unknown as ListToolsResult['tools']
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    withProtocolErrors(mcpRequest, async () => {
      const result = await callTool(params.name, params.arguments ?? {}, mcpRequest)
      return elicitApproval(mcpRequest, ctx) ?? result
    }),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    withProtocolErrors(mcpRequest, () => renderPrompt(params.name, params.arguments ?? {})),
  )
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params }) =>
    withProtocolErrors(mcpRequest, () => readResource(params.uri, mcpRequest.publicUrl)),
  )
  return server
}

/** An unknown name or a defect becomes a protocol error. Every other refusal is a tool result. */
async function withProtocolErrors<Result>(
  mcpRequest: McpRequest,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const failure = toServiceError(error)
    mcpRequest.failure = failure
    const isDefect = failure.status >= 500
    const code = isDefect ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
    throw new ProtocolError(code, failure.message)
  }
}
