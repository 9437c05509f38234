// Resolves the callers' language references to the platform's language constants.

import type { Language } from '../../platforms/search/rows.ts'

/** Common language codes for which the platform uses other codes. */
const aliases: Readonly<Record<string, string>> = { he: 'iw', fil: 'tl', nb: 'no', zh: 'zh_CN' }

/** Accepts a code, an id or a resource name. Returns undefined for an unknown language. */
export function languageId(given: string, languages: readonly Language[]): string | undefined {
  const id = given.replace('languageConstants/', '')
  if (/^[0-9]+$/.test(id)) return languages.find((language) => language.id === id)?.id
  const [language = '', region] = given.split(/[-_]/)
  const code =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`
  const known = languages.find((entry) => entry.code === code || entry.code === aliases[code])
  return known?.id
}
