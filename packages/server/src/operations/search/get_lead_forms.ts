import type { Handler } from '../../waist/handler.ts'

export const get_lead_forms: Handler<'search/get_lead_forms'> = async ({ userId }, ctx) => {
  const connector = await ctx.connect(userId, 'search')
  const forms = await connector.leadForms()
  return {
    leadFormInfo: forms.map(({ id, name, businessName }) => ({
      leadFormAssetId: id,
      name: name || businessName,
    })),
  }
}
