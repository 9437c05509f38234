// The subjects of limits and freezes, as stored and as shown.

import type { Platform } from '@adrail/contract'

export const workspaceSubject = 'workspace'
export const userSubject = (userId: string) => `user/${userId}`
export const keySubject = (keyId: string) => `key/${keyId}`
export const platformSubject = (platform: Platform) => `platform/${platform}`

interface SubjectScope {
  readonly userId: string
  readonly platform: Platform
}

/** Returns all subjects whose limits apply to a write. */
export function limitSubjects({ keyId, ...scope }: SubjectScope & { readonly keyId: string }): string[] {
  return [...freezeSubjects(scope), keySubject(keyId)]
}

/** Returns all subjects whose freeze stops a write. */
export function freezeSubjects({ userId, platform }: SubjectScope): string[] {
  return [workspaceSubject, platformSubject(platform), userSubject(userId)]
}

/** Returns `for the whole workspace`, `on social` or `for the user usr_…`. */
export function describeSubject(subject: string): string {
  const [kind, id] = subject.split('/')
  if (kind === 'platform') return `on ${id}`
  return id === undefined ? 'for the whole workspace' : `for the ${kind === 'key' ? 'API key' : 'user'} ${id}`
}
