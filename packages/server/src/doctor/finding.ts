// What the doctor finds, one sentence at a time, and what all of it comes to.

/** Ordered by how much it matters. A note asks for nothing; a warning will have to be looked at; what is broken keeps something from working for everybody. */
export type State = 'ok' | 'note' | 'warning' | 'broken'

export interface Finding {
  /** Where it belongs, in the order of the list below. */
  readonly area: Area
  /** What was looked at, in a word that stays the same. */
  readonly check: string
  readonly state: State
  readonly says: string
  /** What to do about it; empty when there is nothing to do. */
  readonly todo: string
  /** Whose linked account it concerns. */
  readonly workspaceId?: string
  readonly userId?: string
}

export const areas = ['configuration', 'database', 'secrets', 'clock', 'social', 'search', 'pro'] as const
export type Area = (typeof areas)[number]

export interface Report {
  readonly checkedAt: string
  readonly outcome: 'fine' | 'warnings' | 'broken'
  readonly findings: readonly Finding[]
}

export function ok(area: Area, check: string, says: string): Finding {
  return { area, check, state: 'ok', says, todo: '' }
}

export function note(area: Area, check: string, says: string, todo = ''): Finding {
  return { area, check, state: 'note', says, todo }
}

export function warning(area: Area, check: string, says: string, todo: string): Finding {
  return { area, check, state: 'warning', says, todo }
}

export function broken(area: Area, check: string, says: string, todo: string): Finding {
  return { area, check, state: 'broken', says, todo }
}

export function isBroken({ state }: Finding): boolean {
  return state === 'broken'
}

export function reportOf(findings: readonly Finding[], at: number): Report {
  const has = (state: State) => findings.some((finding) => finding.state === state)
  return {
    checkedAt: new Date(at).toISOString(),
    outcome: has('broken') ? 'broken' : has('warning') ? 'warnings' : 'fine',
    findings: findings.toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area)),
  }
}

/** 0 when all is well, 1 when something is broken, 2 when there are warnings alone. */
export const exitCodes: Readonly<Record<Report['outcome'], number>> = { fine: 0, broken: 1, warnings: 2 }
