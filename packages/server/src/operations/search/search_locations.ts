import type { Handler } from '../../waist/handler.ts'

export const search_locations: Handler<'search/search_locations'> = async (body, ctx) => {
  const { userId, query, countryCode, locale } = body
  const connector = await ctx.connect(userId, 'search')
  const targets = await connector.suggestGeoTargets({
    name: query,
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(locale === undefined ? {} : { locale }),
  })
  return {
    locations: targets
      // Others are on their way out and can no longer be targeted.
      .filter(({ status }) => status === 'ENABLED')
      .map(({ id, name, canonicalName, targetType, countryCode, reach }) => ({
        id,
        name,
        canonicalName,
        type: targetType,
        countryCode,
        reach: Number(reach || 0),
      })),
  }
}
