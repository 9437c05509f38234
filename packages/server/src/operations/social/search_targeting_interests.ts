import { handler } from '../../pipeline/handler.ts'

export const search_targeting_interests = handler(
  'social/search_targeting_interests',
  async ({ query, specialAdCategories, specialAdCountries }, { connector }) => {
    const interests = await connector.catalogs.interests(
      query.trim(),
      specialAdCategories,
      specialAdCountries,
    )
    return {
      interests: interests.map((row) => ({
        id: row.id,
        name: row.name,
        type: row.type || 'interests',
        path: [...(row.path ?? [])],
        audience_size_lower_bound: row.audience_size_lower_bound ?? 0,
        audience_size_upper_bound: row.audience_size_upper_bound ?? 0,
        description: row.description ?? '',
      })),
    }
  },
)
