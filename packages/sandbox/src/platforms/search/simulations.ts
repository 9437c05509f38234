// Simulations that a tester can trigger: changes to an account that happen outside the API.

import { type Simulation, SimulationInputError } from '../../core/exchange.ts'
import type { State } from '../../core/state.ts'
import { accessFields, readBoolean, readGrants } from '../../oauth/simulations.ts'
import { searchLeadSimulation } from './leads/simulation.ts'
import { type AdsAccount, accessLevels } from './state.ts'
import { asString } from './wire.ts'

const statuses = ['ENABLED', 'CANCELED', 'SUSPENDED', 'CLOSED']

export const searchSimulations: Readonly<Record<string, Simulation>> = {
  session_control: {
    description:
      "The person's organization requires a new sign-in. Token refreshes on search return invalid_grant with a subtype.",
    inputTexts: {
      person: accessFields.person,
      subtype: 'invalid_rapt (the default) or rapt_required',
      heal: accessFields.heal,
    },
    run: (state, input) => {
      const { subtype = 'invalid_rapt' } = input as { subtype?: unknown }
      if (subtype !== 'invalid_rapt' && subtype !== 'rapt_required') {
        throw new SimulationInputError('subtype', `'subtype' must be 'invalid_rapt' or 'rapt_required'.`)
      }
      const grants = readGrants(state, input, 'search').filter((grant) => grant.death === undefined)
      for (const grant of grants) {
        if (readBoolean(input, 'heal')) delete grant.reauthentication
        else grant.reauthentication = subtype
      }
      return { grants: grants.length }
    },
  },
  account: {
    description:
      'Changes fields of an ads account that only the platform or a person in its web interface can change.',
    inputTexts: {
      customerId: 'ten digits',
      status: `optional: ${statuses.join(', ')}`,
      acceptedLeadFormTerms: 'optional: true or false',
      imagesEligible: 'optional: true or false',
    },
    run(state, input) {
      const account = requireAccount(state, input['customerId'])
      const { status, acceptedLeadFormTerms, imagesEligible } = input
      if (status !== undefined) {
        if (typeof status !== 'string' || !statuses.includes(status)) {
          throw new SimulationInputError('status', `The status must be one of ${statuses.join(', ')}.`)
        }
        account.customer['status'] = status
      }
      if (acceptedLeadFormTerms !== undefined) {
        account.customer['customerAgreementSetting'] = {
          acceptedLeadFormTerms: parseBoolean(acceptedLeadFormTerms, 'acceptedLeadFormTerms'),
        }
      }
      if (imagesEligible !== undefined)
        account.imagesEligible = parseBoolean(imagesEligible, 'imagesEligible')
      account.revision++
      return { customer: account.customer, imagesEligible: account.imagesEligible }
    },
  },
  project: {
    description:
      'Sets the access level of the application’s project. The level test reaches only test accounts, and explorer plans no keywords.',
    inputTexts: { level: accessLevels.join(', ') },
    run(state, input) {
      const level = accessLevels.find((candidate) => candidate === input['level'])
      if (level === undefined)
        throw new SimulationInputError('level', `The level must be one of ${accessLevels.join(', ')}.`)
      state.search.accessLevel = level
      return { accessLevel: level }
    },
  },
  limits: {
    description:
      'Sets the operations per day of the application’s project; 2880 is explorer access, 15000 is basic access.',
    inputTexts: { operationsPerDay: 'a whole number; defaults to no limit' },
    run(state, input) {
      const { operationsPerDay } = input
      delete state.search.limits
      if (operationsPerDay === undefined) return {}
      if (typeof operationsPerDay !== 'number' || !Number.isInteger(operationsPerDay) || operationsPerDay < 0)
        throw new SimulationInputError('operationsPerDay', 'The number of operations must be a whole number.')
      state.search.limits = { operationsPerDay, spent: [] }
      return { operationsPerDay }
    },
  },
  undeclare: {
    description:
      'Removes the declaration about EU political advertising from a campaign, as in campaigns that are older than the rule.',
    inputTexts: { customerId: 'ten digits', campaignId: 'the id of a campaign of that account' },
    run(state, input) {
      const account = requireAccount(state, input['customerId'])
      const name = `customers/${asString(account.customer['id'])}/campaigns/${String(input['campaignId'])}`
      const campaign = account.resources['campaign']?.[name]
      if (campaign === undefined)
        throw new SimulationInputError('campaignId', 'The account has no such campaign.')
      delete campaign['containsEuPoliticalAdvertising']
      account.revision++
      return { campaign: name }
    },
  },
  lead: searchLeadSimulation,
  pageRows: {
    description:
      'Limits the pages of searches to fewer than the platform’s ten thousand rows, so that a test needs little data for many pages.',
    inputTexts: { rows: 'a whole number from 1 to 10000' },
    run(state, input) {
      const rows = input['rows']
      if (typeof rows !== 'number' || !Number.isInteger(rows) || rows < 1 || rows > 10_000) {
        throw new SimulationInputError('rows', 'The number of rows must be from 1 to 10000.')
      }
      state.search.pageRows = rows
      return { pageRows: rows }
    },
  },
}

function requireAccount(state: State, customerId: unknown): AdsAccount {
  const account = typeof customerId === 'string' ? state.search.accounts[customerId] : undefined
  if (account === undefined) throw new SimulationInputError('customerId', 'No such account.')
  return account
}

function parseBoolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new SimulationInputError(field, 'The value must be true or false.')
  return value
}
