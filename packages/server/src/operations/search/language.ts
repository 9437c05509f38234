// From a language as callers write it to the platform's constant.

import type { Language } from '../../platforms/search/rows.ts'

/** Codes that people use and the platform knows under another name. */
const aliases: Readonly<Record<string, string>> = { he: 'iw', fil: 'tl', nb: 'no', zh: 'zh_CN' }

/** The id of a language that is given by its code, its id or its resource name; nothing when there is none. */
export function languageId(given: string, languages: readonly Language[]): string | undefined {
  const id = given.replace('languageConstants/', '')
  if (/^[0-9]+$/.test(id)) return languages.find((language) => language.id === id)?.id
  const [language = '', region] = given.split(/[-_]/)
  const code =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`
  const known = languages.find((entry) => entry.code === code || entry.code === aliases[code])
  return known?.id
}
