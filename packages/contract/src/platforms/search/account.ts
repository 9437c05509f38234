import type { Zod } from '../platformDeclaration.ts'

export const searchAccount = (z: Zod) => ({
  userName: z.string(),
  email: z.string(),
  accountId: z.number(),
  accountIdText: z
    .string()
    .describe('The same id as text, for clients that cannot represent the number exactly.'),
  accountName: z.string(),
  currencyCode: z.string(),
  managerId: z.string(),
})
