// Simulations of the professional network that a tester can trigger.

import { type Simulation, SimulationInputError } from '../../core/exchange.ts'
import { defaultAnalyticsLimits } from './analytics/limits.ts'
import {
  leadWithdrawalSimulation,
  proLeadSimulation,
  webhookChallengeSimulation,
} from './leads/simulations.ts'
import type { SegmentStatus } from './state.ts'

const segmentStatuses: readonly SegmentStatus[] = [
  'BUILDING',
  'UPDATING',
  'READY',
  'ARCHIVED',
  'EXPIRED',
  'FAILED',
  'ERROR',
]

/** Parses a whole number. Returns null without a value, which means no limit or the caller's default. */
function parseOptionalInteger(input: Readonly<Record<string, unknown>>, field: string): number | null {
  const value = input[field]
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0) return number
  throw new SimulationInputError(field, `'${field}' is a whole number; without it the usual bound holds.`)
}

export const proSimulations: Readonly<Record<string, Simulation>> = {
  limits: {
    description:
      'Sets the day’s call quotas of every endpoint; they end at midnight UTC. The platform does not publish its own.',
    inputTexts: {
      perMember: 'calls a day for each endpoint, application and member; none without it',
      perApp: 'calls a day for each endpoint and application; none without it',
    },
    run({ pro }, input) {
      const perMember = parseOptionalInteger(input, 'perMember')
      const perApp = parseOptionalInteger(input, 'perApp')
      pro.limits = { perMember, perApp, day: '', used: {} }
      return { perMember, perApp }
    },
  },
  analytics: {
    description:
      'Sets how much analytics gives out: elements in one answer, beyond which they are cut without a word, and metric values in five minutes.',
    inputTexts: {
      mostElements: `elements in one answer; ${defaultAnalyticsLimits.mostElements} without it`,
      mostValues: `metric values in five minutes; ${defaultAnalyticsLimits.mostValues} without it`,
    },
    run({ pro }, input) {
      pro.analyticsBounds = {
        mostElements: parseOptionalInteger(input, 'mostElements') ?? defaultAnalyticsLimits.mostElements,
        mostValues: parseOptionalInteger(input, 'mostValues') ?? defaultAnalyticsLimits.mostValues,
      }
      return pro.analyticsBounds
    },
  },
  findersLag: {
    description:
      'Finders of campaign groups, campaigns and creatives are behind: they show what was there so long ago, while whoever asks by key sees what is there now. How far the platform’s own are behind is not published.',
    inputTexts: { milliseconds: 'how far; not at all without it' },
    run({ pro }, input) {
      pro.findersLagMs = parseOptionalInteger(input, 'milliseconds') ?? 0
      return { milliseconds: pro.findersLagMs }
    },
  },
  lead: proLeadSimulation,
  leadWithdrawal: leadWithdrawalSimulation,
  challenge: webhookChallengeSimulation,
  segment: {
    description: 'An audience changes its state now, whatever it was going to do.',
    inputTexts: { id: 'the id of a DMP segment', status: segmentStatuses.join(', ') },
    run({ pro }, input, now) {
      const id = String(input['id'])
      const segment = Object.hasOwn(pro.segments, id) ? pro.segments[id] : undefined
      if (segment === undefined) throw new SimulationInputError('id', `There is no segment '${id}'.`)
      const status = segmentStatuses.find((word) => word === input['status'])
      if (status === undefined)
        throw new SimulationInputError('status', `'status' is one of: ${segmentStatuses.join(', ')}.`)
      const earlierPhases = segment.phases.filter(({ from }) => from < now)
      segment.phases.splice(0, segment.phases.length, ...earlierPhases, { status, from: now })
      return { id: segment.id, status }
    },
  },
  review: {
    description: 'The review of an ad ends now.',
    inputTexts: { creative: 'the number of a creative', rejected: 'why it is rejected; approved without it' },
    run({ pro }, input, now) {
      const id = String(input['creative'])
      const creative = Object.hasOwn(pro.creatives, id) ? pro.creatives[id] : undefined
      if (creative === undefined) throw new SimulationInputError('creative', `There is no creative '${id}'.`)
      const reason = input['rejected']
      creative.reviewedAt = now
      if (typeof reason === 'string' && reason !== '') creative.rejectionReasons = [reason]
      else delete creative.rejectionReasons
      return { creative: creative.id, rejected: creative.rejectionReasons ?? [] }
    },
  },
}
