// Chooses the language of a page from the browser's `Accept-Language` header.
//
// https://www.rfc-editor.org/rfc/rfc9110.html#name-accept-language

import { platforms } from '@adrail/contract'
import type { PageLanguage } from '../platforms/connector-kit/consentTexts.ts'
import { definitionOf } from '../platforms/index.ts'
import { english } from './texts/english.ts'
import { french } from './texts/french.ts'
import { german } from './texts/german.ts'
import { italian } from './texts/italian.ts'
import { portuguese } from './texts/portuguese.ts'
import type { PlatformTexts, Texts } from './texts/sentences.ts'
import { spanish } from './texts/spanish.ts'

export interface Language {
  /** The tag goes into the `lang` attribute of pages. */
  readonly tag: PageLanguage
  /** The locale determines the format of dates and lists. */
  readonly locale: string
  readonly texts: Texts & PlatformTexts
}

const fallback = createLanguage('en', 'en-GB', english)

export const languages: readonly Language[] = [
  fallback,
  createLanguage('de', 'de', german),
  createLanguage('es', 'es', spanish),
  createLanguage('fr', 'fr', french),
  createLanguage('pt', 'pt', portuguese),
  createLanguage('it', 'it', italian),
]

function createLanguage(tag: PageLanguage, locale: string, texts: Texts): Language {
  const tables = platforms.map((platform) => {
    const { platform: name, permissions } = definitionOf(platform).consentTexts[tag]
    return { platforms: { [platform]: name }, permissions }
  })
  // The definition of each platform has its name, and a text for each of its permissions.
  const platformTexts = {
    platforms: Object.assign({}, ...tables.map((table) => table.platforms)),
    permissions: Object.assign({}, ...tables.map((table) => table.permissions)),
  } as PlatformTexts
  return { tag, locale, texts: { ...texts, ...platformTexts } }
}

/** Further ranges of the header are ignored. */
const maxRanges = 50

/** Falls back to English when the header accepts no supported language. */
export function negotiateLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',', maxRanges).map(parseRange)
  const acceptable = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { range } of acceptable) {
    // The wildcard matches any language that the header does not name, first of all English.
    const match =
      range === '*' ? languages.find(({ tag }) => !isRequested(tag)) : languages.find(matchesRange(range))
    if (match) return match
  }
  return fallback

  function isRequested(tag: string): boolean {
    return ranges.some(({ range }) => range === tag)
  }
}

/** Parses a range such as `pt-BR;q=0.8`. The default quality is 1, and a malformed quality counts as 0. */
function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const isValidWeight = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)
  return { range, quality: isValidWeight ? Number(weight ?? 1) : 0 }
}

/** A regional range such as `pt-BR` matches the base language. */
function matchesRange(range: string): (language: Language) => boolean {
  const [base] = range.split('-')
  return ({ tag }) => tag === base
}

export function formatDay({ locale }: Language, instant: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}

/** Formats words as `a, b and c` in the conventions of the language. */
export function formatList({ locale }: Language, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}
