import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { upstreamId, userId } from '../../values.ts'
import { warnings } from '../../writes.ts'
import { demoUser } from '../demo.ts'
import { video } from './values.ts'

export const get_video_info = declareOperation({
  source: 'social',
  summary: 'Returns the processing state of a video.',
  description:
    'Finds videos in the ad account and on the page. A `videoId` that social/get_page_posts returned for `SOCIAL_B` exists only on Instagram and cannot be used here.',
  errors: ['OBJECT_NOT_FOUND'],
  permissions: [{ permission: 'pages_read_engagement', part: 'videos that only the page has' }],
  input: z.object({ userId, videoId: upstreamId.describe('Id of the video, from social/upload_video.') }),
  results: z.object({ video, warnings }),
  example: {
    body: { userId: demoUser, videoId: '990011' },
    results: {
      video: {
        id: '990011',
        source: 'https://social.example/media/rye.mp4',
        thumbnails: {
          data: [
            {
              id: '880001',
              height: 720,
              scale: 1,
              uri: 'https://social.example/media/rye-1.jpg',
              width: 1280,
              is_preferred: true,
            },
          ],
        },
        status: {
          video_status: 'ready',
          uploading_phase: { status: 'complete' },
          processing_phase: { status: 'complete' },
          publishing_phase: {
            status: 'complete',
            publish_status: 'publish',
            publish_time: '2026-01-30T10:00:00+0000',
          },
        },
      },
    },
  },
})
