import { handler } from '../../pipeline/handler.ts'

export const search_locations = handler('search/search_locations', async (body, { connector }) => {
  const { query, countryCode, locale } = body
  const suggestions = await connector.catalogs.suggestGeoTargets({
    name: query,
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(locale === undefined ? {} : { locale }),
  })
  return {
    locations: suggestions
      // Locations with other statuses are being removed and can no longer be targeted.
      .filter(({ geoTargetConstant }) => geoTargetConstant.status === 'ENABLED')
      .map(({ reach = 0, geoTargetConstant: target }) => ({
        id: target.id,
        name: target.name,
        canonicalName: target.canonicalName ?? '',
        type: target.targetType ?? '',
        countryCode: target.countryCode ?? '',
        reach,
      })),
  }
})
