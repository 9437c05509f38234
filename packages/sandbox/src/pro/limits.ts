// The day's call quotas: one counter per endpoint and member, one per endpoint and application, both gone at midnight UTC.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits

import type { Exchange } from '../core/exchange.ts'
import type { Caller } from '../oauth/people.ts'
import { throttle } from './errors.ts'

/** Counts only while a limit is set, so that reading normally leaves the state alone. */
export function countCall(exchange: Exchange, caller: Caller, endpoint: string): void {
  const { limits } = exchange.state.pro
  if (limits.perMember === null && limits.perApp === null) return
  const today = new Date(exchange.now).toISOString().slice(0, 10)
  if (limits.day !== today) {
    limits.day = today
    limits.used = {}
  }
  const member = `${endpoint} ${caller.app.clientId} ${caller.token.person}`
  const app = `${endpoint} ${caller.app.clientId}`
  const overMember = limits.perMember !== null && (limits.used[member] ?? 0) >= limits.perMember
  const overApp = limits.perApp !== null && (limits.used[app] ?? 0) >= limits.perApp
  if (overMember || overApp) throw throttle()
  limits.used[member] = (limits.used[member] ?? 0) + 1
  limits.used[app] = (limits.used[app] ?? 0) + 1
}
