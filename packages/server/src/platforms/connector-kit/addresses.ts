// Decides which internet addresses are public. Requests to URLs from callers go only to those.
// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry

import { BlockList, isIP, isIPv6 } from 'node:net'

const specialRanges = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  specialRanges.addSubnet(range.split('/')[0] ?? '', Number(range.split('/')[1]), 'ipv4')
// Teredo, ORCHID and other special-purpose ranges, documentation, 6to4 (which wraps any IPv4 address),
// documentation again.
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  specialRanges.addSubnet(range.split('/')[0] ?? '', Number(range.split('/')[1]), 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !specialRanges.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  // Everything outside of global unicast is special: loopback, mapped and translated IPv4, local, multicast.
  return globalUnicast.check(address, 'ipv6') && !specialRanges.check(address, 'ipv6')
}

/** True for names that are internal by convention, regardless of how a resolver resolves them. */
export function isInternalName(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  while (labels.at(-1) === '') labels.pop()
  const name = labels.join('.')
  return labels.length <= 1 || /(^|\.)(localhost|local|internal|home\.arpa|lan|corp|intranet)$/.test(name)
}
