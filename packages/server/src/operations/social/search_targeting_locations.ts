import { handler } from '../../pipeline/handler.ts'

export const search_targeting_locations = handler(
  'social/search_targeting_locations',
  async ({ query }, { connector }) => {
    const locations = await connector.catalogs.places(query.trim())
    return {
      locations: locations.map((row) => {
        // The row of a country has neither `country_code` nor `country_name`.
        const isCountry = row.type === 'country'
        return {
          key: row.key,
          name: row.name,
          region: row.region ?? '',
          country_name: row.country_name || (isCountry ? row.name : ''),
          type: row.type,
          country_code: row.country_code || (isCountry ? row.key : ''),
          region_id: row.region_id ?? 0,
          supports_region: row.supports_region === true,
          supports_city: row.supports_city === true,
        }
      }),
    }
  },
)
