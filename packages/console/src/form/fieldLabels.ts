// Finds the label and the help text of a field.

import { formatCode } from '../words/statuses.ts'
import { fieldTexts } from './fieldTexts.ts'
import type { FormContext } from './formContext.ts'
import type { Schema } from './schema.ts'

interface FormField {
  readonly path: string
  readonly form: Pick<FormContext, 'operation' | 'currencyCode' | 'isFieldRequired' | 'getFieldError'>
}

/** Fields of which only one is required. "Optional" would be misleading for each of them. */
const alternativeFieldPattern =
  /^(dailyBudget|locations|ads\.(postId|image(Id|Url)|videoId|primaryText|introText|headline|url))$/

type FieldWithPresence = FormField & { readonly required: boolean }

/**
 * Formats the label of a field such as `ads[0].headlines`, with the currency of amounts. Optional fields have
 * a mark, unless their help text names their default.
 */
export function formatLabel(formField: FieldWithPresence): string {
  const { path, form } = formField
  const { operation, currencyCode } = form
  const label = formatFieldLabel(operation, path)
  const labelWithUnit =
    currencyCode !== '' && /Budget$|^bid$/.test(getLastSegment(path)) ? `${label} in ${currencyCode}` : label
  return isOptional(formField) && formatFallback(formField) === ''
    ? `${labelWithUnit} (optional)`
    : labelWithUnit
}

function isOptional({
  path,
  required,
  form: { isFieldRequired, getFieldError },
}: FieldWithPresence): boolean {
  const field = stripIndexes(path)
  const isRequired = required || isFieldRequired(field) || /\bis required\b/.test(getFieldError(path))
  return !isRequired && !alternativeFieldPattern.test(field)
}

/** Formats the sentence about an empty field. Empty for required fields and fields without a default. */
function formatFallback(formField: FieldWithPresence): string {
  const { fallback } = findFieldText({ path: formField.path, operation: formField.form.operation })
  return fallback === undefined || !isOptional(formField) ? '' : `Optional. Defaults to ${fallback}.`
}

/** Formats the name of a field for labels and messages. */
export function formatFieldLabel(operation: string, path: string): string {
  const [, number] = /\[(\d+)\]$/.exec(path) ?? []
  const text = findFieldText({ path, operation }).label ?? toWords(getLastSegment(path))
  return number === undefined ? text : `${toSingular(text)} ${Number(number) + 1}`
}

function toSingular(text: string): string {
  return text.replace(/ies$/, 'ys').replace(/s$/, '')
}

function getLastSegment(path: string): string {
  return /([^.[\]]+)(?:\[\d+\])?$/.exec(path)?.[1] ?? path
}

/**
 * Splits a field name such as `leadFormId` into words. The suffix `Id` is dropped, because people choose the
 * form and not its id.
 */
function toWords(name: string): string {
  const words = name.replace(/Id(s?)$/, '$1').replace(/([a-z])([A-Z])/g, '$1 $2')
  return formatCode(words).replace(/\b[Uu]rl\b/, 'URL')
}

function findFieldText({ path, operation }: { readonly path: string; readonly operation: string }) {
  const field = stripIndexes(path)
  return fieldTexts[`${operation} ${field}`] ?? fieldTexts[field] ?? {}
}

/** Removes list indexes from a field path. */
export function stripIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/**
 * Matches sentences that only help programs: names of fields and operations, and notations that the form
 * itself produces.
 */
const programTextPattern =
  /\w\/\w|[a-z][A-Z]|_|\bwhen (absent|left out)\b|\bdeprecated\b|^Must be (a single line|a date|a decimal|an absolute|more than)|\bbytes\b|\b(id|digits|code)\b/

export function findHelp(formField: FieldWithPresence & { readonly schema: Schema }): string {
  const { path, form, schema } = formField
  const { help, fallback } = findFieldText({ path, operation: form.operation })
  // A text of the console replaces the description of the API.
  const description = help ?? (fallback === undefined ? extractHelp(schema) : '')
  return [description, formatFallback(formField)].filter((sentence) => sentence !== '').join(' ')
}

/** Returns the sentences of a schema description that help people. */
export function extractHelp({ description = '' }: Schema): string {
  const sentences = description.replaceAll('`', '').split(/(?<=\.)\s+/)
  return sentences.filter((each) => !programTextPattern.test(each)).join(' ')
}
