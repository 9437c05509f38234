// Translates campaign statuses between adrail's names and the platform's names.

export const platformStatus = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const

export function fromSearchStatus(status: string): string {
  const [ourName] = Object.entries(platformStatus).find(([, platformName]) => platformName === status) ?? []
  return ourName ?? status
}

/** Translates the platform's status. Throws for a status that adrail never sets. */
export function toSettableStatus(status: string): keyof typeof platformStatus {
  const ourName = (['ACTIVE', 'PAUSED', 'DELETED'] as const).find((name) => platformStatus[name] === status)
  if (ourName === undefined) throw new Error(`A campaign cannot be set to ${status}.`)
  return ourName
}
