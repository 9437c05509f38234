// The admin surface for testers under `/_sandbox/`: people, clock, faults, ledger, snapshots and simulations.

import { ClockError } from '../core/clock.ts'
import { type Answer, type Exchange, SimulationRefusal } from '../core/exchange.ts'
import { FaultRefusal } from '../core/faults.ts'
import type { Peer } from '../core/http.ts'
import { isLoopback } from '../core/loopback.ts'
import { SnapshotError } from '../core/persistence.ts'
import { controls, prefix } from './controls.ts'
import { AdminRefusal } from './orders.ts'
import type { SandboxParts } from './parts.ts'

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function isAdminPath(path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

export async function adminAnswer(exchange: Exchange, peer: Peer, parts: SandboxParts): Promise<Answer> {
  const path = exchange.path.slice(prefix.length).replace(/\/$/, '')
  const here = controls.filter((route) => route.path.test(path))
  const route = here.find(({ method }) => method === exchange.method)
  const stranger = route?.isPublic ? undefined : strangerRefusal(exchange, peer)
  if (stranger !== undefined) return stranger
  if (route === undefined) {
    if (here.length > 0) {
      const allow = here.map(({ method }) => method).join(', ')
      return { ...refusal(405, 'method', `${exchange.path} takes ${allow}.`), headers: { allow } }
    }
    const known = controls.map(({ method, shown }) => `${method} ${prefix}${shown}`)
    return refusal(404, 'path', `There is no ${exchange.path}. There are: ${known.join(', ')}.`)
  }
  try {
    const answer = await route.answer(exchange, parts, route.path.exec(path)?.groups ?? {})
    // Forms of the sandbox's own page redirect back to it.
    const form = exchange.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return form && answer.status < 300 ? { status: 303, headers: { location: '/' }, body: '' } : answer
  } catch (error) {
    if (
      error instanceof AdminRefusal ||
      error instanceof FaultRefusal ||
      error instanceof SimulationRefusal
    ) {
      return refusal(400, error.field, error.message)
    }
    if (error instanceof ClockError) return refusal(400, 'clock', error.message)
    if (error instanceof SnapshotError) return refusal(400, 'snapshot', `The snapshot ${error.message}`)
    throw error
  }
}

/**
 * Refuses every caller except programs and pages of this machine. Only those may inspect and control the
 * sandbox.
 */
export function strangerRefusal(exchange: Exchange, peer: Peer): Answer | undefined {
  if (!isLoopback(peer.address)) {
    return refusal(403, 'address', 'The admin surface answers only callers on the same machine.')
  }
  // A caller behind a proxy on this machine may be anywhere. Not every proxy identifies itself. A proxy
  // without that configuration speaks HTTP/1.0, which no program that controls the sandbox does.
  const says = proxyHeaders.find((name) => name in exchange.headers)
  if (says !== undefined || peer.httpVersion === '1.0') {
    return refusal(403, says ?? 'HTTP/1.0', 'The admin surface answers nobody through a proxy.')
  }
  const host = exchange.headers['host'] ?? ''
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)) {
    return refusal(
      403,
      'Host',
      `The admin surface answers only at localhost, 127.0.0.1 or [::1], not at '${host}'.`,
    )
  }
  const origin = exchange.headers['origin']
  if (origin !== undefined && origin !== exchange.origin) {
    return refusal(403, 'Origin', `The admin surface does not serve pages of '${origin}'.`)
  }
  return undefined
}

function refusal(status: number, field: string, message: string): Answer {
  return { status, body: { error: { field, message } } }
}
