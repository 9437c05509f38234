// Translates the platform's statuses to the statuses that all platforms share.

import { type GroupStatus, nonDeletedStatuses } from './structure.ts'

const deletedStatuses: readonly GroupStatus[] = ['PENDING_DELETION', 'REMOVED']

export function isDeletedStatus(status: string): boolean {
  return deletedStatuses.some((deletedStatus) => deletedStatus === status)
}

export const fromProStatus = (status: string) => (isDeletedStatus(status) ? 'DELETED' : status)

/** Returns the platform's statuses that match the caller's status filter. */
export function toProStatuses(status: 'ACTIVE' | 'PAUSED' | 'DELETED' | undefined): readonly GroupStatus[] {
  if (status === undefined) return nonDeletedStatuses
  return status === 'DELETED' ? deletedStatuses : [status]
}
