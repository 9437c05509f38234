// For whom a limit or a freeze holds, as it is stored and as it is told.

import type { Platform } from '@adrail/contract'

export const wholeWorkspace = 'workspace'
export const ofUser = (userId: string) => `user/${userId}`
export const ofKey = (keyId: string) => `key/${keyId}`
export const ofPlatform = (platform: Platform) => `platform/${platform}`

interface Whom {
  readonly userId: string
  readonly platform: Platform
}

/** Every subject whose limits a write must keep. */
export function limitSubjects({ keyId, ...whom }: Whom & { readonly keyId: string }): string[] {
  return [...freezeSubjects(whom), ofKey(keyId)]
}

/** Every subject whose freeze stops a write. */
export function freezeSubjects({ userId, platform }: Whom): string[] {
  return [wholeWorkspace, ofPlatform(platform), ofUser(userId)]
}

/** `for the whole workspace`, `on social`, `for user usr_…`. */
export function wordsFor(subject: string): string {
  const [kind, id] = subject.split('/')
  if (kind === 'platform') return `on ${id}`
  return id === undefined ? 'for the whole workspace' : `for the ${kind === 'key' ? 'API key' : 'user'} ${id}`
}
