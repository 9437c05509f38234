// The subjects of limits and freezes, as stored and as shown.

import type { Platform } from '@adrail/contract'

export const wholeWorkspace = 'workspace'
export const ofUser = (userId: string) => `user/${userId}`
export const ofKey = (keyId: string) => `key/${keyId}`
export const ofPlatform = (platform: Platform) => `platform/${platform}`

interface Whom {
  readonly userId: string
  readonly platform: Platform
}

/** Returns all subjects whose limits apply to a write. */
export function limitSubjects({ keyId, ...whom }: Whom & { readonly keyId: string }): string[] {
  return [...freezeSubjects(whom), ofKey(keyId)]
}

/** Returns all subjects whose freeze stops a write. */
export function freezeSubjects({ userId, platform }: Whom): string[] {
  return [wholeWorkspace, ofPlatform(platform), ofUser(userId)]
}

/** Returns `for the whole workspace`, `on social` or `for the user usr_…`. */
export function wordsFor(subject: string): string {
  const [kind, id] = subject.split('/')
  if (kind === 'platform') return `on ${id}`
  return id === undefined ? 'for the whole workspace' : `for the ${kind === 'key' ? 'API key' : 'user'} ${id}`
}
