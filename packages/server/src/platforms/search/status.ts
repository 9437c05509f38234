// Translates campaign statuses between adrail's names and the platform's names.

export const searchStatusByName = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const

export function fromSearchStatus(status: string): string {
  const [adrailStatus] =
    Object.entries(searchStatusByName).find(([, platformName]) => platformName === status) ?? []
  return adrailStatus ?? status
}

/** Translates the platform's status. Throws for a status that adrail never sets. */
export function toSettableStatus(status: string): keyof typeof searchStatusByName {
  const adrailStatus = (['ACTIVE', 'PAUSED', 'DELETED'] as const).find(
    (name) => searchStatusByName[name] === status,
  )
  if (adrailStatus === undefined) throw new Error(`A campaign cannot be set to ${status}.`)
  return adrailStatus
}
