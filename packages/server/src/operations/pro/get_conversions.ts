import { handler } from '../../pipeline/handler.ts'

export const get_conversions = handler('pro/get_conversions', async (_body, { connector }) => ({
  conversions: (await connector.library.conversions()).map(({ id, name, type = '', enabled = true }) => ({
    id,
    name,
    category: type,
    status: enabled ? 'ENABLED' : 'DISABLED',
  })),
}))
