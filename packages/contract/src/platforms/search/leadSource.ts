import type { Zod } from '../platformDeclaration.ts'

export const searchLeadSource = (z: Zod) => ({
  webhook: z
    .object({ url: z.string(), key: z.string() })
    .optional()
    .describe(
      'What to enter in a form at the platform to be told at once; for keys with the scope `admin`, not in the console.',
    ),
})
