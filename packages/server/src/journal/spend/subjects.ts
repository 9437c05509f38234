// The subjects of limits and freezes, as stored and as shown.

import type { Platform } from '@adrail/contract'

export const workspaceSubject = 'workspace'
export const toUserSubject = (userId: string) => `user/${userId}`
export const toKeySubject = (keyId: string) => `key/${keyId}`
export const toPlatformSubject = (platform: Platform) => `platform/${platform}`

interface SubjectScope {
  readonly userId: string
  readonly platform: Platform
}

/** Returns all subjects whose limits apply to a write. */
export function listLimitSubjects({ keyId, ...scope }: SubjectScope & { readonly keyId: string }): string[] {
  return [...listFreezeSubjects(scope), toKeySubject(keyId)]
}

/** Returns all subjects whose freeze stops a write. */
export function listFreezeSubjects({ userId, platform }: SubjectScope): string[] {
  return [workspaceSubject, toPlatformSubject(platform), toUserSubject(userId)]
}

/** Returns `for the whole workspace`, `on social` or `for the user usr_…`. */
export function describeSubject(subject: string): string {
  const [kind, id] = subject.split('/')
  if (kind === 'platform') return `on ${id}`
  return id === undefined ? 'for the whole workspace' : `for the ${kind === 'key' ? 'API key' : 'user'} ${id}`
}
