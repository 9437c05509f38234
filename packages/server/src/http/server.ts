// The HTTP shell: routes from the contract, and an envelope around whatever can happen on a connection.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type OperationName, operationNames } from '@adrail/contract'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { asServiceError, failureResults, invoke, type Service } from '../invoke.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { makeId, type Runtime } from '../runtime.ts'
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
      connectionsCheckingInterval: Math.min(5000, options.headersTimeoutMs),
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

  // Bodies are read by invoke, after the caller is known; until then nothing is read and nothing is parsed.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))

  server.addHook('onRequest', async (request) => {
    if (Buffer.byteLength(request.url) > mostUrlBytes) throw new ServiceError('URL_TOO_LONG')
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  server.setErrorHandler((error, _request, reply) => {
    const failure = asServiceError(error)
    if (failure.code === 'INTERNAL')
      options.log.fault('request failed', error, { requestId: reply.request.id })
    return sendFailure(reply, failure)
  })
  server.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(server, request.url.split('?', 1)[0] ?? '')
    if (allowed === '') return sendFailure(reply, new ServiceError('UNKNOWN_OPERATION'))
    reply.header('allow', allowed)
    return sendFailure(reply, new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed } }))
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
        apiKey: header(request, 'x-api-key'),
        idempotencyKey: header(request, 'idempotency-key'),
        sourceAddress: request.ip,
        readBody: () => readJson(request.raw, options.bodyLimitBytes),
      },
      service,
    )
    const { status, results, failure, caller } = outcome
    const durationMs = service.runtime.monotonic() - startedAt
    const code = failure?.code ?? ''
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
      log.fault('request failed', failure, { requestId: request.id, operation })
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

function allowedMethods(server: FastifyInstance, path: string): string {
  const methods = ['GET', 'HEAD', 'POST'] as const
  return methods.filter((method) => server.hasRoute({ method, url: path })).join(', ')
}

/** What Node could not read as a request never reaches a route; it gets its envelope here. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, runtime: Runtime): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = new ServiceError(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HEADERS_TOO_LARGE'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'REQUEST_TIMEOUT'
        : 'MALFORMED_REQUEST',
  )
  const requestId = makeId('req', runtime)
  const body = envelopeText(failure.status, requestId, failureResults(failure))
  const headers = {
    ...commonHeaders(requestId),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${failure.status} ${reasons[failure.status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse, runtime: Runtime): void {
  const failure = new ServiceError('EXPECTATION_FAILED')
  const requestId = makeId('req', runtime)
  response
    .writeHead(failure.status, { ...commonHeaders(requestId), connection: 'close' })
    .end(envelopeText(failure.status, requestId, failureResults(failure)))
  request.resume()
}
