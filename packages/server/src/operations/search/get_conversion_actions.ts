import { handler } from '../../pipeline/handler.ts'

export const get_conversion_actions = handler(
  'search/get_conversion_actions',
  async (_body, { connector }) => {
    const actions = await connector.library.conversionActions()
    return {
      conversionActions: actions.map(({ id, name, category, status }) => ({ id, name, category, status })),
    }
  },
)
