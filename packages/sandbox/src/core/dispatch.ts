// The router: finds the platform and the call that a request is for.

import type { Call, Exchange, Platform } from './exchange.ts'

export interface RouteMatch {
  readonly platform: Platform
  readonly call?: Call
  readonly params: Readonly<Record<string, string>>
  /** The methods that this path supports. */
  readonly allowedMethods: readonly string[]
}

export function createRouter(platforms: readonly Platform[]): (exchange: Exchange) => RouteMatch | undefined {
  const callsByMethod = new Map<string, { platform: Platform; call: Call }[]>()
  for (const platform of platforms) {
    for (const call of platform.calls) {
      for (const method of call.methods) {
        const calls = callsByMethod.get(method) ?? []
        calls.push({ platform, call })
        callsByMethod.set(method, calls)
      }
    }
  }
  return (exchange) => {
    const { method, path } = exchange
    for (const { platform, call } of callsByMethod.get(method) ?? []) {
      const match = call.path.exec(path)
      if (match === null || call.matches?.(exchange) === false) continue
      return { platform, call, params: match.groups ?? {}, allowedMethods: [] }
    }
    const callsAtPath = platforms.flatMap((platform) =>
      platform.calls.filter((call) => call.path.test(path)).map((call) => ({ platform, call })),
    )
    const platform = callsAtPath[0]?.platform ?? platforms.find((candidate) => candidate.ownsPath(path))
    if (platform === undefined) return undefined
    const allowedMethods = new Set(callsAtPath.flatMap(({ call }) => call.methods))
    return { platform, params: {}, allowedMethods: [...allowedMethods, 'OPTIONS'] }
  }
}
