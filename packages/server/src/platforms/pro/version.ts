/** The pinned LinkedIn version; https://learn.microsoft.com/en-us/linkedin/marketing/versioning says how long it lives. */
export const version = '202607'
