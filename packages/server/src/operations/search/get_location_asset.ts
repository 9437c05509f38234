import { handler } from '../../pipeline/handler.ts'

export const get_location_asset = handler('search/get_location_asset', async (_body, { connector }) => {
  const locations = await connector.library.syncedLocations()
  return {
    locationAssets: locations.map(({ id, name, locationAsset = {} }) => {
      const { placeId = '', businessProfileLocations: [profile] = [] } = locationAsset
      return {
        id,
        // A location has a name only if its business profile has one.
        name: name || profile?.storeCode || profile?.labels?.[0] || placeId,
        place_id: placeId,
      }
    }),
  }
})
