import { handler } from '../../pipeline/handler.ts'

export const get_pixels_list = handler('social/get_pixels_list', async (_, { connector }) => {
  const pixels = await connector.library.pixels()
  return {
    pixels: pixels.filter((row) => row.is_unavailable !== true).map(({ id, name }) => ({ id, name })),
  }
})
