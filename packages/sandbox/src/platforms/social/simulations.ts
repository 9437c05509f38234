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
      'Sets how many points of calls an ad account may use in five minutes, its reports and the application in an hour, a page in a day.',
    inputTexts: {
      points: 'a whole number from 1; a read costs 1, a write 3; 60 is the development tier',
      tier: 'optional: standard_access or development_access, as the usage headers say',
    },
    run(state, input) {
      const { points, tier } = input
      if (typeof points !== 'number' || !Number.isInteger(points) || points < 1) {
        throw new SimulationInputError('points', `'points' is a whole number from 1.`)
      }
      if (tier !== undefined && tier !== 'standard_access' && tier !== 'development_access') {
        throw new SimulationInputError('tier', `'tier' is standard_access or development_access.`)
      }
      state.social.limits = { points, tier: tier ?? state.social.limits.tier }
      return state.social.limits
    },
  },
  odd_pages: {
    description:
      'Makes the next pages of lists shorter than asked for, or empty after the first, although more follow.',
    inputTexts: { short: 'how many pages come out short', empty: 'how many later pages come out empty' },
    run(state, input) {
      const { oddPages } = state.social
      for (const name of ['short', 'empty'] as const) oddPages[name] = readNonNegative(name, input[name] ?? 0)
      return oddPages
    },
  },
  page_rows: {
    description:
      'Makes the pages of lists smaller than asked for, so that much paging can be met with little data.',
    inputTexts: { rows: 'a whole number from 1 to 5000' },
    run(state, input) {
      const rows = input['rows']
      if (typeof rows !== 'number' || !Number.isInteger(rows) || rows < 1 || rows > 5_000)
        throw new SimulationInputError('rows', `'rows' is a whole number from 1 to 5000.`)
      state.social.pageRows = rows
      return { pageRows: rows }
    },
  },
  report_runs: {
    description: 'Makes the next report runs fail, and the next reads of complete runs fail for a moment.',
    inputTexts: {
      failed: 'how many runs end as Job Failed',
      unreadable: 'how many reads are refused with 2601',
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
        throw new SimulationInputError('account', `'account' is the id of an ad account, digits only.`)
      if (typeof input['accepted'] !== 'boolean')
        throw new SimulationInputError('accepted', `'accepted' is true or false.`)
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
    throw new SimulationInputError(name, `'${name}' is a whole number from 0.`)
  return value
}
