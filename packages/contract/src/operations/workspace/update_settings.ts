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
  summary: 'Sets what may be spent at most, and stops or allows raising it, at once in every process.',
  description:
    'For the workspace, or the user, API key or platform that is named. `guard` replaces all limits, `approval` all its rules; an empty one removes them. Limits and freezes of the operator stay: of two limits the stricter applies, so a looser one is accepted without effect. A key cannot loosen `guard` or `approval` of its own predecessors and successors, and a key with limits or rules of its own cannot loosen those of any key.',
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
    keyId: recordId.optional().describe('Not with freeze.'),
    platform: platformName.optional(),
  }),
  rules: [
    {
      description: 'One of guard, approval, freeze, brand and leads must be given.',
      fields: ['guard', 'approval', 'freeze', 'brand', 'leads'],
      check(body, report) {
        if ((body.guard ?? body.approval ?? body.freeze ?? body.brand ?? body.leads) === undefined)
          report('guard', 'REQUIRED', 'guard is required where no approval, freeze, brand or leads is given.')
      },
    },
    {
      description: 'At most one of userId, keyId and platform names whom it is for.',
      fields: ['userId', 'keyId', 'platform'],
      check({ userId, keyId, platform }, report) {
        if (userId !== undefined && keyId !== undefined)
          report('keyId', 'CONFLICT', 'keyId cannot stand beside userId.')
        if (platform !== undefined && (userId ?? keyId) !== undefined)
          report('platform', 'CONFLICT', 'platform cannot stand beside userId or keyId.')
      },
    },
    {
      description: 'An API key cannot be frozen.',
      fields: ['freeze', 'keyId'],
      check(body, report) {
        if (body.keyId !== undefined && body.freeze !== undefined)
          report('freeze', 'CONFLICT', 'freeze cannot stand beside keyId; revoke the key instead.')
      },
    },
    {
      description: 'A brand is that of the whole workspace.',
      fields: ['brand', 'userId', 'keyId', 'platform'],
      check(body, report) {
        if (body.brand !== undefined && (body.userId ?? body.keyId ?? body.platform) !== undefined)
          report('brand', 'CONFLICT', 'cannot stand beside userId, keyId or platform.')
      },
    },
    {
      description: 'leads is a setting of the whole workspace.',
      fields: ['leads', 'userId', 'keyId', 'platform'],
      check(body, report) {
        if (body.leads !== undefined && (body.userId ?? body.keyId ?? body.platform) !== undefined)
          report('leads', 'CONFLICT', 'leads cannot be given with userId, keyId or platform.')
      },
    },
  ],
  results: z.object({
    guard: spendLimits.describe('As it is now; without members where none is set.'),
    approval: approvalRules.describe('As it is now; with empty lists where nothing waits.'),
    operator: operatorSettings,
    freezes: z
      .array(freeze)
      .describe('Where spend increases are blocked now: in the workspace, or for the user.'),
    brand: brand.optional().describe('As it is now; absent where somebody was named.'),
    leads: leadSettings
      .optional()
      .describe('The setting now. Absent where the request names a user, key or platform.'),
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
