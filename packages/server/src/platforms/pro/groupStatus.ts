// Translates the platform's statuses to the statuses that all platforms share.

import { type GroupStatus, present } from './structure.ts'

const deleted: readonly GroupStatus[] = ['PENDING_DELETION', 'REMOVED']

export function isDeleted(status: string): boolean {
  return deleted.some((word) => word === status)
}

export const ourStatus = (status: string) => (isDeleted(status) ? 'DELETED' : status)

/** Returns the platform's statuses that match the caller's status filter. */
export function statusesOf(status: 'ACTIVE' | 'PAUSED' | 'DELETED' | undefined): readonly GroupStatus[] {
  if (status === undefined) return present
  return status === 'DELETED' ? deleted : [status]
}
