import type { PictureUrlReaders } from '../connector-kit/pictureUrls.ts'

export const proPictureUrls: PictureUrlReaders = {
  'pro/get_ads': ({ ads }) => ads.flatMap(({ imageUrl, otherImageUrls }) => [imageUrl, ...otherImageUrls]),
  'pro/get_page_posts': ({ posts }) => posts.map(({ image }) => image),
}
