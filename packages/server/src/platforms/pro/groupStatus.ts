// The platform's states in the words that all platforms share.

import { type GroupStatus, present } from './structure.ts'

const deleted: readonly GroupStatus[] = ['PENDING_DELETION', 'REMOVED']

export function isDeleted(status: string): boolean {
  return deleted.some((word) => word === status)
}

export const ourStatus = (status: string) => (isDeleted(status) ? 'DELETED' : status)

/** Which states a caller means. */
export function statusesOf(status: 'ACTIVE' | 'PAUSED' | 'DELETED' | undefined): readonly GroupStatus[] {
  if (status === undefined) return present
  return status === 'DELETED' ? deleted : [status]
}
