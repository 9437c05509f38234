// A proxy in front of Google Ads. The proxy validates every response, and every accepted request, with the
// platform's own descriptors.

import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Direction, validateErrorBody, validateSearchMessage } from '../test/descriptors.ts'

export interface Watcher {
  readonly port: number
  /** Number of validated responses. */
  judged(): number
  /** Problems in the validated messages. */
  readonly problems: string[]
  close(): void
}

export async function watch(target: string): Promise<Watcher> {
  const problems: string[] = []
  let judged = 0
  // This side never closes an idle connection, because a client may be about to reuse it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    forward(target, request, response, (exchange) => {
      judged++
      problems.push(...judge(exchange))
    }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    judged: () => judged,
    problems,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
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

/** Names the messages of a path. */
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
