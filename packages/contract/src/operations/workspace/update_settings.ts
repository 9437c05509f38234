import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { platformName, recordId } from '../../values.ts'
import {
  approvalRules,
  brand,
  brandUpdate,
  exampleBrand,
  exampleSpendLimits,
  freeze,
  freezeUpdate,
  leadSettings,
  operatorSettings,
  spendLimits,
} from './values.ts'

export const update_settings = declareOperation({
  localEffect: { scope: 'admin', event: 'workspace.settings_changed' },
  surfaces: httpOnly,
  summary:
    'Sets spend limits and approval rules, and blocks or allows spend increases, effective immediately in every process.',
  description:
    'The settings apply to the whole workspace, or to one user, API key or platform. `guard` replaces all limits, and `approval` replaces all rules. An empty value removes all limits or rules. Operator limits and freezes still apply. If two limits apply, the stricter one takes effect. A looser limit is accepted but has no effect. A key cannot loosen `guard` or `approval` for its own predecessors and successors. A key that has its own limits or rules cannot loosen the limits or rules of any key.',
  errors: [
    'USER_NOT_FOUND',
    'REFERENCE_NOT_FOUND',
    'BEYOND_OWN_KEY',
    'OPERATOR_SETTING',
    'REAUTHENTICATION_REQUIRED',
  ],
  input: z.object({
    guard: spendLimits.optional(),
    approval: approvalRules.optional(),
    freeze: freezeUpdate.optional(),
    brand: brandUpdate.optional(),
    leads: leadSettings.optional(),
    userId: recordId.optional(),
    keyId: recordId.optional().describe('Id of an API key. Not allowed with `freeze`.'),
    platform: platformName.optional(),
  }),
  rules: [
    {
      description: 'At least one of `guard`, `approval`, `freeze`, `brand` and `leads` is required.',
      fields: ['guard', 'approval', 'freeze', 'brand', 'leads'],
      check(body, report) {
        if ((body.guard ?? body.approval ?? body.freeze ?? body.brand ?? body.leads) === undefined)
          report('guard', 'REQUIRED', 'guard is required where no approval, freeze, brand or leads is given.')
      },
    },
    {
      description: 'At most one of `userId`, `keyId` and `platform` is allowed.',
      fields: ['userId', 'keyId', 'platform'],
      check({ userId, keyId, platform }, report) {
        if (userId !== undefined && keyId !== undefined)
          report('keyId', 'CONFLICT', 'keyId cannot be combined with userId.')
        if (platform !== undefined && (userId ?? keyId) !== undefined)
          report('platform', 'CONFLICT', 'platform cannot be combined with userId or keyId.')
      },
    },
    {
      description: 'An API key cannot be frozen.',
      fields: ['freeze', 'keyId'],
      check(body, report) {
        if (body.keyId !== undefined && body.freeze !== undefined)
          report('freeze', 'CONFLICT', 'freeze cannot be combined with keyId. Revoke the key instead.')
      },
    },
    {
      description: 'A brand applies to the whole workspace.',
      fields: ['brand', 'userId', 'keyId', 'platform'],
      check(body, report) {
        if (body.brand !== undefined && (body.userId ?? body.keyId ?? body.platform) !== undefined)
          report('brand', 'CONFLICT', 'cannot be combined with userId, keyId or platform.')
      },
    },
    {
      description: '`leads` applies to the whole workspace.',
      fields: ['leads', 'userId', 'keyId', 'platform'],
      check(body, report) {
        if (body.leads !== undefined && (body.userId ?? body.keyId ?? body.platform) !== undefined)
          report('leads', 'CONFLICT', 'leads cannot be combined with userId, keyId or platform.')
      },
    },
  ],
  results: z.object({
    guard: spendLimits.describe('Current spend limits. An empty object if none are set.'),
    approval: approvalRules.describe(
      'Current approval rules. The lists are empty if no write needs approval.',
    ),
    operator: operatorSettings,
    freezes: z
      .array(freeze)
      .describe(
        'Freezes that currently apply to the workspace or, if the request contains `userId` or `platform`, to that user or platform.',
      ),
    brand: brand
      .optional()
      .describe('Current brand. Absent if the request contains `userId`, `keyId` or `platform`.'),
    leads: leadSettings
      .optional()
      .describe('Current lead settings. Absent if the request contains `userId`, `keyId` or `platform`.'),
  }),
  example: {
    body: {
      guard: exampleSpendLimits,
      freeze: { frozen: false, reason: 'Checked with the owner.' },
    },
    results: {
      guard: exampleSpendLimits,
      approval: { kinds: [], currencies: [] },
      operator: { guard: { currencies: [] } },
      freezes: [],
      brand: { ...exampleBrand, hasLogo: false },
      leads: { historyEvents: false },
    },
  },
})
