// How long the session of a browser lasts, and the id under which a workspace sees it.

const minuteMs = 60_000
export const consoleIdleMs = 30 * minuteMs
const consoleLifeMs = 12 * 60 * minuteMs
export const approveLifeMs = 15 * minuteMs

/** Sessions that were started or used later than this, by their page, have not expired. */
export function liveSince(now: number) {
  return {
    consoleSeen: now - consoleIdleMs,
    consoleStarted: now - consoleLifeMs,
    approveStarted: now - approveLifeMs,
  }
}

const idPrefix = 'ses_'
const idDigits = 32

/** The name under which a session is listed and recorded. Half of a hash: the secret does not follow from it. */
export function sessionIdOf(idHash: string): string {
  return `${idPrefix}${idHash.slice(0, idDigits)}`
}

/** What the hash of the session begins with; absent for a text that is no id of a session. */
export function hashStartOf(sessionId: string): string | undefined {
  const [, start] = /^ses_([0-9a-f]{32})$/.exec(sessionId) ?? []
  return start
}
