import type { Handler } from '../../waist/handler.ts'
import { textOf } from './rows.ts'

export const get_leadform_list: Handler<'social/get_leadform_list'> = async ({ userId }, ctx) => {
  const social = await ctx.connect(userId, 'social')
  const rows = await social.leadForms()
  return {
    leadForms: rows
      .filter((row) => row['status'] !== 'DELETED')
      .map((row) => ({ id: textOf(row, 'id'), name: textOf(row, 'name'), status: textOf(row, 'status') })),
  }
}
