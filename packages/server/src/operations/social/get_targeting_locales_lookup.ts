import type { Handler } from '../../waist/handler.ts'
import { textOf } from './rows.ts'

export const get_targeting_locales_lookup: Handler<'social/get_targeting_locales_lookup'> = async (
  { userId },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.locales()
  return { locales: rows.map((row) => ({ name: textOf(row, 'name'), key: textOf(row, 'key') })) }
}
