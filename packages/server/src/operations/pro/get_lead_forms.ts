import { handler } from '../../pipeline/handler.ts'

export const get_lead_forms = handler('pro/get_lead_forms', async (_body, { connector }) => ({
  leadForms: (await connector.library.leadForms()).map(({ id, name, state }) => ({
    id,
    name,
    status: state,
  })),
}))
