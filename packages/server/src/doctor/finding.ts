// Findings of the doctor, and the outcome of all of them.

import { platforms } from '@adrail/contract'

/**
 * The states are ordered by severity. A note requires no action, and a
 * warning will require one. Something broken affects all users.
 */
export type FindingState = 'ok' | 'note' | 'warning' | 'broken'

export interface Finding {
  /** Reports list findings in the order of `areas`. */
  readonly area: FindingArea
  /** The name of the check never changes. */
  readonly check: string
  readonly state: FindingState
  readonly says: string
  /** The text recommends an action. It is empty when no action is needed. */
  readonly todo: string
  /** The finding concerns the linked account of this user. */
  readonly workspaceId?: string
  readonly userId?: string
}

export const areas = ['configuration', 'database', 'secrets', 'clock', ...platforms] as const
export type FindingArea = (typeof areas)[number]

export interface DoctorReport {
  readonly checkedAt: string
  readonly outcome: 'fine' | 'warnings' | 'broken'
  readonly findings: readonly Finding[]
}

export function okFinding(area: FindingArea, check: string, description: string): Finding {
  return { area, check, state: 'ok', says: description, todo: '' }
}

export function noteFinding(area: FindingArea, check: string, description: string, todo = ''): Finding {
  return { area, check, state: 'note', says: description, todo }
}

export function warningFinding(area: FindingArea, check: string, description: string, todo: string): Finding {
  return { area, check, state: 'warning', says: description, todo }
}

export function brokenFinding(area: FindingArea, check: string, description: string, todo: string): Finding {
  return { area, check, state: 'broken', says: description, todo }
}

export function isBroken({ state }: Finding): boolean {
  return state === 'broken'
}

export function buildReport(findings: readonly Finding[], at: number): DoctorReport {
  const has = (state: FindingState) => findings.some((finding) => finding.state === state)
  return {
    checkedAt: new Date(at).toISOString(),
    outcome: has('broken') ? 'broken' : has('warning') ? 'warnings' : 'fine',
    findings: findings.toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area)),
  }
}

/** The exit code is 0 without problems, 1 when something is broken, and 2 when there are only warnings. */
export const exitCodes: Readonly<Record<DoctorReport['outcome'], number>> = {
  fine: 0,
  broken: 1,
  warnings: 2,
}
