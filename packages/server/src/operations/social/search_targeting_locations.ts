import type { Handler } from '../../waist/handler.ts'
import { numberOf, textOf } from './rows.ts'

export const search_targeting_locations: Handler<'social/search_targeting_locations'> = async (
  { userId, query },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.places(query.trim())
  return {
    locations: rows.map((row) => {
      const type = textOf(row, 'type')
      // A country's own row names neither its code nor its country.
      const isCountry = type === 'country'
      return {
        key: textOf(row, 'key'),
        name: textOf(row, 'name'),
        region: textOf(row, 'region'),
        country_name: textOf(row, 'country_name') || (isCountry ? textOf(row, 'name') : ''),
        type,
        country_code: textOf(row, 'country_code') || (isCountry ? textOf(row, 'key') : ''),
        region_id: numberOf(row, 'region_id'),
        supports_region: row['supports_region'] === true,
        supports_city: row['supports_city'] === true,
      }
    }),
  }
}
