// Resolves the callers' language references to the platform's language constants.

import type { SearchLanguage } from '../../platforms/search/rows.ts'

/** Common language codes for which the platform uses other codes. */
const aliases: Readonly<Record<string, string>> = { he: 'iw', fil: 'tl', nb: 'no', zh: 'zh_CN' }

/** Accepts a code, an id or a resource name. Returns undefined for an unknown language. */
export function resolveLanguageId(
  reference: string,
  languages: readonly SearchLanguage[],
): string | undefined {
  const id = reference.replace('languageConstants/', '')
  if (/^[0-9]+$/.test(id)) return languages.find((language) => language.id === id)?.id
  const [language = '', region] = reference.split(/[-_]/)
  const code =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`
  const match = languages.find((entry) => entry.code === code || entry.code === aliases[code])
  return match?.id
}
