// A proxy in front of Google Ads. The proxy validates every response, and every accepted request, with the
// platform's own descriptors.

import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type MessageDirection, validateErrorBody, validateSearchMessage } from './descriptors.ts'

export interface ValidatingProxy {
  readonly port: number
  /** Number of validated responses. */
  checkedCount(): number
  /** Problems in the validated messages. */
  readonly problems: string[]
  close(): void
}

export async function startValidatingProxy(target: string): Promise<ValidatingProxy> {
  const problems: string[] = []
  let checkedCount = 0
  // This side never closes an idle connection, because a client may be about to reuse it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    forward(target, request, response, (exchange) => {
      checkedCount++
      problems.push(...findProblems(exchange))
    }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    checkedCount: () => checkedCount,
    problems,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface RecordedExchange {
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly requestBody: string
  readonly responseBody: string
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  onExchange: (exchange: RecordedExchange) => void,
): Promise<void> {
  const requestChunks: Buffer[] = []
  for await (const chunk of request) requestChunks.push(Buffer.from(chunk))
  const body = Buffer.concat(requestChunks)
  const upstream = httpRequest(`${target}${request.url}`, {
    method: request.method,
    headers: request.headers,
  })
  upstream.on('error', () => response.destroy())
  upstream.on('response', (upstreamResponse) => {
    const responseChunks: Buffer[] = []
    upstreamResponse.on('data', (part: Buffer) => responseChunks.push(part))
    upstreamResponse.on('error', () => response.destroy())
    upstreamResponse.on('end', () => {
      const bytes = Buffer.concat(responseChunks)
      onExchange({
        path: (request.url ?? '').split('?')[0] ?? '',
        status: upstreamResponse.statusCode ?? 0,
        contentType: String(upstreamResponse.headers['content-type']),
        requestBody: body.toString(),
        responseBody: bytes.toString(),
      })
      response.writeHead(upstreamResponse.statusCode ?? 500, upstreamResponse.headers)
      response.end(bytes)
    })
  })
  upstream.end(body)
}

/** Names the messages of a path. */
function messageNames(path: string): [request: string | undefined, response: string] | undefined {
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

function findProblems(exchange: RecordedExchange): string[] {
  const messages = messageNames(exchange.path)
  if (!exchange.path.startsWith('/v25/') || !exchange.contentType.includes('json')) return []
  const responseJson: unknown = JSON.parse(exchange.responseBody)
  if (exchange.status !== 200)
    return validateErrorBody(Array.isArray(responseJson) ? responseJson[0] : responseJson)
  if (messages === undefined) return [`${exchange.path} answers a message nobody named`]
  const [request, response] = messages
  const check = (name: string, json: unknown, direction: MessageDirection) =>
    validateSearchMessage(`services.${name}`, json, direction).slice(0, 5)
  return [
    ...(Array.isArray(responseJson) ? responseJson : [responseJson]).flatMap((message) =>
      check(response, message, 'response'),
    ),
    ...(request === undefined ? [] : check(request, JSON.parse(exchange.requestBody), 'request')),
  ]
}
