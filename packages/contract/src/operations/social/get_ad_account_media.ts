import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_ad_account_media = declareOperation({
  source: 'social',
  pageSize: 50,
  columns: ['id', 'width', 'height', 'url'],
  summary: "Lists the images or videos in a user's ad account, 50 per page.",
  input: z.object({ userId, type: z.enum(['IMAGE', 'VIDEO']) }),
  results: z.object({
    media: z.array(
      z.object({
        url: z.string(),
        width: z.number(),
        height: z.number(),
        id: z.string(),
        picture: z
          .string()
          .optional()
          .describe('For videos, URL of a still image. Present once the video is ready.'),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, type: 'IMAGE' },
    results: {
      media: [
        {
          url: 'https://social.example/media/rye.jpg',
          width: 1080,
          height: 1080,
          id: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
        },
      ],
    },
  },
})
