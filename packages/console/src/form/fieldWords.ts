// What a field is called, and what helps to fill it in.

import { sentence } from '../words/statuses.ts'
import type { Schema } from './schema.ts'

/** `ads[0].headlines` as people would say it, and whether it can be left out. */
export function labelOf({ path, required }: { readonly path: string; readonly required: boolean }): string {
  const [, name = path, number] = /([^.[\]]+)(?:\[(\d+)\])?$/.exec(path) ?? []
  const words = sentence(name.replace(/([a-z])([A-Z])/g, '$1 $2')).replace(/\bUrl\b/, 'URL')
  const counted = number === undefined ? words : `${words.replace(/s$/, '')} ${Number(number) + 1}`
  return required ? counted : `${counted} (optional)`
}

/** The path of a field without the numbers of the lists it is in. */
export function unnumbered(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/** Said to programs; a form that offers a calendar or a list to choose from need not say it. */
const saidToPrograms = [
  /Must be a single line without control characters\. ?/g,
  /Must be a date that exists, written YYYY-MM-DD\. ?/g,
  /Must be a decimal number as text, such as "25" or "25\.50"\. ?/g,
  /Must be [^.]*\b(id|digits|code)\b[^.]*\. ?/g,
]

export function helpIn({ description = '' }: Schema): string {
  return saidToPrograms
    .reduce((text, said) => text.replace(said, ''), description)
    .replaceAll('`', '')
    .trim()
}
