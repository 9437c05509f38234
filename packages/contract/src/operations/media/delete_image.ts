import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { mediaUrl } from '../../imageUrl.ts'
import { httpOnly } from '../../operation.ts'
import { exampleMediaUrl } from './values.ts'

export const delete_image = declareOperation({
  localEffect: { scope: 'write', otherScopes: ['spend'], event: 'image.deleted', removes: true },
  surfaces: httpOnly,
  summary: 'Deletes an uploaded image.',
  description:
    'Ads that show the image keep the copy of their platform. A write in progress that still needs the image fails.',
  errors: ['IMAGE_NOT_FOUND'],
  input: z.object({ url: mediaUrl.describe('The `url` from media/upload_image.') }),
  results: z.object({}),
  example: { body: { url: exampleMediaUrl }, results: {} },
})
