import type { Zod } from '../platformDeclaration.ts'

export const proAccount = (z: Zod) => ({
  userName: z.string(),
  accountId: z.number(),
  accountIdText: z.string().describe('The same id as text, for clients that would round the number.'),
  accountName: z.string(),
  currencyCode: z.string(),
  organizationId: z.string(),
})
