import { handler } from '../../pipeline/handler.ts'

export const get_targeting_locales_lookup = handler(
  'social/get_targeting_locales_lookup',
  async (_, { connector }) => {
    const locales = await connector.catalogs.locales()
    return { locales: locales.map(({ name, key }) => ({ name, key })) }
  },
)
