// The admin surface for testers under `/_sandbox/`: people, clock, faults, ledger, snapshots and simulations.

import { ClockError } from '../core/clock.ts'
import { type Exchange, type HttpResponse, SimulationInputError } from '../core/exchange.ts'
import { FaultOrderError } from '../core/faults.ts'
import type { Peer } from '../core/http.ts'
import { isLoopback } from '../core/loopback.ts'
import { SnapshotError } from '../core/persistence.ts'
import { AdminInputError } from './adminInput.ts'
import type { SandboxDeps } from './deps.ts'
import { adminPrefix, adminRoutes } from './routes.ts'

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function isAdminPath(path: string): boolean {
  return path === adminPrefix || path.startsWith(`${adminPrefix}/`)
}

export async function adminResponse(
  exchange: Exchange,
  peer: Peer,
  deps: SandboxDeps,
): Promise<HttpResponse> {
  const path = exchange.path.slice(adminPrefix.length).replace(/\/$/, '')
  const routesAtPath = adminRoutes.filter((route) => route.path.test(path))
  const route = routesAtPath.find(({ method }) => method === exchange.method)
  const accessRefusal = route?.isPublic ? undefined : refuseRemoteAccess(exchange, peer)
  if (accessRefusal !== undefined) return accessRefusal
  if (route === undefined) {
    if (routesAtPath.length > 0) {
      const allow = routesAtPath.map(({ method }) => method).join(', ')
      return {
        ...errorResponse(405, 'method', `${exchange.path} accepts only ${allow}.`),
        headers: { allow },
      }
    }
    const routeNames = adminRoutes.map(({ method, displayPath }) => `${method} ${adminPrefix}${displayPath}`)
    return errorResponse(404, 'path', `No path ${exchange.path}. The paths are: ${routeNames.join(', ')}.`)
  }
  try {
    const response = await route.respond(exchange, deps, route.path.exec(path)?.groups ?? {})
    // Forms of the sandbox's own page redirect back to it.
    const isForm = exchange.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return isForm && response.status < 300 ? { status: 303, headers: { location: '/' }, body: '' } : response
  } catch (error) {
    if (
      error instanceof AdminInputError ||
      error instanceof FaultOrderError ||
      error instanceof SimulationInputError
    ) {
      return errorResponse(400, error.field, error.message)
    }
    if (error instanceof ClockError) return errorResponse(400, 'clock', error.message)
    if (error instanceof SnapshotError) return errorResponse(400, 'snapshot', `The snapshot ${error.message}`)
    throw error
  }
}

/**
 * Refuses every caller except programs and pages of this machine. Only those may inspect and control the
 * sandbox.
 */
export function refuseRemoteAccess(exchange: Exchange, peer: Peer): HttpResponse | undefined {
  if (!isLoopback(peer.address)) {
    return errorResponse(403, 'address', 'The admin API serves only callers on the same machine.')
  }
  // A caller behind a proxy on this machine may be anywhere. Not every proxy identifies itself. A proxy
  // without that configuration speaks HTTP/1.0, which no program that controls the sandbox does.
  const proxyHeader = proxyHeaders.find((name) => name in exchange.headers)
  if (proxyHeader !== undefined || peer.httpVersion === '1.0') {
    return errorResponse(
      403,
      proxyHeader ?? 'HTTP/1.0',
      'The admin API does not serve callers behind a proxy. Call it directly.',
    )
  }
  const host = exchange.headers['host'] ?? ''
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)) {
    return errorResponse(
      403,
      'Host',
      `The admin API responds only on localhost, 127.0.0.1 or [::1], not on '${host}'.`,
    )
  }
  const origin = exchange.headers['origin']
  if (origin !== undefined && origin !== exchange.origin) {
    return errorResponse(403, 'Origin', `The admin API does not serve pages from '${origin}'.`)
  }
  return undefined
}

function errorResponse(status: number, field: string, message: string): HttpResponse {
  return { status, body: { error: { field, message } } }
}
