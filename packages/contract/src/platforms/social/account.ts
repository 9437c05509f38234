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
    adAccountIdText: z.string().describe('The same id as text, for clients that would round the number.'),
    adAccountName: z.string(),
    currencyCode: z.string(),
    primaryPage: page,
    secondaryPage: page.optional().describe('The Instagram account. Absent if the user chose none.'),
  }
}
