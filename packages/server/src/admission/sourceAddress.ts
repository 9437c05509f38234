// The address of the client, behind the operator's proxies if any.

import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

/** The address of the client: the peer, or the peer of the outermost of the operator's proxies. */
export function clientAddress(request: IncomingMessage, proxies: BlockList): string {
  let address = request.socket.remoteAddress ?? ''
  if (!isInBlockList(proxies, address)) return address
  // Each proxy appends the address of its peer. The first address from the right that is not a proxy is the
  // client. The entries further left come from that client and are not trusted.
  const forwardedFor = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  for (const next of forwardedFor.reverse().map((entry) => entry.trim())) {
    if (isIP(next) === 0) return address
    address = next
    if (!isInBlockList(proxies, address)) return address
  }
  return address
}

export function isInBlockList(proxies: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The address block that limits apply to: one machine has billions of IPv6 addresses, all in the same /64.
 */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [leftGroups = [], rightGroups = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - leftGroups.length - rightGroups.length }, () => '0')
  return [...leftGroups, ...zeros, ...rightGroups].slice(0, 4).join(':')
}
