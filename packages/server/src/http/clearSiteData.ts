/**
 * Deletes drafts and cached pictures on sign-out: https://www.w3.org/TR/clear-site-data/. `"cookies"` is left
 * out, because it would also delete the cookies of other services under the same domain.
 */
export const clearSiteHeaders = { 'clear-site-data': '"cache", "storage"' } as const
