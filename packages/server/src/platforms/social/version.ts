/** The pinned Graph API version; https://developers.facebook.com/docs/graph-api/changelog says what changes. */
export const version = 'v26.0'
