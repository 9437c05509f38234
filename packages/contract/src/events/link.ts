import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { connectionId, exampleConnectionId, exampleLinkId, linkId, platform } from './values.ts'

export const linkEvents = {
  'link.completed': declareEvent({
    summary: 'A user completed a link, and the platform is now connected.',
    advice: 'Continue with the work that needed the connection.',
    data: z.object({ linkId, connectionId, platform }),
    example: { linkId: exampleLinkId, connectionId: exampleConnectionId, platform: 'search' },
  }),
  'link.failed': declareEvent({
    summary:
      'A link failed: the user canceled, or the platform refused the app. A link that the user never finishes expires without an event.',
    advice:
      'Offer the user a new link with auth/create_link. If `linkError` is `app_misconfigured`, notify the operator. The service log contains the details.',
    data: z.object({
      linkId,
      platform,
      status: z.enum(['cancelled', 'failed']),
      linkError: z.string().describe('Latest problem with the link, as in auth/get_link_status.'),
    }),
    example: { linkId: exampleLinkId, platform: 'search', status: 'cancelled', linkError: 'access_denied' },
  }),
} as const
