import type { Handler } from '../../waist/handler.ts'

export const get_location_asset: Handler<'search/get_location_asset'> = async ({ userId }, ctx) => {
  const connector = await ctx.connect(userId, 'search')
  const locations = await connector.syncedLocations()
  return {
    locationAssets: locations.map(({ id, name, placeId, profiles: [profile] }) => ({
      id,
      // The platform names a location only where its business profile does.
      name: name || profile?.storeCode || profile?.labels[0] || placeId,
      place_id: placeId,
    })),
  }
}
