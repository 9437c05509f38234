// Finds the picture URLs of platforms in the results of operations.

import type { OperationName, Results } from '@adrail/contract'

/** Results of operations that are not listed contain no pictures. */
const urlReaders: {
  readonly [Name in OperationName]?: (results: Results<Name>) => readonly (string | undefined)[]
} = {
  'auth/get_connected_accounts_data': ({ connectedAccounts: { socialAds } }) => [
    socialAds?.primaryPage.pictureUrl,
    socialAds?.secondaryPage?.pictureUrl,
  ],
  'social/get_ad_account_media': ({ media }) => media.map(({ url, picture }) => picture ?? url),
  'social/get_page_posts': ({ posts }) => posts.map(({ image }) => image),
  'pro/get_page_posts': ({ posts }) => posts.map(({ image }) => image),
}

export function listPictureUrls(operation: OperationName, results: object): string[] {
  // The table's entry for an operation reads that operation's results.
  const readUrls = urlReaders[operation] as ((results: object) => readonly (string | undefined)[]) | undefined
  const addresses = readUrls?.(results).filter((address) => address !== undefined && address !== '')
  return [...new Set(addresses)].filter((address) => address !== undefined)
}
