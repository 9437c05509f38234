// What entities were like before, so that what was delivered stays delivered when they change.

import { type JsonRecord, moneyField, scheduleField, textField } from './fields.ts'
import type { PastVersion } from './state.ts'

/** The past of an entity that is about to change, with what it is like now. */
export function appendPastVersion(
  previous: JsonRecord,
  statusField: string,
  now: number,
): readonly PastVersion[] {
  // Nobody else writes the member.
  const earlierVersions = (previous['past'] ?? []) as readonly PastVersion[]
  return [...earlierVersions, toPastVersion(previous, textField(previous, statusField) ?? '', now)]
}

const inactiveStatuses: readonly string[] = ['PAUSED', 'ARCHIVED', 'COMPLETED', 'CANCELED', 'REMOVED']

/** An entity of the starting world with its past: what rests now ran until it was last changed. */
export function withPastVersion<Entity extends { readonly lastModified: number }>(entity: Entity): Entity {
  const fields: JsonRecord = { ...entity }
  const status = textField(fields, 'status') ?? textField(fields, 'intendedStatus') ?? ''
  if (!inactiveStatuses.includes(status)) return entity
  return { ...entity, past: [toPastVersion(fields, 'ACTIVE', entity.lastModified)] }
}

function toPastVersion(fields: JsonRecord, status: string, until: number): PastVersion {
  const runSchedule = scheduleField(fields, 'runSchedule')
  const dailyBudget = moneyField(fields, 'dailyBudget')
  const totalBudget = moneyField(fields, 'totalBudget')
  return {
    until,
    status,
    ...(runSchedule === undefined ? {} : { runSchedule }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(totalBudget === undefined ? {} : { totalBudget }),
  }
}

interface Versioned {
  readonly created: number
  readonly past?: readonly PastVersion[]
}

/** An entity as it was at an instant, as far as its past tells; none where it was not made yet. */
export function versionAt<Entity extends Versioned>(entity: Entity, instant: number): Entity[] {
  if (entity.created > instant) return []
  const pastVersion = entity.past?.find(({ until }) => until > instant)
  if (pastVersion === undefined) return [entity]
  const { until: _, status, ...fields } = pastVersion
  const statusField = 'intendedStatus' in entity ? 'intendedStatus' : 'status'
  // The chapter was written from this entity, so its members are of the right kinds.
  return [{ ...entity, ...fields, [statusField]: status } as Entity]
}
