import type { Handler } from '../../waist/handler.ts'

export const get_conversion_actions: Handler<'search/get_conversion_actions'> = async ({ userId }, ctx) => {
  const connector = await ctx.connect(userId, 'search')
  const actions = await connector.conversionActions()
  return {
    conversionActions: actions.map(({ id, name, category, status }) => ({ id, name, category, status })),
  }
}
