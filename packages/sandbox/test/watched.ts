// The search platform behind a watcher: every answer that passes is held against the platform's own descriptors, and so is every
// request that was accepted.

import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Sandbox, type SandboxOptions, standingTokenText, startSandbox } from '../src/index.ts'
import { type Direction, validateErrorBody, validateSearchMessage } from './descriptors.ts'

export interface WatchedSandbox {
  readonly sandbox: Sandbox
  /** The watcher's address; what is sent there reaches the sandbox. */
  readonly url: string
  readonly port: number
  /** How many answers were judged. */
  judged(): number
  /** What was wrong with them. */
  readonly problems: string[]
  send(path: string, options?: SendOptions): Promise<Reply>
  query(gaql: string, options?: SendOptions): Promise<Row[]>
  mutate(operations: readonly unknown[], options?: SendOptions & { body?: object }): Promise<Reply>
  close(): Promise<void>
}

export interface SendOptions {
  readonly body?: unknown
  readonly person?: string
  readonly token?: string
  readonly customer?: string
  readonly login?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Tests name the members they expect one by one; what is not there fails the comparison. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Row = any

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Row
}

export const fox = '4823109756'

export async function watchSandbox(options: SandboxOptions = {}): Promise<WatchedSandbox> {
  const sandbox = await startSandbox({ port: 0, clock: '2026-11-16T15:00:00Z', ...options })
  const problems: string[] = []
  let judged = 0
  const server = createServer((request, response) => {
    forward(sandbox.url, request, response, (exchange) => {
      judged++
      problems.push(...judge(exchange))
    }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`

  const send = async (path: string, wish: SendOptions = {}): Promise<Reply> => {
    const answer = await fetch(`${url}${path}`, {
      method: wish.body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${wish.token ?? standingTokenText('search', wish.person ?? 'ada')}`,
        ...(wish.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(wish.login === undefined ? {} : { 'login-customer-id': wish.login }),
        ...wish.headers,
      },
      ...(wish.body === undefined
        ? {}
        : { body: typeof wish.body === 'string' ? wish.body : JSON.stringify(wish.body) }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') === true
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text }
  }

  return {
    sandbox,
    url,
    port,
    judged: () => judged,
    problems,
    send,
    async query(gaql, wish = {}) {
      const path = `/v25/customers/${wish.customer ?? fox}/googleAds:search`
      const reply = await send(path, { ...wish, body: { query: gaql } })
      if (reply.status !== 200) throw new Error(`${gaql}: ${JSON.stringify(reply.body)}`)
      return reply.body.results ?? []
    },
    async mutate(operations, wish = {}) {
      const path = `/v25/customers/${wish.customer ?? fox}/googleAds:mutate`
      return await send(path, { ...wish, body: { mutateOperations: operations, ...wish.body } })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
}

/** The findings of a refusal: `campaignError.DUPLICATE_CAMPAIGN_NAME @ mutate_operations[1].campaign_operation.create.name`. */
export function findings(reply: Reply): string[] {
  const body = Array.isArray(reply.body) ? reply.body[0] : reply.body
  const details: Row[] = (body.error ?? body.partialFailureError)?.details ?? []
  const failure = details.find((detail) => String(detail['@type']).endsWith('GoogleAdsFailure'))
  return (failure?.errors ?? []).map((error: Row) => {
    const [family, value] = Object.entries(error.errorCode)[0] ?? []
    const path = (error.location?.fieldPathElements ?? [])
      .map((element: Row) => element.fieldName + (element.index === undefined ? '' : `[${element.index}]`))
      .join('.')
    return `${family}.${value}${path === '' ? '' : ` @ ${path}`}`
  })
}

interface Exchanged {
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly sent: string
  readonly answered: string
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  seen: (exchange: Exchanged) => void,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  const body = Buffer.concat(pieces)
  const onward = httpRequest(`${target}${request.url}`, { method: request.method, headers: request.headers })
  onward.on('error', () => response.destroy())
  onward.on('response', (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('error', () => response.destroy())
    answer.on('end', () => {
      const bytes = Buffer.concat(parts)
      seen({
        path: (request.url ?? '').split('?')[0] ?? '',
        status: answer.statusCode ?? 0,
        contentType: String(answer.headers['content-type']),
        sent: body.toString(),
        answered: bytes.toString(),
      })
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      response.end(bytes)
    })
  })
  onward.end(body)
}

/** Which messages a path speaks. */
function messagesOf(path: string): [request: string | undefined, response: string] | undefined {
  if (path.endsWith('customers:listAccessibleCustomers'))
    return [undefined, 'ListAccessibleCustomersResponse']
  if (path.endsWith('/googleAds:search')) return ['SearchGoogleAdsRequest', 'SearchGoogleAdsResponse']
  if (path.endsWith('/googleAds:searchStream')) {
    return ['SearchGoogleAdsStreamRequest', 'SearchGoogleAdsStreamResponse']
  }
  if (path.endsWith('/googleAds:mutate')) return ['MutateGoogleAdsRequest', 'MutateGoogleAdsResponse']
  if (path.endsWith(':generateKeywordIdeas'))
    return ['GenerateKeywordIdeasRequest', 'GenerateKeywordIdeaResponse']
  if (path.endsWith('geoTargetConstants:suggest')) {
    return ['SuggestGeoTargetConstantsRequest', 'SuggestGeoTargetConstantsResponse']
  }
  const collection = /\/(\w+):mutate$/.exec(path)?.[1]
  if (collection === undefined) return undefined
  const plural = collection.charAt(0).toUpperCase() + collection.slice(1)
  return [`Mutate${plural}Request`, `Mutate${plural}Response`]
}

function judge(exchange: Exchanged): string[] {
  const messages = messagesOf(exchange.path)
  if (!exchange.path.startsWith('/v25/') || !exchange.contentType.includes('json')) return []
  const answer: unknown = JSON.parse(exchange.answered)
  if (exchange.status !== 200) return validateErrorBody(Array.isArray(answer) ? answer[0] : answer)
  if (messages === undefined) return [`${exchange.path} answers a message nobody named`]
  const [request, response] = messages
  const check = (name: string, json: unknown, direction: Direction) =>
    validateSearchMessage(`services.${name}`, json, direction).slice(0, 5)
  return [
    ...(Array.isArray(answer) ? answer : [answer]).flatMap((each) => check(response, each, 'response')),
    ...(request === undefined ? [] : check(request, JSON.parse(exchange.sent), 'request')),
  ]
}
