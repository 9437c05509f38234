import type { Handler } from '../../waist/handler.ts'
import { textOf } from './rows.ts'

export const get_pixels_list: Handler<'social/get_pixels_list'> = async ({ userId }, ctx) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.pixels()
  return {
    pixels: rows
      .filter((row) => row['is_unavailable'] !== true)
      .map((row) => ({ id: textOf(row, 'id'), name: textOf(row, 'name') })),
  }
}
