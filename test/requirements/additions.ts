// Rules for operations that the given API definition only refers to or does not contain, derived from the
// contract, with their promises beyond the fields.

import { declarationOf, operationNames } from '@adrail/contract'
import { operations } from './operations.ts'
import { type Requirement, section } from './requirement.ts'

const specifiedRules = new Set(operations.filter(({ id }) => /^R4\.\d+$/.test(id)).map(({ rule }) => rule))

/** Returns two rules per additional operation, one for its input and one for its results. Tests cite both. */
function deriveAdditions(): Requirement[] {
  const additionalOperations = operationNames.filter((name) => !specifiedRules.has(`/${name}`))
  return section(
    '4, gaps: operations',
    additionalOperations.flatMap((name) => {
      const { summary, input, results } = declarationOf(name)
      const id = `R4.add.${name.replace('/', '-')}`
      return [
        [id, `${name} takes ${listFields(input.shape)}. ${summary}`],
        [`${id}.results`, `It returns ${listFields(results.shape)}.`],
      ] as const
    }),
  )
}

function listFields(shape: object): string {
  const names = Object.keys(shape)
  return names.length === 0 ? 'nothing' : names.map((name) => `\`${name}\``).join(', ')
}

export const additions = [
  ...deriveAdditions(),

  ...section('4, gaps: users', [
    [
      'R4.add.user-create_user.again',
      'A known `externalId` returns that user unchanged and `created: false`; it is unique in the workspace.',
    ],
    ['R4.add.user-delete_user.tokens', "It forgets the user's connections and tokens."],
  ]),

  ...section('4, gaps: search', [
    [
      'R4.add.create-status',
      'search/create_search_campaign takes an optional `status` ENABLED (default) or PAUSED.',
    ],
    ['R4.add.create-status.effect', 'PAUSED leaves the campaign switched off.'],
  ]),

  ...section('4, gaps: writes', [
    ['R4.add.dryRun', 'Every write, and nothing else, takes an optional boolean `dryRun`, false by default.'],
    ['R4.add.dryRun.effect', 'A dry run checks everything, returns the plan and changes nothing.'],
    ['R4.add.planHash', 'Every write takes an optional string `planHash`.'],
    ['R4.add.planHash.effect', 'A plan that differs from the one of `planHash` answers 409 PLAN_CHANGED.'],
  ]),
]
