import { dayMs, minuteMs } from '../../runtime/durations.ts'
import type { TokenPolicy } from '../connector-kit/tokenPolicy.ts'

/** LinkedIn issues refresh tokens to some apps only, and reports new tokens as revoked for some seconds. */
export const proTokenPolicy: TokenPolicy = {
  requiresRefreshToken: false,
  refreshWindows: (hasRefreshToken) =>
    hasRefreshToken ? { softMs: 7 * dayMs, hardMs: 5 * minuteMs } : undefined,
  weeklyCheck: 'inspect',
  newTokenGraceMs: minuteMs,
}
