import type { Handler } from '../../waist/handler.ts'

export const get_languages: Handler<'search/get_languages'> = async ({ userId }, ctx) => {
  const connector = await ctx.connect(userId, 'search')
  return { languages: (await connector.languages()).map(({ id, code, name }) => ({ id, code, name })) }
}
