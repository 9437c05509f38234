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
      'A connection stopped working, and only its user can mend it. Told as soon as the platform says so, whether or not anybody used the connection.',
    advice:
      'Send the user a new link (auth/create_link). With `needs_user_action` ask the user to sign in at the platform and do what it asks there; the connection is tried once an hour and heals by itself. With `removed` the person had the platform delete everything: only the user can want a new link.',
    data: z.object({
      connectionId,
      platform,
      health: z.enum(brokenHealths),
      reason: z.string().describe('A code, as user/get_profile tells it.'),
    }),
    example: {
      connectionId: exampleConnectionId,
      platform: 'social',
      health: 'revoked',
      reason: 'user_revoked',
    },
  }),
  'connection.healed': declareEvent({
    summary: 'A connection that needed its user works again.',
    advice: 'Stop asking the user, and repeat what was refused with `ACCOUNT_RELINK_REQUIRED`.',
    data: z.object({ connectionId, platform }),
    example: { connectionId: exampleConnectionId, platform: 'social' },
  }),
  'connection.expires_soon': declareEvent({
    summary:
      'A connection ends within 14 days, and the service cannot prolong it by itself. Told once for each end.',
    advice: 'Send the user a new link (auth/create_link) before `expiresAt`.',
    data: z.object({
      connectionId,
      platform,
      expiresAt: z.string().describe('By the clock of the platform, such as `2026-01-31T09:30:00.000Z`.'),
    }),
    example: {
      connectionId: exampleConnectionId,
      platform: 'pro',
      expiresAt: '2026-01-31T09:30:00.000Z',
    },
  }),
} as const
