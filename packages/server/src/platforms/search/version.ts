/** The pinned Google Ads API version; https://developers.google.com/google-ads/api/docs/release-notes says what changes. */
export const version = 'v25'
