import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { mediaUrl } from '../../imageUrl.ts'
import { httpOnly } from '../../operation.ts'
import { exampleMediaUrl } from './values.ts'

export const upload_image = declareOperation({
  localEffect: { scope: 'write', otherScopes: ['spend'], event: 'image.uploaded' },
  // The bytes of an image would pass through the context of a language model.
  surfaces: httpOnly,
  binaryBody: {
    mediaTypes: ['image/jpeg', 'image/png'],
    maxBytes: 10 * 1024 * 1024,
    exampleFile: 'photo.jpg',
  },
  summary: 'Uploads a JPEG or PNG image for ads.',
  description:
    'The body is the file, at most 10 MB and 25 megapixels. adrail removes metadata such as the place and the camera, and leaves the pixels unchanged. Every field for an image URL accepts the returned `url`. The same image returns the same `url`.',
  errors: ['IMAGE_NOT_ACCEPTED', 'IMAGE_QUOTA_EXCEEDED'],
  input: z.object({}),
  results: z.object({
    url: mediaUrl.describe('For fields such as `ads[].imageUrl` and `images`, in this workspace only.'),
    type: z.enum(['image/jpeg', 'image/png']).describe('The format by the bytes of the file.'),
    width: z.number().int().describe('Width in pixels, after the rotation that the file declares.'),
    height: z.number().int(),
    bytes: z.number().int().describe('The size of the stored file, without metadata.'),
    expiresAt: z
      .string()
      .describe(
        'When adrail deletes the image: 30 days after the latest upload of the image or the latest plan with it.',
      ),
    created: z.boolean().describe('False if the workspace already has the image.'),
  }),
  example: {
    body: {},
    results: {
      url: exampleMediaUrl,
      type: 'image/jpeg',
      width: 1200,
      height: 628,
      bytes: 184_320,
      expiresAt: '2026-12-02T09:30:00.000Z',
      created: true,
    },
  },
})
