// Past versions of entities, so that a change does not alter earlier delivery.

import { type JsonRecord, moneyField, scheduleField, textField } from './fields.ts'
import type { PastVersion } from './state.ts'

/** Returns the past versions of an entity that is about to change, including the current one. */
export function appendPastVersion(
  previous: JsonRecord,
  statusField: string,
  now: number,
): readonly PastVersion[] {
  // Only this module writes the field.
  const earlierVersions = (previous['past'] ?? []) as readonly PastVersion[]
  return [...earlierVersions, toPastVersion(previous, textField(previous, statusField) ?? '', now)]
}

const inactiveStatuses: readonly string[] = ['PAUSED', 'ARCHIVED', 'COMPLETED', 'CANCELED', 'REMOVED']

/** Adds a past version to a seeded entity: an inactive entity was active until its last change. */
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

interface VersionedEntity {
  readonly created: number
  readonly past?: readonly PastVersion[]
}

/** Returns the version of an entity at an instant, or an empty list before its creation. */
export function versionAt<Entity extends VersionedEntity>(entity: Entity, instant: number): Entity[] {
  if (entity.created > instant) return []
  const pastVersion = entity.past?.find(({ until }) => until > instant)
  if (pastVersion === undefined) return [entity]
  const { until: _, status, ...fields } = pastVersion
  const statusField = 'intendedStatus' in entity ? 'intendedStatus' : 'status'
  // The past version was derived from this entity, so its fields have the right kinds.
  return [{ ...entity, ...fields, [statusField]: status } as Entity]
}
