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
    'Sets spend limits and approval rules, and blocks or allows spend increases, at once in every process.',
  description:
    'For the workspace, or for a user, API key or platform. `guard` replaces all limits, and `approval` all rules. An empty value removes them. Operator limits and freezes still apply. Of two limits, the stricter one applies. A looser limit has no effect. A key cannot loosen `guard` or `approval` of its own predecessors and successors. A key with limits or rules of its own cannot loosen those of any key.',
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
    keyId: recordId.optional().describe('Not allowed with freeze.'),
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
      description: 'At most one of userId, keyId and platform is given.',
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
      description: 'leads is a setting of the whole workspace.',
      fields: ['leads', 'userId', 'keyId', 'platform'],
      check(body, report) {
        if (body.leads !== undefined && (body.userId ?? body.keyId ?? body.platform) !== undefined)
          report('leads', 'CONFLICT', 'leads cannot be combined with userId, keyId or platform.')
      },
    },
  ],
  results: z.object({
    guard: spendLimits.describe('Spend limits now. An empty object if no limit is set.'),
    approval: approvalRules.describe('Approval rules now. The lists are empty if no write needs approval.'),
    operator: operatorSettings,
    freezes: z.array(freeze).describe('Freezes that apply now: of the workspace, or of the named subject.'),
    brand: brand.optional().describe('Brand now. Absent if the request names a subject.'),
    leads: leadSettings
      .optional()
      .describe('Setting now. Absent if the request names a user, key or platform.'),
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
