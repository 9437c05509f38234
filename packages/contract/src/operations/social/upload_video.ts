import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { objectName, userId, webUrl } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const upload_video = declareOperation({
  writeEffect: { platform: 'social', scope: 'write', event: 'video.uploaded' },
  summary: 'Uploads a video to the ad account from a URL.',
  description: 'Meta downloads the video. To get the processing state, call social/get_video_info.',
  input: z.object({
    userId,
    url: webUrl(2048).describe('Public URL of the video.'),
    name: objectName(255).optional(),
  }),
  results: z.object({ videoId: z.string() }),
  example: {
    body: { userId: demoUser, url: 'https://media.foxbakery.example/rye.mp4', name: 'Rye day' },
    results: { videoId: '990501' },
  },
})
