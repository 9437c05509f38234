// Mutants of uploaded images: their checks, their quota, and who may use them.

import { type Mutant, proofCatcher, suiteCatcher } from './mutant.ts'

const uploadTests = 'packages/server/src/operations/media/upload_image.test.ts'
const useTests = 'packages/server/src/operations/media/usedImages.test.ts'

export const mediaMutants: readonly Mutant[] = [
  {
    name: 'imageOutsideTransaction',
    breaks: 'An image is stored in another transaction than its count in the quota and its audit entry.',
    file: 'packages/server/src/media/imageLibrary.ts',
    find: 'await insertImage(transaction, image, parts)',
    replace: 'await insertImage(store.db, image, parts)',
    caughtBy: [
      proofCatcher('T49', 'leaves the whole image or nothing, and the next upload of the image succeeds', {
        database: 'postgres',
      }),
    ],
  },
  {
    name: 'imageQuotaIgnored',
    breaks: 'A workspace stores more images than its quota permits.',
    file: 'packages/server/src/store/images.ts',
    find: `.where('image_usage.size', '<=', quota - size)`,
    replace: `.where('image_usage.size', '>=', 0)`,
    caughtBy: [
      suiteCatcher(uploadTests, 'concurrent uploads never exceed the quota of a workspace', 'postgres'),
      proofCatcher('T49', 'leaves the whole image or nothing, and the next upload of the image succeeds'),
    ],
  },
  {
    name: 'deletedImagesCount',
    breaks: 'A deleted image still counts in the quota.',
    file: 'packages/server/src/store/images.ts',
    find: 'if (bytes > 0) await changeUsage(transaction, workspaceId, -bytes)',
    replace: 'if (bytes < 0) await changeUsage(transaction, workspaceId, -bytes)',
    caughtBy: [
      suiteCatcher(uploadTests, 'expired images are deleted with their bytes, and free the quota', 'sqlite'),
    ],
  },
  {
    name: 'anyFileAsImage',
    breaks: 'A file whose bytes are no image is stored.',
    file: 'packages/server/src/media/inspectImage.ts',
    find: `if (!isPng(bytes)) throw new ImageProblem('The file is not a JPEG or PNG.')`,
    replace: `if (!isPng(bytes)) return { type: 'image/png', width: 1, height: 1, parts: [bytes] }`,
    caughtBy: [suiteCatcher(uploadTests, 'and stores nothing', 'sqlite')],
  },
  {
    name: 'anyNumberOfPixels',
    breaks: 'An image has any number of pixels.',
    file: 'packages/server/src/media/inspectImage.ts',
    find: 'if (width * height > maxPixels)',
    replace: 'if (width * height > 2 * maxPixels)',
    caughtBy: [suiteCatcher(uploadTests, 'and stores nothing', 'sqlite')],
  },
  {
    name: 'metadataKept',
    breaks: 'A stored JPEG contains the place and the camera.',
    file: 'packages/server/src/media/jpeg.ts',
    find: 'else if (code === marker.app1) orientation ??= parseExif(data)',
    replace: 'else if (code === marker.app1) keptParts.push(segment)',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/media/inspectImage.test.ts',
        'without texts, times, comments, thumbnails, camera and place',
        'sqlite',
      ),
    ],
  },
  {
    name: 'largeUploadReceived',
    breaks: 'The body of an upload is received before its announced size is checked.',
    file: 'packages/server/src/http/body.ts',
    find: 'if (announcedBytes > limitBytes) throw tooLargeError(limitBytes)\n  assertConnected(request)',
    replace: 'assertConnected(request)',
    caughtBy: [suiteCatcher(uploadTests, 'is refused before the body arrives', 'sqlite')],
  },
  {
    name: 'missingChunkIgnored',
    breaks: 'An image of which a part is missing is sent to the platform.',
    file: 'packages/server/src/store/images.ts',
    find: 'if (!chunk) return undefined',
    replace: 'if (!chunk) break',
    caughtBy: [suiteCatcher(useTests, 'creates nothing with an image of which a part is missing', 'sqlite')],
  },
  {
    name: 'imagesOfOtherWorkspacesUsed',
    breaks: 'A campaign uses the image of another workspace.',
    file: 'packages/server/src/store/images.ts',
    find: `.where('workspace_id', '=', workspaceId)\n    .where('expires_at', '>', now)`,
    replace: `.where('expires_at', '>', now)`,
    caughtBy: [
      suiteCatcher(useTests, 'refuses an image of another workspace exactly like an unknown one', 'sqlite'),
      proofCatcher('T13', 'receives the same responses for every id, cursor and key'),
    ],
  },
  {
    name: 'imagesOfOtherWorkspacesDeleted',
    breaks: 'A key deletes the images of another workspace.',
    file: 'packages/server/src/store/images.ts',
    find: `.where('workspace_id', '=', workspaceId)\n    .where('id', 'in', ids)`,
    replace: `.where('id', 'in', ids)`,
    caughtBy: [
      suiteCatcher(
        'packages/server/src/operations/media/delete_image.test.ts',
        'an image of another workspace is as unknown as an image that never existed',
        'sqlite',
      ),
    ],
  },
  {
    name: 'usedImagesExpire',
    breaks: 'An image expires 30 days after its upload, although a plan used the image since.',
    file: 'packages/server/src/platforms/connector-kit/uploadedImages.ts',
    find: 'return image && image.expires_at < expiresAt - prolongAfterMs',
    replace: 'return image && image.expires_at < 0',
    caughtBy: [suiteCatcher(useTests, 'a plan with the image prolongs its retention', 'sqlite')],
  },
]
