// Findings of the doctor, and the outcome of all of them.

/**
 * The states are ordered by severity. A note requires no action, and a
 * warning will require one. Something broken affects all users.
 */
export type State = 'ok' | 'note' | 'warning' | 'broken'

export interface Finding {
  /** Reports list findings in the order of `areas`. */
  readonly area: Area
  /** The name of the check never changes. */
  readonly check: string
  readonly state: State
  readonly says: string
  /** The text recommends an action. It is empty when no action is needed. */
  readonly todo: string
  /** The finding concerns the linked account of this user. */
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

/** The exit code is 0 without problems, 1 when something is broken, and 2 when there are only warnings. */
export const exitCodes: Readonly<Record<Report['outcome'], number>> = { fine: 0, broken: 1, warnings: 2 }
