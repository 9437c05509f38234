// The HTTP shell: routes from the contract, and an envelope around whatever can happen on a connection.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type OperationName, operationNames } from '@adrail/contract'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { failureResults, ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import { makeId, type Runtime } from '../base/runtime.ts'
import { asServiceError } from '../waist/failure.ts'
import { invoke } from '../waist/invoke.ts'
import type { Service } from '../waist/service.ts'
import { commonHeaders, envelopeText, sendFailure } from './answer.ts'
import { readJson } from './body.ts'

export interface ShellOptions {
  readonly service: Service
  readonly log: Log
  readonly metrics: Metrics
  readonly bodyLimitBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** True once the process has begun to shut down. */
  isDraining(): boolean
}

const mostUrlBytes = 2048
/** Platforms hand their codes back in the URL, and some of them are long. */
const mostCallbackUrlBytes = 8192

export function makeHttpServer(options: ShellOptions): FastifyInstance {
  const { service, isDraining } = options
  const { runtime } = service
  const server = Fastify({
    logger: false,
    genReqId: () => makeId('req', runtime),
    requestIdHeader: false,
    // Node's own limits are far too lax: a minute for headers, five for a request, no cap on connections.
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 10_000,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: options.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, options.headersTimeoutMs, options.requestTimeoutMs),
      requireHostHeader: false,
    },
    // Requests that still arrive while we shut down are answered like any other.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    frameworkErrors: (_error, _request, reply) =>
      void sendFailure(reply, new ServiceError('UNKNOWN_OPERATION')),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, runtime),
  })
  server.server.maxConnections = 4000
  server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(request, response, runtime),
  )
  server.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has let go of this socket: an error that nobody listens for would end the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, methodNotAllowed('POST'), runtime, { allow: 'POST' })
    socket.destroySoon()
  })

  // Bodies are read by invoke, after the caller is known; until then nothing is read and nothing is parsed.
  for (const method of server.supportedMethods)
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true })

  // Which methods a path takes, for those that came with another one.
  const methods = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methods.set(url, known)
  })

  server.addHook('onRequest', (request, _reply, done) => {
    const most = request.url.startsWith('/connect/callback/') ? mostCallbackUrlBytes : mostUrlBytes
    done(Buffer.byteLength(request.url) > most ? new ServiceError('URL_TOO_LONG') : undefined)
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  server.setErrorHandler((error, _request, reply) => {
    const failure = asServiceError(error)
    if (failure.code === 'INTERNAL')
      options.log.error('request failed', error, { requestId: reply.request.id })
    return sendFailure(reply, failure)
  })
  server.setNotFoundHandler((request, reply) => {
    const allowed = [...(methods.get(pathOf(request.url)) ?? [])].sort().join(', ')
    if (allowed === '') return sendFailure(reply, new ServiceError('UNKNOWN_OPERATION'))
    reply.header('allow', allowed)
    return sendFailure(reply, methodNotAllowed(allowed))
  })

  for (const operation of operationNames) addOperation(server, operation, options)
  return server
}

function addOperation(server: FastifyInstance, operation: OperationName, options: ShellOptions): void {
  const { service, log, metrics } = options
  server.post(`/${operation}`, async (request, reply) => {
    const startedAt = service.runtime.monotonic()
    const outcome = await invoke(
      {
        operation,
        requestId: request.id,
        apiKey: header(request, 'x-api-key'),
        idempotencyKey: header(request, 'idempotency-key'),
        sourceAddress: request.ip,
        readBody: () => readJson(request.raw, options.bodyLimitBytes),
      },
      service,
    )
    const { status, results, failure, caller } = outcome
    const durationMs = service.runtime.monotonic() - startedAt
    const code = results.success ? '' : String(results['code'])
    metrics.request(operation, status, code, durationMs / 1000)
    log.request({
      requestId: request.id,
      operation,
      status,
      ...(code === '' ? {} : { code }),
      ...(caller ? { workspaceId: caller.workspaceId, keyId: caller.keyId } : {}),
      ...callerRequestId(request),
      ms: Math.round(durationMs * 1000) / 1000,
    })
    if (failure?.code === 'INTERNAL')
      log.error('request failed', failure, { requestId: request.id, operation })
    if (status === 401) reply.header('www-authenticate', 'ApiKey')
    return reply
      .code(status)
      .headers(commonHeaders(request.id))
      .headers({ ...outcome.headers })
      .send(envelopeText(status, request.id, results))
  })
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  // A header that may stand there only once arrives as text; several are joined and then match nothing.
  return Array.isArray(value) ? value.join(', ') : value
}

/** The id that the caller gave the request, kept beside ours so that both sides find it. */
function callerRequestId(request: FastifyRequest): { callerRequestId?: string } {
  const id = header(request, 'x-request-id')
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? { callerRequestId: id } : {}
}

/** The path as the router sees it, which has decoded it before. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return decodeURIComponent(path)
}

function methodNotAllowed(allowed: string): ServiceError {
  return new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed } })
}

/** What Node could not read as a request never reaches a route; it gets its envelope here. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, runtime: Runtime): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    endWith(socket, new ServiceError('HEADERS_TOO_LARGE'), runtime)
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    endWith(socket, new ServiceError('REQUEST_TIMEOUT'), runtime)
    // Nobody looks after this connection any more, and a client may hold its side open for ever. The others are
    // closed by the next look at slow connections, so that a client still busy sending gets to read its answer.
    socket.destroySoon()
  } else endWith(socket, new ServiceError('MALFORMED_REQUEST'), runtime)
}

/** Writes an answer where there is no reply to write it with, and ends the connection. */
function endWith(
  socket: Socket,
  failure: ServiceError,
  runtime: Runtime,
  more: Readonly<Record<string, string>> = {},
): void {
  const requestId = makeId('req', runtime)
  const body = envelopeText(failure.status, requestId, failureResults(failure))
  const headers = {
    ...commonHeaders(requestId),
    ...more,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
  )
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse, runtime: Runtime): void {
  const failure = new ServiceError('EXPECTATION_FAILED')
  const requestId = makeId('req', runtime)
  const body = envelopeText(failure.status, requestId, failureResults(failure))
  response
    .writeHead(failure.status, {
      ...commonHeaders(requestId),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
  request.resume()
}
