// What entities were like before, so that what was delivered stays delivered when they change.

import { type Members, moneyMember, scheduleMember, textMember } from './fields.ts'
import type { Past } from './state.ts'

/** The past of an entity that is about to change, with what it is like now. */
export function pastWith(before: Members, statusMember: string, now: number): readonly Past[] {
  // Nobody else writes the member.
  const earlier = (before['past'] ?? []) as readonly Past[]
  return [...earlier, chapter(before, textMember(before, statusMember) ?? '', now)]
}

const resting: readonly string[] = ['PAUSED', 'ARCHIVED', 'COMPLETED', 'CANCELED', 'REMOVED']

/** An entity of the starting world with its past: what rests now ran until it was last changed. */
export function withPast<Entity extends { readonly lastModified: number }>(entity: Entity): Entity {
  const members: Members = { ...entity }
  const status = textMember(members, 'status') ?? textMember(members, 'intendedStatus') ?? ''
  if (!resting.includes(status)) return entity
  return { ...entity, past: [chapter(members, 'ACTIVE', entity.lastModified)] }
}

function chapter(members: Members, status: string, until: number): Past {
  const runSchedule = scheduleMember(members, 'runSchedule')
  const dailyBudget = moneyMember(members, 'dailyBudget')
  const totalBudget = moneyMember(members, 'totalBudget')
  return {
    until,
    status,
    ...(runSchedule === undefined ? {} : { runSchedule }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(totalBudget === undefined ? {} : { totalBudget }),
  }
}

interface Dated {
  readonly created: number
  readonly past?: readonly Past[]
}

/** An entity as it was at an instant, as far as its past tells; none where it was not made yet. */
export function asOf<Entity extends Dated>(entity: Entity, instant: number): Entity[] {
  if (entity.created > instant) return []
  const then = entity.past?.find(({ until }) => until > instant)
  if (then === undefined) return [entity]
  const { until: _, status, ...members } = then
  const statusMember = 'intendedStatus' in entity ? 'intendedStatus' : 'status'
  // The chapter was written from this entity, so its members are of the right kinds.
  return [{ ...entity, ...members, [statusMember]: status } as Entity]
}
