// The router: finds the platform and the call that a request is for.

import type { Call, Exchange, Platform } from './exchange.ts'

export interface Found {
  readonly platform: Platform
  readonly call?: Call
  readonly params: Readonly<Record<string, string>>
  /** The methods that this path supports. */
  readonly allowed: readonly string[]
}

export function finder(platforms: readonly Platform[]): (exchange: Exchange) => Found | undefined {
  const byMethod = new Map<string, { platform: Platform; call: Call }[]>()
  for (const platform of platforms) {
    for (const call of platform.calls) {
      for (const method of call.methods) {
        const calls = byMethod.get(method) ?? []
        calls.push({ platform, call })
        byMethod.set(method, calls)
      }
    }
  }
  return (exchange) => {
    const { method, path } = exchange
    for (const { platform, call } of byMethod.get(method) ?? []) {
      const match = call.path.exec(path)
      if (match === null || call.when?.(exchange) === false) continue
      return { platform, call, params: match.groups ?? {}, allowed: [] }
    }
    const atPath = platforms.flatMap((platform) =>
      platform.calls.filter((call) => call.path.test(path)).map((call) => ({ platform, call })),
    )
    const platform = atPath[0]?.platform ?? platforms.find((candidate) => candidate.owns(path))
    if (platform === undefined) return undefined
    const allowed = new Set(atPath.flatMap(({ call }) => call.methods))
    return { platform, params: {}, allowed: [...allowed, 'OPTIONS'] }
  }
}
