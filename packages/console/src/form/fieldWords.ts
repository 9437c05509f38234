// Finds the label and the help text of a field.

import { sentence } from '../words/statuses.ts'
import { fieldTexts } from './fieldTexts.ts'
import { isNeeded } from './needed.ts'
import type { Schema } from './schema.ts'
import type { Surrounding } from './surrounding.ts'

interface Asked {
  readonly path: string
  readonly around: Pick<Surrounding, 'operation' | 'currencyCode' | 'draft' | 'errorOf'>
}

/** Fields of which only one is required. "Optional" would be misleading for each of them. */
const alternatives =
  /^(dailyBudget|locations|ads\.(postId|image(Id|Url)|videoId|primaryText|introText|headline|url))$/

/**
 * Formats the label of a field such as `ads[0].headlines`, with the currency of amounts and a mark for
 * optional fields.
 */
export function labelOf({ path, required, around }: Asked & { readonly required: boolean }): string {
  const { operation, currencyCode, draft, errorOf } = around
  const name = lastName(path)
  const counted = fieldLabel(operation, path)
  const whole = currencyCode !== '' && /Budget$|^bid$/.test(name) ? `${counted} in ${currencyCode}` : counted
  const field = unnumbered(path)
  const isRequired = required || isNeeded(operation, field, draft) || /\bis required\b/.test(errorOf(path))
  return isRequired || alternatives.test(field) ? whole : `${whole} (optional)`
}

/** Formats the name of a field for labels and messages. */
export function fieldLabel(operation: string, path: string): string {
  const [, number] = /\[(\d+)\]$/.exec(path) ?? []
  const text = textOf({ path, operation }).label ?? spoken(lastName(path))
  return number === undefined ? text : `${singular(text)} ${Number(number) + 1}`
}

function singular(text: string): string {
  return text.replace(/ies$/, 'ys').replace(/s$/, '')
}

function lastName(path: string): string {
  return /([^.[\]]+)(?:\[\d+\])?$/.exec(path)?.[1] ?? path
}

/**
 * Splits a field name such as `leadFormId` into words. The suffix `Id` is dropped, because people choose the
 * form and not its id.
 */
function spoken(name: string): string {
  const words = name.replace(/Id(s?)$/, '$1').replace(/([a-z])([A-Z])/g, '$1 $2')
  return sentence(words).replace(/\b[Uu]rl\b/, 'URL')
}

function textOf({ path, operation }: { readonly path: string; readonly operation: string }) {
  const field = unnumbered(path)
  return fieldTexts[`${operation} ${field}`] ?? fieldTexts[field] ?? {}
}

/** Removes list indexes from a field path. */
export function unnumbered(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/**
 * Matches sentences that only help programs: names of fields and operations, and notations that the form
 * itself produces.
 */
const saidToPrograms =
  /\w\/\w|[a-z][A-Z]|_|\bwhen (absent|left out)\b|\bdeprecated\b|^Must be (a single line|a date|a decimal|an absolute|more than)|\bbytes\b|\b(id|digits|code)\b/

export function helpOf(asked: Asked & { readonly schema: Schema }): string {
  return textOf({ path: asked.path, operation: asked.around.operation }).help ?? helpIn(asked.schema)
}

/** Returns the sentences of a schema description that help people. */
export function helpIn({ description = '' }: Schema): string {
  const sentences = description.replaceAll('`', '').split(/(?<=\.)\s+/)
  return sentences.filter((each) => !saidToPrograms.test(each)).join(' ')
}
