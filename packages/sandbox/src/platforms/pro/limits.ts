// Daily call quotas: one counter per endpoint and member, one per endpoint and application, reset at midnight
// UTC.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits

import type { Exchange } from '../../core/exchange.ts'
import type { Caller } from '../../oauth/people.ts'
import { throttleError } from './errors.ts'

/** Counts only while a limit is set, so that reads otherwise leave the state unchanged. */
export function consumeCallQuota(exchange: Exchange, caller: Caller, endpoint: string): void {
  const { limits } = exchange.state.pro
  if (limits.perMember === null && limits.perApp === null) return
  const today = new Date(exchange.now).toISOString().slice(0, 10)
  if (limits.day !== today) {
    limits.day = today
    limits.used = {}
  }
  const memberKey = `${endpoint} ${caller.app.clientId} ${caller.token.person}`
  const appKey = `${endpoint} ${caller.app.clientId}`
  const isMemberOverLimit = limits.perMember !== null && (limits.used[memberKey] ?? 0) >= limits.perMember
  const isAppOverLimit = limits.perApp !== null && (limits.used[appKey] ?? 0) >= limits.perApp
  if (isMemberOverLimit || isAppOverLimit) throw throttleError()
  limits.used[memberKey] = (limits.used[memberKey] ?? 0) + 1
  limits.used[appKey] = (limits.used[appKey] ?? 0) + 1
}
