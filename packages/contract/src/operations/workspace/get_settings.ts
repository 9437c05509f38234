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
  summary:
    'Tells the limits and switches that hold for spending, the brand, and which leads are sent as events.',
  description:
    'Those of the whole workspace, unless one user, API key or platform is named. All that are set hold together, so the tightest decides.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional().describe('Those of one user instead.'),
    keyId: recordId.optional().describe('Those of one API key instead.'),
    platform: platformName.optional().describe('Those of one platform instead.'),
  }),
  results: z.object({
    guard: spendLimits.describe('Without members where none is set.'),
    approval: approvalRules.describe('With empty lists where nothing waits.'),
    operator: operatorSettings,
    freezes: z
      .array(freeze)
      .describe(
        'Where spend increases are blocked now: in the workspace with its platforms, or for the named one.',
      ),
    brand: brand.optional().describe('Of the whole workspace; absent where somebody was named.'),
    leads: leadSettings
      .optional()
      .describe('Of the whole workspace. Absent where the request names a user, key or platform.'),
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
