import { z } from 'zod'
import { declare } from './declare.ts'
import { anyText, fails, recordId, userId, webUrl } from './values.ts'

export const linkPlatforms = ['SOCIAL_A', 'PROFESSIONAL', 'SEARCH'] as const

/** Where users are sent: a fragment would swallow our parameters, and user info disguises the host. */
const redirectUri = webUrl(2048).refine(
  (value) => {
    const url = URL.parse(value)
    return url === null || (url.username === '' && url.password === '' && !value.includes('#'))
  },
  fails('MALFORMED', 'must not have a fragment (#) or user info (@).'),
)

const page = z.object({
  id: z.string(),
  name: z.string(),
  pictureUrl: z.string(),
  businessManagerId: z.string(),
})

const connectionHealth = {
  connectionStatus: z.string().describe('`active`, or why the account needs attention.'),
  reauthReason: z.string(),
  expiresAt: z.string(),
}

export const auth = {
  get_connected_accounts_data: declare({
    summary: 'Tells which ad accounts a user has linked, platform by platform.',
    description: 'Members of platforms that are not linked are absent. Account ids keep all their digits.',
    effect: 'read',
    scope: 'read',
    audit: { none: 'Reads only.' },
    errors: ['USER_NOT_FOUND'],
    input: z.object({ userId }),
    results: z.object({
      connectedAccounts: z.object({
        socialAds: z
          .object({
            userName: z.string(),
            adAccountId: z.number(),
            adAccountName: z.string(),
            currencyCode: z.string(),
            primaryPage: page,
            secondaryPage: page.optional().describe('The photo account; absent when none was chosen.'),
            ...connectionHealth,
          })
          .optional(),
        proAds: z
          .object({
            userName: z.string(),
            accountId: z.number(),
            accountName: z.string(),
            currencyCode: z.string(),
            organizationId: z.string(),
            ...connectionHealth,
          })
          .optional(),
        searchAds: z
          .object({
            userName: z.string(),
            email: z.string(),
            accountId: z.number(),
            accountName: z.string(),
            currencyCode: z.string(),
            managerId: z.string(),
            ...connectionHealth,
          })
          .optional(),
      }),
    }),
    example: {
      body: { userId: 'usr_demo_all' },
      results: {
        connectedAccounts: {
          searchAds: {
            userName: 'Ada Fox',
            email: 'ada@fox-bakery.example',
            accountId: 4823109756,
            accountName: 'Fox Garden Shop',
            currencyCode: 'USD',
            managerId: '',
            connectionStatus: 'active',
            reauthReason: '',
            expiresAt: '',
          },
        },
      },
    },
  }),

  create_link: declare({
    summary: 'Makes a link that the user opens to connect an ad account.',
    description:
      'The link is a page of this service and is good for 30 minutes. Afterwards the user is sent to `redirectUri` with `status`, `platform`, `state` and, on failure, `error`.',
    effect: 'local',
    scope: 'link',
    audit: { event: 'link.created' },
    errors: ['USER_NOT_FOUND', 'REDIRECT_URI_NOT_ALLOWED'],
    input: z.object({
      userId,
      platform: z.enum(linkPlatforms).describe('`SOCIAL_A` covers both social networks.'),
      redirectUri: redirectUri.optional().describe('Where the user is sent after linking.'),
      state: anyText(2000)
        .optional()
        .describe('Handed back unchanged. Serialise an object to a string first.'),
    }),
    results: z.object({
      link: z.string().describe('The URL to open.'),
      linkId: z.string().describe('Names the attempt, for auth/get_link_status.'),
    }),
    example: {
      body: { userId: 'usr_demo_none', platform: 'SEARCH', state: 'order-17' },
      results: {
        link: 'http://localhost:8080/connect/kX3vJ2mQ0bXbXz0c1l7o2w5yJb8t1n9dZ4uQeR6sTgA',
        linkId: 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1',
      },
    },
  }),

  get_link_status: declare({
    summary: 'Tells how far a link has come.',
    description:
      'Several failures never bring the user back to `redirectUri`; ask here when nobody returned.',
    effect: 'read',
    scope: 'link',
    audit: { none: 'Reads only.' },
    errors: ['LINK_NOT_FOUND'],
    input: z.object({ linkId: recordId }),
    results: z.object({
      status: z.enum([
        'created',
        'opened',
        'started',
        'returned',
        'selecting',
        'completed',
        'cancelled',
        'failed',
        'expired',
      ]),
      linkError: z.string().describe('Why it failed; empty otherwise.'),
      platform: z.enum(linkPlatforms),
      userId: z.string(),
    }),
    example: {
      body: { linkId: 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1' },
      results: { status: 'completed', linkError: '', platform: 'SEARCH', userId: 'usr_demo_none' },
    },
  }),

  remove_link: declare({
    summary: "Ends a user's connection to a platform.",
    description: 'Tokens are erased, and revoked at the platform where nobody else needs them.',
    effect: 'local',
    scope: 'link',
    audit: { event: 'connection.removed' },
    errors: ['USER_NOT_FOUND', 'ACCOUNT_NOT_LINKED'],
    input: z.object({ userId, platform: z.enum(linkPlatforms) }),
    results: z.object({}),
    example: { body: { userId: 'usr_demo_one', platform: 'SEARCH' }, results: {} },
  }),
}
