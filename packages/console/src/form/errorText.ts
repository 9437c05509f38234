// Rewrites error messages of the service for people at a form: fields by their labels, values as the form
// shows them.

import { namePlatforms, networkName } from '../words/platforms.ts'
import { reasonWords, sentence } from '../words/statuses.ts'
import { fieldLabel } from './fieldWords.ts'

/** Matches technical field names: names with an inner capital or an index, with nested fields. */
const fieldName =
  /(?<=^|[\s(])(?:[a-z]{2,}(?:[A-Z][a-z]+)+|[a-z]+(?=\[\d)|radius_unit|match_type|geo_target_type)(?:\[\d+\])?(?:\.[a-z]\w*(?:\[\d+\])?)*(?![\w/@])/g

/** Matches a clause with an operation name, which only helps programs. */
const operationName = /\b[a-z]+\/[a-z_]+\b/
/** Matches enum values in sentences, but not names that a person wrote in capitals. */
const choice = /(?<=(?:objective|is|for|be|or|of|,) )[A-Z]{4,}(?:_[A-Z]+)*(?=[ ,.;]|$)/g
/** Matches the reason code at the end of a sentence. */
const reason = /\(([a-z]+(?:_[a-z]+)+)\)/g

export function errorText(message: string, operation = ''): string {
  return namePlatforms(clausesForPeople(message))
    .replace(fieldName, (name) => `“${fieldLabel(operation, name)}”`)
    .replace(choice, (value) => networkName(value) ?? (isChoice(value) ? sentence(value) : value))
    .replace(reason, (_, code: string) => `(${reasonWords(code).toLowerCase()})`)
}

/** Removes the code at the beginning of a warning. */
export function warningText(warning: string, operation = ''): string {
  const text = errorText(warning.replace(/^[A-Z_]+: /, ''), operation)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Excludes abbreviations such as HTTPS. */
function isChoice(value: string): boolean {
  return !/^(HTTPS?|JSON|ASCII|UTF)$/.test(value)
}

function clausesForPeople(message: string): string {
  const clauses = message.split(/(?<=[.;])\s+/)
  const kept = clauses.filter((clause) => !operationName.test(clause))
  return kept.length === 0 ? message : kept.join(' ').replace(/;$/, '.')
}
