// Who asks, by address.

import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

/** The address of the client: whom we speak to, or whom the outermost of the operator's own proxies spoke to. */
export function addressOf(request: IncomingMessage, proxies: BlockList): string {
  let address = request.socket.remoteAddress ?? ''
  if (!isOneOf(proxies, address)) return address
  // Each proxy adds whom it spoke to at the end. Whoever is none of ours is the client; what that one says of others,
  // further left, is not believed.
  const named = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  for (const next of named.reverse().map((entry) => entry.trim())) {
    if (isIP(next) === 0) return address
    address = next
    if (!isOneOf(proxies, address)) return address
  }
  return address
}

export function isOneOf(proxies: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whose limits count: one machine has billions of addresses of version 6, all in the same 64 bits. */
export function ownerOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [left = [], right = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
