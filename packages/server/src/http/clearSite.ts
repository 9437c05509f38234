/**
 * Deletes drafts and cached pictures with a sign-out: https://www.w3.org/TR/clear-site-data/. Not `"cookies"`, which would also
 * delete those of other services under the same domain.
 */
export const clearedSite = { 'clear-site-data': '"cache", "storage"' } as const
