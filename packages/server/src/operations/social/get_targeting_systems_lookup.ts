import type { Handler } from '../../waist/handler.ts'
import { textOf } from './rows.ts'

const classes = { os: 'user_os', device: 'user_device' } as const

export const get_targeting_systems_lookup: Handler<'social/get_targeting_systems_lookup'> = async (
  { userId, type },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.systems(classes[type])
  return {
    targetingSystems: rows.map((row) => ({
      type: textOf(row, 'type') || classes[type],
      name: textOf(row, 'name') || textOf(row, 'platform'),
      platform: textOf(row, 'platform'),
      description: textOf(row, 'description'),
    })),
  }
}
