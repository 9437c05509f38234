import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { connectionId, exampleConnectionId, exampleLinkId, linkId, platform } from './values.ts'

export const linkEvents = {
  'link.completed': declareEvent({
    summary: 'A user finished a link: the platform is connected.',
    advice: 'Go on with whatever waited for the connection.',
    data: z.object({ linkId, connectionId, platform }),
    example: { linkId: exampleLinkId, connectionId: exampleConnectionId, platform: 'search' },
  }),
  'link.failed': declareEvent({
    summary:
      'A link ended without a connection: the user gave up, or the platform does not let the app connect. One that is never finished expires and tells nothing.',
    advice:
      'Offer the user a new link with auth/create_link. `app_misconfigured` is for the operator, whose log tells more.',
    data: z.object({
      linkId,
      platform,
      status: z.enum(['cancelled', 'failed']),
      linkError: z.string().describe('The last thing that was wrong, as auth/get_link_status tells it.'),
    }),
    example: { linkId: exampleLinkId, platform: 'search', status: 'cancelled', linkError: 'access_denied' },
  }),
} as const
