import { minuteMs } from '../../runtime/durations.ts'
import type { TokenPolicy } from '../connector-kit/tokenPolicy.ts'

/** Access tokens live for an hour. Refresh tokens do not expire. */
export const townTokenPolicy: TokenPolicy = {
  requiresRefreshToken: true,
  refreshWindows: () => ({ softMs: 10 * minuteMs, hardMs: 2 * minuteMs }),
  weeklyCheck: 'refresh',
  newTokenGraceMs: 0,
}
