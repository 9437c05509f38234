// The protocol itself, in all its revisions, is the library's: https://modelcontextprotocol.io/specification. Every request
// is served by itself; nothing is kept between two of them.

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
import { asServiceError } from '../waist/failure.ts'
import { approvalQuestion } from './approvalQuestion.ts'
import { promptOf, prompts } from './prompts.ts'
import { readResource, resources } from './resources.ts'
import { callTool } from './toolCalls.ts'
import { toolsFor } from './tools.ts'
import type { Visit } from './visit.ts'

export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Which headers are the protocol's own. The key stays outside. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

export async function answerMessage(message: unknown, visit: Visit): Promise<Reply> {
  const handler = createMcpHandler(() => serverFor(visit), {
    // Lists change with a new release or another key, never while somebody waits for it.
    maxSubscriptions: 0,
    // An answer is sent whole.
    keepAliveMs: 0,
  })
  const request = new Request(`${visit.publicUrl}/mcp`, {
    method: 'POST',
    headers: headersOf(visit.exchange),
  })
  const response = await handler.fetch(request, { parsedBody: message })
  const body = await response.text()
  await handler.close()
  const contentType = response.headers.get('content-type') ?? 'application/json; charset=utf-8'
  return { status: response.status, contentType, body }
}

function headersOf(exchange: Exchange): Record<string, string> {
  const given = protocolHeaders.flatMap((name) => {
    const value = exchange.header(name)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(given)
}

/** So long nobody need ask again. */
const ttlMs = 5 * 60_000

function serverFor(visit: Visit): Server {
  const server = new Server(
    { name: 'adrail', version: packageJson.version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: toolInstructions,
      cacheHints: {
        'server/discover': { ttlMs, cacheScope: 'public' },
        // Which tools there are is for the key to say.
        'tools/list': { ttlMs, cacheScope: 'private' },
        'prompts/list': { ttlMs, cacheScope: 'public' },
        'resources/list': { ttlMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs, cacheScope: 'public' },
        'resources/read': { ttlMs, cacheScope: 'public' },
      },
    },
  )
  // Plain JSON, which the library's type wants to be able to change and never does.
  const tools = toolsFor(visit) as unknown as ListToolsResult['tools']
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    inProtocol(visit, async () => {
      const answer = await callTool(params.name, params.arguments ?? {}, visit)
      return approvalQuestion(visit, ctx) ?? answer
    }),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    inProtocol(visit, () => promptOf(params.name, params.arguments ?? {})),
  )
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params }) =>
    inProtocol(visit, () => readResource(params.uri, visit.publicUrl)),
  )
  return server
}

/** A name that nobody knows is an error of the protocol, as is a defect; every other refusal is the answer of a tool. */
async function inProtocol<Result>(visit: Visit, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const failure = asServiceError(error)
    visit.failure = failure
    const isDefect = failure.status >= 500
    const code = isDefect ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
    throw new ProtocolError(code, failure.message)
  }
}
