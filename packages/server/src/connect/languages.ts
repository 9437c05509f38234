// In which language somebody reads: the best of ours that the browser asks for.
// https://www.rfc-editor.org/rfc/rfc9110.html#name-accept-language

import { english } from './texts/english.ts'
import { french } from './texts/french.ts'
import { german } from './texts/german.ts'
import { italian } from './texts/italian.ts'
import { portuguese } from './texts/portuguese.ts'
import type { Texts } from './texts/sentences.ts'
import { spanish } from './texts/spanish.ts'

export interface Language {
  /** As pages name it. */
  readonly tag: string
  /** Whose dates and lists are written. */
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

/** More ranges than anybody speaks languages are not looked at. */
const mostRanges = 50

/** The language of an `Accept-Language` header; English where it asks for none of ours. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',', mostRanges).map(rangeOf)
  const wanted = asked.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { range } of wanted) {
    // Whatever is left over may be anything: then it is English, unless that was ruled out.
    const found = range === '*' ? languages.find(({ tag }) => !isNamed(tag)) : languages.find(speaks(range))
    if (found) return found
  }
  return fallback

  function isNamed(tag: string): boolean {
    return asked.some(({ range }) => range === tag)
  }
}

/** `pt-BR;q=0.8`; without a quality it is 1, and one that cannot be read counts as refused. */
function rangeOf(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const isWeight = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)
  return { range, quality: isWeight ? Number(weight ?? 1) : 0 }
}

/** A regional variant is read by whoever reads the language. */
function speaks(range: string): (language: Language) => boolean {
  const [base] = range.split('-')
  return ({ tag }) => tag === base
}

export function dayIn({ locale }: Language, instant: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}

/** `a, b and c` */
export function listIn({ locale }: Language, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}
