import type { PictureUrlReaders } from '../connector-kit/pictureUrls.ts'

export const proPictureUrls: PictureUrlReaders = {
  'pro/get_ads': ({ ads }) => ads.map(({ imageUrl }) => imageUrl),
  'pro/get_page_posts': ({ posts }) => posts.map(({ image }) => image),
}
