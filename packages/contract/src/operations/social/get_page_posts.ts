import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { post, postPermissions } from './values.ts'

export const get_page_posts = declareOperation({
  source: 'social',
  pageSize: 25,
  columns: ['id', 'primaryText', 'createdTime', 'mediaType', 'postUrl'],
  summary: "Lists the posts on a user's page or Instagram account, newest first, 25 per page.",
  description: 'Dimensions are 0 if the platform does not return them.',
  errors: ['SECONDARY_ACCOUNT_MISSING'],
  permissions: [
    ...postPermissions,
    { permission: 'pages_read_user_content', part: 'posts on the page, for some apps' },
  ],
  input: z.object({
    userId,
    platform: z.enum(['SOCIAL_A', 'SOCIAL_B']),
  }),
  results: z.object({ posts: z.array(post) }),
  example: {
    body: { userId: demoUser, platform: 'SOCIAL_A' },
    results: {
      posts: [
        {
          id: '104500000000001_2271',
          createdTime: '2026-01-30T10:00:00+0000',
          postUrl: 'https://social.example/posts/2271',
          mediaType: 'image',
          primaryText: 'Fresh rye, out of the oven at seven.',
          image: 'https://social.example/media/rye.jpg',
          height: 1080,
          width: 1080,
        },
      ],
    },
  },
})
