// The states of a campaign under our names and under the platform's.

export const platformStatus = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const

export function ourStatus(status: string): string {
  const [ours] = Object.entries(platformStatus).find(([, theirs]) => theirs === status) ?? []
  return ours ?? status
}
