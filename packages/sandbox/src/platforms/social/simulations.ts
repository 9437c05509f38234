// Simulations of the social platform, besides faults.

import { type Simulation, SimulationInputError } from '../../core/exchange.ts'
import { arrivalsSimulation, callbackSimulation, leadSimulation } from './leads/simulations.ts'
import { dataDeletionSimulation, deauthorizeSimulation } from './login/signedRequests.ts'
import { socialAccessSimulations } from './login/simulations.ts'
import { findEntry } from './relations.ts'

export const socialSimulations: Readonly<Record<string, Simulation>> = {
  ...socialAccessSimulations,
  limits: {
    description:
      'Sets the rate limits in points of calls: of an ad account in five minutes, of its reports and the application in an hour, of a page in a day.',
    inputTexts: {
      points: 'a whole number from 1; a read costs 1 point, a write 3 points; 60 is the development tier',
      tier: 'optional: standard_access or development_access, as the usage headers say',
    },
    run(state, input) {
      const { points, tier } = input
      if (typeof points !== 'number' || !Number.isInteger(points) || points < 1) {
        throw new SimulationInputError('points', `'points' must be a whole number from 1.`)
      }
      if (tier !== undefined && tier !== 'standard_access' && tier !== 'development_access') {
        throw new SimulationInputError('tier', `'tier' must be standard_access or development_access.`)
      }
      state.social.limits = { points, tier: tier ?? state.social.limits.tier }
      return state.social.limits
    },
  },
  odd_pages: {
    description:
      'Returns the next pages of lists shorter than requested, or empty after the first page, although more pages follow.',
    inputTexts: { short: 'number of short pages', empty: 'number of empty pages after the first page' },
    run(state, input) {
      const { oddPages } = state.social
      for (const name of ['short', 'empty'] as const) oddPages[name] = readNonNegative(name, input[name] ?? 0)
      return oddPages
    },
  },
  page_rows: {
    description: 'Limits the pages of lists, so that a test needs little data for many pages.',
    inputTexts: { rows: 'a whole number from 1 to 5000' },
    run(state, input) {
      const rows = input['rows']
      if (typeof rows !== 'number' || !Number.isInteger(rows) || rows < 1 || rows > 5_000)
        throw new SimulationInputError('rows', `'rows' must be a whole number from 1 to 5000.`)
      state.social.pageRows = rows
      return { pageRows: rows }
    },
  },
  report_runs: {
    description: 'Fails the next report runs, and fails the next reads of complete runs temporarily.',
    inputTexts: {
      failed: 'number of runs that end as Job Failed',
      unreadable: 'number of reads that the sandbox refuses with 2601',
    },
    run(state, input) {
      const troubles = { failed: 0, unreadable: 0 }
      for (const name of ['failed', 'unreadable'] as const)
        troubles[name] = readNonNegative(name, input[name] ?? 0)
      state.social.reportTroubles = troubles
      return troubles
    },
  },
  audience_terms: {
    description: 'Accepts or withdraws the Custom Audience Terms of an ad account.',
    inputTexts: { account: 'the digits of the ad account', accepted: 'true or false' },
    run(state, input) {
      const account = findEntry(state.social.adAccounts, String(input['account']))
      if (account === undefined)
        throw new SimulationInputError('account', `'account' must be the id of an ad account, digits only.`)
      if (typeof input['accepted'] !== 'boolean')
        throw new SimulationInputError('accepted', `'accepted' must be true or false.`)
      account.audienceTermsAccepted = input['accepted']
      return { account: account.id, accepted: account.audienceTermsAccepted }
    },
  },
  deauthorize: deauthorizeSimulation,
  dataDeletion: dataDeletionSimulation,
  callback: callbackSimulation,
  lead: leadSimulation,
  arrivals: arrivalsSimulation,
}

function readNonNegative(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new SimulationInputError(name, `'${name}' must be a whole number from 0.`)
  return value
}
