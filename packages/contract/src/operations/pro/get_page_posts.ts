import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_page_posts = declareOperation({
  source: 'pro',
  pageSize: 25,
  columns: ['id', 'primaryText', 'createdTime', 'mediaType', 'postUrl'],
  summary: "Lists the posts by the ad account's organization, newest first, 25 per page.",
  errors: ['ORGANIZATION_MISSING'],
  permissions: [{ permission: 'r_organization_social' }],
  input: z.object({ userId }),
  results: z.object({
    posts: z.array(
      z.object({
        id: z.string(),
        createdTime: z.string(),
        postUrl: z.string(),
        mediaType: z.string().describe('`image`, `video`, `text` or another type.'),
        primaryText: z.string(),
        image: z
          .string()
          .describe('URL of the image, valid for a few hours. Empty if the post has no image.'),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      posts: [
        {
          id: 'urn:li:share:7180100001',
          createdTime: '2026-01-30T10:00:00.000Z',
          postUrl: 'https://www.linkedin.com/feed/update/urn:li:share:7180100001',
          mediaType: 'image',
          primaryText: 'Boxwood by the pallet: what landscapers ordered this spring.',
          image: 'https://pro.example/media/boxwood.png',
        },
      ],
    },
  },
})
