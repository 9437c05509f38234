// Sends the envelope for requests that reach no route: Node cannot parse them, or their target is no path.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError, toFailureResults } from '../runtime/errors.ts'
import { STATUS_CODES } from '../runtime/nodeHttp.ts'
import { makeId, type Runtime } from '../runtime/runtime.ts'
import { commonHeaders, serializeEnvelope } from './httpResponses.ts'

export function handleUnroutableRequests(server: Server, runtime: Runtime): void {
  server.on('clientError', (error, socket) => {
    // Node types the connection as a stream. A server without TLS has sockets.
    refuseMalformedRequest(error, socket as Socket, runtime)
  })
  server.on('checkExpectation', (request, response) => refuseExpectation(request, response, runtime))
  server.on('connect', (_request, socket) => {
    // Node has detached this socket, so an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    const failure = new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed: 'POST' } })
    endWithFailure(socket as Socket, failure, runtime, { allow: 'POST' })
    ;(socket as Socket).destroySoon()
  })
}

function refuseMalformedRequest(error: Error & { code?: string }, socket: Socket, runtime: Runtime): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    endWithFailure(socket, new ServiceError('HEADERS_TOO_LARGE'), runtime)
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    endWithFailure(socket, new ServiceError('REQUEST_TIMEOUT'), runtime)
    // No other code handles this connection any more, and a client may keep its side open forever. Node's
    // next check for slow connections closes the others, so that a client still sending can read its
    // response.
    socket.destroySoon()
  } else endWithFailure(socket, new ServiceError('MALFORMED_REQUEST'), runtime)
}

/** Writes a response to a socket without a response object, and ends the connection. */
function endWithFailure(
  socket: Socket,
  failure: ServiceError,
  runtime: Runtime,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const { headers: finalHeaders, body } = finalResponse(failure, runtime)
  const lines = Object.entries({ ...finalHeaders, ...extraHeaders }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
  )
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse, runtime: Runtime): void {
  const failure = new ServiceError('EXPECTATION_FAILED')
  const { headers, body } = finalResponse(failure, runtime)
  response.writeHead(failure.status, headers).end(body)
  request.resume()
}

/** The last response on a connection. */
function finalResponse(
  failure: ServiceError,
  runtime: Runtime,
): { headers: Readonly<Record<string, string | number>>; body: string } {
  const requestId = makeId('req', runtime)
  const body = serializeEnvelope(failure.status, requestId, toFailureResults(failure))
  return {
    headers: {
      ...commonHeaders(requestId),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    },
    body,
  }
}
