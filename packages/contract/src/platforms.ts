/** The families of platforms, as everything of ours names them. */
export const platforms = ['social', 'search', 'pro'] as const
export type Platform = (typeof platforms)[number]
