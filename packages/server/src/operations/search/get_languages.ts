import { handler } from '../../pipeline/handler.ts'

export const get_languages = handler('search/get_languages', async (_body, { connector }) => {
  const languages = await connector.catalogs.languages()
  return { languages: languages.map(({ id, code, name }) => ({ id, code, name })) }
})
