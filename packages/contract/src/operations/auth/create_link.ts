import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { textOrEmpty, userId, violationParams, webUrl } from '../../values.ts'
import { linkPlatform } from '../connections.ts'
import { unlinkedUser } from '../demo.ts'

/**
 * Rejects fragments, which would swallow adrail's query parameters, and user info, which disguises the host.
 */
const redirectUri = webUrl(2048).refine(
  (value) => {
    const url = URL.parse(value)
    return url === null || (url.username === '' && url.password === '' && !value.includes('#'))
  },
  violationParams('MALFORMED', 'must not have a fragment (#) or user info (@).'),
)

export const create_link = declareOperation({
  localEffect: { scope: 'link', event: 'link.created' },
  summary: 'Creates a link that a user opens to connect an ad account.',
  description:
    'The link is valid for 30 minutes. When the user finishes, adrail redirects the user to `redirectUri` with `status`, `platform`, `state` and, on failure, `error`.',
  errors: ['USER_NOT_FOUND', 'REDIRECT_URI_NOT_ALLOWED'],
  input: z.object({
    userId,
    platform: linkPlatform.describe('`SOCIAL_A` covers Facebook and Instagram.'),
    redirectUri: redirectUri.optional().describe('URL to which adrail redirects the user after linking.'),
    state: textOrEmpty(2000)
      .optional()
      .describe('Returned unchanged in the redirect. Serialize an object to a string first.'),
  }),
  results: z.object({
    link: z.string().describe('URL for the user to open.'),
    linkId: z
      .string()
      .describe('Id of the link. To get the progress of the link, pass the id to auth/get_link_status.'),
  }),
  example: {
    body: { userId: unlinkedUser, platform: 'SEARCH', state: 'order-17' },
    results: {
      link: 'http://localhost:8080/connect/kX3vJ2mQ0bXbXz0c1l7o2w5yJb8t1n9dZ4uQeR6sTgA',
      linkId: 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1',
    },
  },
})
