// The lifetime of browser sessions, and the ID under which a workspace sees a session.

import { minuteMs } from './durations.ts'

export const consoleIdleMs = 30 * minuteMs
const consoleMaxAgeMs = 12 * 60 * minuteMs
export const approveMaxAgeMs = 15 * minuteMs

/** Sessions of each page that were started or used after these times have not expired. */
export function sessionCutoffs(now: number) {
  return {
    consoleSeenAfter: now - consoleIdleMs,
    consoleStartedAfter: now - consoleMaxAgeMs,
    approveStartedAfter: now - approveMaxAgeMs,
  }
}

const idPrefix = 'ses_'
const idDigits = 32

/**
 * The ID under which a session is listed and audited. It is half of a hash, so the secret does not follow
 * from it.
 */
export function toSessionId(idHash: string): string {
  return `${idPrefix}${idHash.slice(0, idDigits)}`
}

/** The hash prefix that a session ID contains. Returns undefined for text that is not a session ID. */
export function parseSessionIdHash(sessionId: string): string | undefined {
  const [, hashPrefix] = /^ses_([0-9a-f]{32})$/.exec(sessionId) ?? []
  return hashPrefix
}
