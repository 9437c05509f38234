import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { connectionId, exampleConnectionId, platform } from './values.ts'

/**
 * Health values of connections that are unusable until the user acts. `removed` means that the connection no
 * longer exists.
 */
const brokenHealths = ['needs_reauth', 'revoked', 'needs_user_action', 'removed'] as const

export const connectionEvents = {
  'connection.needs_relink': declareEvent({
    summary:
      'A connection has stopped working, and only its user can restore it. adrail emits this event as soon as the platform reports the problem, even if no one is using the connection.',
    advice:
      'Send the user a new link (auth/create_link). With `needs_user_action`, ask the user to sign in to the platform and follow its instructions. adrail checks the connection hourly and restores it automatically. With `removed`, the person asked the platform to delete all data. Create a new link only if the user requests one.',
    data: z.object({
      connectionId,
      platform,
      health: z.enum(brokenHealths),
      reason: z.string().describe('Reason code, as in user/get_profile.'),
    }),
    example: {
      connectionId: exampleConnectionId,
      platform: 'social',
      health: 'revoked',
      reason: 'user_revoked',
    },
  }),
  'connection.healed': declareEvent({
    summary: 'A connection that needed action from its user works again.',
    advice:
      'Stop reminding the user, and resend the requests that adrail refused with `ACCOUNT_RELINK_REQUIRED`.',
    data: z.object({ connectionId, platform }),
    example: { connectionId: exampleConnectionId, platform: 'social' },
  }),
  'connection.expires_soon': declareEvent({
    summary:
      'A connection expires within 14 days, and adrail cannot renew it. adrail emits this event once for each expiry.',
    advice: 'Send the user a new link (auth/create_link) before `expiresAt`.',
    data: z.object({
      connectionId,
      platform,
      expiresAt: z
        .string()
        .describe(
          "Time when the connection expires, according to the platform's clock, such as `2026-01-31T09:30:00.000Z`.",
        ),
    }),
    example: {
      connectionId: exampleConnectionId,
      platform: 'pro',
      expiresAt: '2026-01-31T09:30:00.000Z',
    },
  }),
} as const
