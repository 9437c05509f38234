import type { PictureUrlReaders } from '../connector-kit/pictureUrls.ts'

export const socialPictureUrls: PictureUrlReaders = {
  'auth/get_connected_accounts_data': ({ connectedAccounts: { socialAds } }) => [
    socialAds?.primaryPage.pictureUrl,
    socialAds?.secondaryPage?.pictureUrl,
  ],
  'social/get_ad_account_media': ({ media }) => media.map(({ url, picture }) => picture ?? url),
  'social/get_ads': ({ ads }) => ads.flatMap(({ imageUrl, otherImageUrls }) => [imageUrl, ...otherImageUrls]),
  'social/get_page_posts': ({ posts }) => posts.map(({ image }) => image),
}
