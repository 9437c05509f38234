import { handler } from '../../pipeline/handler.ts'

export const get_leadform_list = handler('social/get_leadform_list', async (_, { connector }) => {
  const forms = await connector.library.leadForms()
  return {
    leadForms: forms
      .filter(({ status }) => status !== 'DELETED')
      .map(({ id, name, status }) => ({ id, name, status })),
  }
})
