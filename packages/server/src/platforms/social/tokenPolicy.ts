import { dayMs } from '../../runtime/durations.ts'
import type { TokenPolicy } from '../connector-kit/tokenPolicy.ts'

/** adrail exchanges a token for its successor, which is possible only until the token expires. */
export const socialTokenPolicy: TokenPolicy = {
  requiresRefreshToken: false,
  refreshWindows: () => ({ softMs: 30 * dayMs, hardMs: 0 }),
  weeklyCheck: 'inspect',
  newTokenGraceMs: 0,
}
