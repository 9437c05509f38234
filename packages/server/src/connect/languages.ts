// Chooses the language of a page from the browser's `Accept-Language` header.
//
// https://www.rfc-editor.org/rfc/rfc9110.html#name-accept-language

import { english } from './texts/english.ts'
import { french } from './texts/french.ts'
import { german } from './texts/german.ts'
import { italian } from './texts/italian.ts'
import { portuguese } from './texts/portuguese.ts'
import type { Texts } from './texts/sentences.ts'
import { spanish } from './texts/spanish.ts'

export interface Language {
  /** The tag goes into the `lang` attribute of pages. */
  readonly tag: string
  /** The locale determines the format of dates and lists. */
  readonly locale: string
  readonly texts: Texts
}

const fallback: Language = { tag: 'en', locale: 'en-GB', texts: english }

export const languages: readonly Language[] = [
  fallback,
  { tag: 'de', locale: 'de', texts: german },
  { tag: 'es', locale: 'es', texts: spanish },
  { tag: 'fr', locale: 'fr', texts: french },
  { tag: 'pt', locale: 'pt', texts: portuguese },
  { tag: 'it', locale: 'it', texts: italian },
]

/** Further ranges of the header are ignored. */
const mostRanges = 50

/** Falls back to English when the header accepts no supported language. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',', mostRanges).map(rangeOf)
  const wanted = asked.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { range } of wanted) {
    // The wildcard matches any language that the header does not name, first of all English.
    const found = range === '*' ? languages.find(({ tag }) => !isNamed(tag)) : languages.find(speaks(range))
    if (found) return found
  }
  return fallback

  function isNamed(tag: string): boolean {
    return asked.some(({ range }) => range === tag)
  }
}

/** Parses a range such as `pt-BR;q=0.8`. The default quality is 1, and a malformed quality counts as 0. */
function rangeOf(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const isWeight = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)
  return { range, quality: isWeight ? Number(weight ?? 1) : 0 }
}

/** A regional range such as `pt-BR` matches the base language. */
function speaks(range: string): (language: Language) => boolean {
  const [base] = range.split('-')
  return ({ tag }) => tag === base
}

export function dayIn({ locale }: Language, instant: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}

/** Formats words as `a, b and c` in the conventions of the language. */
export function listIn({ locale }: Language, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}
