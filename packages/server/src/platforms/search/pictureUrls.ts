import type { PictureUrlReaders } from '../connector-kit/pictureUrls.ts'

export const searchPictureUrls: PictureUrlReaders = {
  'search/get_ads': ({ ads }) => ads.flatMap(({ imageUrl, otherImageUrls }) => [imageUrl, ...otherImageUrls]),
}
