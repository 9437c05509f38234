import { minuteMs } from '../../runtime/durations.ts'
import type { TokenPolicy } from '../connector-kit/tokenPolicy.ts'

/** The weekly refresh also keeps the platform from expiring the unused refresh token. */
export const searchTokenPolicy: TokenPolicy = {
  requiresRefreshToken: true,
  refreshWindows: () => ({ softMs: 10 * minuteMs, hardMs: minuteMs }),
  weeklyCheck: 'refresh',
  newTokenGraceMs: 0,
}
