import { handler } from '../../pipeline/handler.ts'

export const get_lead_forms = handler('search/get_lead_forms', async (_body, { connector }) => {
  const forms = await connector.leadForms()
  return {
    leadFormInfo: forms.map(({ id, name, leadFormAsset }) => ({
      leadFormAssetId: id,
      name: name || leadFormAsset.businessName,
    })),
  }
})
