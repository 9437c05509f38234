import type { Zod } from '../platformDeclaration.ts'

export const socialAccount = (z: Zod) => {
  const page = z.object({
    id: z.string(),
    name: z.string(),
    pictureUrl: z.string(),
    businessManagerId: z.string(),
  })
  return {
    userName: z.string(),
    adAccountId: z.number(),
    adAccountIdText: z
      .string()
      .describe('The same id as text, for clients that cannot represent the number exactly.'),
    adAccountName: z.string(),
    currencyCode: z.string(),
    primaryPage: page,
    secondaryPage: page.optional().describe('Instagram account. Absent if the user did not choose one.'),
  }
}
