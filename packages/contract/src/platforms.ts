/** The platforms under the names that adrail uses throughout. */
export const platforms = ['social', 'search', 'pro'] as const
export type Platform = (typeof platforms)[number]
