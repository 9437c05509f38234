import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId, webUrl } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const upload_video = declareOperation({
  writeEffect: { platform: 'pro', scope: 'write', event: 'video.uploaded' },
  summary: "Uploads a video to the ad account's organization from a URL.",
  description:
    'The video must be an MP4 file of 75 kB to 500 MB, on a server that supports range requests. LinkedIn needs a few minutes to process the video before ads can show it.',
  errors: ['REFERENCE_NOT_FOUND', 'ORGANIZATION_MISSING'],
  permissions: [{ permission: 'w_organization_social' }, { permission: 'r_organization_social' }],
  input: z.object({ userId, url: webUrl(2048).describe('Public HTTPS URL of the video.') }),
  results: z.object({ videoId: z.string() }),
  example: {
    body: { userId: demoUser, url: 'http://127.0.0.1:8081/_media/video/nursery-200kb.mp4' },
    results: { videoId: 'C5605AQPlantingGuide' },
  },
})
