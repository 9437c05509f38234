/** URL where a person with a role on the page accepts the terms of lead ads. */
export function buildLeadTermsUrl(pageId: string): string {
  return `https://www.facebook.com/ads/leadgen/tos?page_id=${pageId}`
}
