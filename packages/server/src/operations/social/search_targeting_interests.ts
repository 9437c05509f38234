import { asList, asText } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { numberOf, textOf } from './rows.ts'

export const search_targeting_interests: Handler<'social/search_targeting_interests'> = async (
  { userId, query, specialAdCategories, specialAdCountries },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.interests(query.trim(), specialAdCategories, specialAdCountries)
  return {
    interests: rows.map((row) => ({
      id: textOf(row, 'id'),
      name: textOf(row, 'name'),
      type: textOf(row, 'type') || 'interests',
      path: asList(row['path']).map(asText),
      audience_size_lower_bound: numberOf(row, 'audience_size_lower_bound'),
      audience_size_upper_bound: numberOf(row, 'audience_size_upper_bound'),
      description: textOf(row, 'description'),
    })),
  }
}
