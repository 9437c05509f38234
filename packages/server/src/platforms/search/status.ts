// Translates campaign statuses between adrail's names and the platform's names.

export const platformStatus = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const

export function ourStatus(status: string): string {
  const [ours] = Object.entries(platformStatus).find(([, theirs]) => theirs === status) ?? []
  return ours ?? status
}

/** Translates the platform's status. Throws for a status that adrail never sets. */
export function knownStatus(status: string): keyof typeof platformStatus {
  const ours = (['ACTIVE', 'PAUSED', 'DELETED'] as const).find((name) => platformStatus[name] === status)
  if (ours === undefined) throw new Error(`A campaign cannot be set to ${status}.`)
  return ours
}
