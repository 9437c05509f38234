import { z } from 'zod'
import { declare } from './declare.ts'
import { anyText, fails, line, pages, pagination, userId } from './values.ts'

const user = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().describe('Empty when not given.'),
  externalId: z.string().describe('Your own id of this user; empty when not given.'),
  createdAt: z.string().describe('When the user was made, such as `2026-01-31T09:30:00.000Z`.'),
  connections: z.array(
    z.object({
      platform: z.enum(['SOCIAL_A', 'PROFESSIONAL', 'SEARCH']),
      health: z.string().describe('`active`, `degraded`, `needs_reauth`, `revoked` or `needs_user_action`.'),
      reason: z.string(),
      expiresAt: z.string(),
    }),
  ),
})

export type UserRecord = z.infer<typeof user>

const demoUser = {
  userId: 'usr_demo_none',
  name: 'Nina Newcomer',
  email: 'nina@example.com',
  externalId: 'demo-none',
  createdAt: '2026-01-31T09:30:00.000Z',
  connections: [],
}

const email = anyText(254)
  .refine(
    (value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value),
    fails('MALFORMED', 'must be an e-mail address.'),
  )
  .meta({ format: 'email' })

export const userOperations = {
  create_user: declare({
    summary: 'Makes a user to act for.',
    description:
      'With an `externalId` that is known already, that user is returned unchanged and `created` is false; so the call can be repeated safely.',
    effect: 'local',
    scope: 'write',
    audit: { event: 'user.created' },
    errors: [],
    input: z.object({
      name: line(200),
      email: email.optional(),
      externalId: line(200).optional().describe('Your own id of this user, unique in the workspace.'),
    }),
    results: z.object({ user, created: z.boolean() }),
    example: {
      body: { name: 'Nina Newcomer', email: 'nina@example.com', externalId: 'demo-none' },
      results: { user: demoUser, created: false },
    },
  }),

  get_profile: declare({
    summary: 'Returns a user with the linked platforms and their health.',
    effect: 'read',
    scope: 'read',
    audit: { none: 'Reads only.' },
    errors: ['USER_NOT_FOUND'],
    input: z.object({
      userId: userId.optional(),
      externalId: line(200).optional(),
    }),
    rules: [
      {
        says: 'Exactly one of `userId` and `externalId` is required.',
        over: ['userId', 'externalId'],
        check({ userId, externalId }, report) {
          if (userId === undefined && externalId === undefined)
            report('userId', 'REQUIRED', 'is required, or externalId instead of it.')
          if (userId !== undefined && externalId !== undefined)
            report('externalId', 'CONFLICT', 'must not be given together with userId.')
        },
      },
    ],
    results: z.object({ user }),
    example: { body: { externalId: 'demo-none' }, results: { user: demoUser } },
  }),

  list_users: declare({
    summary: 'Lists the users of the workspace, newest first, 50 a page.',
    effect: 'read',
    scope: 'read',
    audit: { none: 'Reads only.' },
    errors: ['INVALID_CURSOR'],
    input: z.object({ pagination: pagination.default('') }),
    results: z.object({ users: z.array(user), pagination: pages }),
    example: { body: {}, results: { users: [demoUser], pagination: { next: '', previous: '' } } },
  }),

  delete_user: declare({
    summary: 'Forgets a user: personal data, connections and tokens.',
    description: 'What was created at the platforms stays there. The `userId` is not given out again.',
    effect: 'local',
    scope: 'write',
    audit: { event: 'user.deleted' },
    errors: ['USER_NOT_FOUND'],
    input: z.object({ userId }),
    results: z.object({}),
    example: { body: { userId: 'usr_demo_none' }, results: {} },
  }),
}
