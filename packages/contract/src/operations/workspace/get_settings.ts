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
    'The settings of the whole workspace, or of one user, API key or platform. All limits apply together, so the strictest limit takes effect.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional().describe('Id of the user whose settings to return.'),
    keyId: recordId.optional().describe('Id of the API key whose settings to return.'),
    platform: platformName.optional().describe('Platform whose settings to return.'),
  }),
  results: z.object({
    guard: spendLimits.describe('Spend limits. An empty object if none are set.'),
    approval: approvalRules.describe('Approval rules. The lists are empty if no write needs approval.'),
    operator: operatorSettings,
    freezes: z
      .array(freeze)
      .describe(
        'Freezes that currently apply to the workspace and its platforms or, if the request contains `userId` or `platform`, to that user or platform.',
      ),
    brand: brand
      .optional()
      .describe(
        'Brand of the whole workspace. Absent if the request contains `userId`, `keyId` or `platform`.',
      ),
    leads: leadSettings
      .optional()
      .describe(
        'Lead settings of the whole workspace. Absent if the request contains `userId`, `keyId` or `platform`.',
      ),
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
