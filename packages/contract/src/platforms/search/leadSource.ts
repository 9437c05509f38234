import type { Zod } from '../platformDeclaration.ts'

export const searchLeadSource = (z: Zod) => ({
  webhook: z
    .object({ url: z.string(), key: z.string() })
    .optional()
    .describe(
      'Values to enter in a lead form in Google Ads so that adrail receives leads immediately. Present only for keys with the `admin` scope, and never in the console.',
    ),
})
