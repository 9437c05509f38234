import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { platformName, recordId } from '../../values.ts'
import {
  approvalRules,
  brand,
  exampleBrand,
  freeze,
  leadSettings,
  operatorSettings,
  spendLimits,
} from './values.ts'

export const get_settings = declareOperation({
  source: 'store',
  scope: 'admin',
  surfaces: httpOnly,
  summary: 'Returns spend limits, approval rules, freezes, the brand, and the leads that emit events.',
  description:
    'The settings of the whole workspace, or of one user, API key or platform. All limits apply together, so the strictest decides.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional().describe('Id of a user, for settings of that user.'),
    keyId: recordId.optional().describe('Id of an API key, for settings of that key.'),
    platform: platformName.optional().describe('Name of a platform, for settings of that platform.'),
  }),
  results: z.object({
    guard: spendLimits.describe('Spend limits. An empty object if no limit is set.'),
    approval: approvalRules.describe('Approval rules. The lists are empty if no write needs approval.'),
    operator: operatorSettings,
    freezes: z
      .array(freeze)
      .describe('Freezes that apply now: of the workspace and its platforms, or of the named subject.'),
    brand: brand.optional().describe('Brand of the whole workspace. Absent if the request names a subject.'),
    leads: leadSettings
      .optional()
      .describe('Setting of the whole workspace. Absent if the request names a user, key or platform.'),
  }),
  example: {
    body: {},
    results: {
      guard: { currencies: [] },
      approval: { kinds: [], currencies: [] },
      operator: { guard: { currencies: [] } },
      freezes: [],
      brand: { ...exampleBrand, hasLogo: false },
      leads: { historyEvents: false },
    },
  },
})
