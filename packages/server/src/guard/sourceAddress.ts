// Who asks, by address.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The address of the client: whom we speak to, or whom the outermost of our own proxies spoke to. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (proxies === 0) return peer
  // Each proxy adds whom it spoke to; what stands further left was written by strangers.
  const named = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const address = named.at(-proxies)?.trim() ?? ''
  return isIP(address) === 0 ? peer : address
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
