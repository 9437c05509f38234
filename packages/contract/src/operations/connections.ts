// The links between users and platforms, as the interface names them.

export const linkPlatforms = ['SOCIAL_A', 'PROFESSIONAL', 'SEARCH'] as const

/** How a connection is: whether it works, and if not, who has to do what. */
export const connectionHealths = [
  'active',
  'degraded',
  'needs_reauth',
  'revoked',
  'needs_user_action',
] as const
export type ConnectionHealth = (typeof connectionHealths)[number]
