// The states of a campaign under our names and under the platform's.

export const platformStatus = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const

export function ourStatus(status: string): string {
  const [ours] = Object.entries(platformStatus).find(([, theirs]) => theirs === status) ?? []
  return ours ?? status
}

/** The platform's name for one of our states under ours; refused for a state that we do not set. */
export function knownStatus(status: string): keyof typeof platformStatus {
  const ours = (['ACTIVE', 'PAUSED', 'DELETED'] as const).find((name) => platformStatus[name] === status)
  if (ours === undefined) throw new Error(`A campaign cannot be set to ${status}.`)
  return ours
}
