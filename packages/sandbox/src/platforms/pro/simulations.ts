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
  throw new SimulationInputError(field, `'${field}' must be a whole number. Defaults to the usual limit.`)
}

export const proSimulations: Readonly<Record<string, Simulation>> = {
  limits: {
    description:
      'Sets the day’s call quotas of every endpoint; they reset at midnight UTC. The platform does not publish its quotas.',
    inputTexts: {
      perMember: 'calls per day for each endpoint, application and member; defaults to no limit',
      perApp: 'calls per day for each endpoint and application; defaults to no limit',
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
      'Sets the limits of analytics: elements in one response, which the platform truncates without notice, and metric values in five minutes.',
    inputTexts: {
      mostElements: `elements in one response; defaults to ${defaultAnalyticsLimits.mostElements}`,
      mostValues: `metric values in five minutes; defaults to ${defaultAnalyticsLimits.mostValues}`,
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
      'Delays the finders of campaign groups, campaigns and creatives. Reads by key stay current. The platform does not publish its own delay.',
    inputTexts: { milliseconds: 'delay; defaults to none' },
    run({ pro }, input) {
      pro.findersLagMs = parseOptionalInteger(input, 'milliseconds') ?? 0
      return { milliseconds: pro.findersLagMs }
    },
  },
  lead: proLeadSimulation,
  leadWithdrawal: leadWithdrawalSimulation,
  challenge: webhookChallengeSimulation,
  segment: {
    description: 'Changes the state of an audience immediately.',
    inputTexts: { id: 'the id of a DMP segment', status: segmentStatuses.join(', ') },
    run({ pro }, input, now) {
      const id = String(input['id'])
      const segment = Object.hasOwn(pro.segments, id) ? pro.segments[id] : undefined
      if (segment === undefined) throw new SimulationInputError('id', `No segment '${id}'.`)
      const status = segmentStatuses.find((word) => word === input['status'])
      if (status === undefined)
        throw new SimulationInputError('status', `'status' must be one of: ${segmentStatuses.join(', ')}.`)
      const earlierPhases = segment.phases.filter(({ from }) => from < now)
      segment.phases.splice(0, segment.phases.length, ...earlierPhases, { status, from: now })
      return { id: segment.id, status }
    },
  },
  review: {
    description: 'Finishes the review of an ad immediately.',
    inputTexts: {
      creative: 'the number of a creative',
      rejected: 'reason for the rejection; defaults to an approval',
    },
    run({ pro }, input, now) {
      const id = String(input['creative'])
      const creative = Object.hasOwn(pro.creatives, id) ? pro.creatives[id] : undefined
      if (creative === undefined) throw new SimulationInputError('creative', `No creative '${id}'.`)
      const reason = input['rejected']
      creative.reviewedAt = now
      if (typeof reason === 'string' && reason !== '') creative.rejectionReasons = [reason]
      else delete creative.rejectionReasons
      return { creative: creative.id, rejected: creative.rejectionReasons ?? [] }
    },
  },
}
