// Rewrites error messages of the service for people at a form: fields by their labels, values as the form
// shows them.

import { findNetworkName, replacePlatformCodes } from '../words/platforms.ts'
import { formatCode, formatReason } from '../words/statuses.ts'
import { formatFieldLabel } from './fieldLabels.ts'

/** Matches technical field names: names with an inner capital or an index, with nested fields. */
const fieldNamePattern =
  /(?<=^|[\s(])(?:[a-z]{2,}(?:[A-Z][a-z]+)+|[a-z]+(?=\[\d)|radius_unit|match_type|geo_target_type)(?:\[\d+\])?(?:\.[a-z]\w*(?:\[\d+\])?)*(?![\w/@])/g

/** Matches a clause with the name of an operation or a header, which only helps programs. */
const programNamePattern = /\b[a-z]+\/[a-z_]+\b|\b(?:Idempotency-Key|Retry-After|x-api-key)\b/
/** Matches enum values in sentences, but not names that a person wrote in capitals. */
const enumValuePattern = /(?<=(?:objective|is|for|be|or|of|,) )[A-Z]{4,}(?:_[A-Z]+)*(?=[ ,.;]|$)/g
/** Matches the reason code at the end of a sentence. */
const reasonPattern = /\(([a-z]+(?:_[a-z]+)+)\)/g

export function formatError(message: string, operation = ''): string {
  return replacePlatformCodes(dropProgramClauses(message))
    .replace(fieldNamePattern, (name) => `“${formatFieldLabel(operation, name)}”`)
    .replace(
      enumValuePattern,
      (value) => findNetworkName(value) ?? (isEnumValue(value) ? formatCode(value) : value),
    )
    .replace(reasonPattern, (_, code: string) => `(${formatReason(code).toLowerCase()})`)
}

/** Removes the code at the beginning of a warning. */
export function formatWarning(warning: string, operation = ''): string {
  const text = formatError(warning.replace(/^[A-Z_]+: /, ''), operation)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Excludes abbreviations such as HTTPS. */
function isEnumValue(value: string): boolean {
  return !/^(HTTPS?|JSON|ASCII|UTF)$/.test(value)
}

function dropProgramClauses(message: string): string {
  const clauses = message.split(/(?<=[.;])\s+/)
  const readableClauses = clauses.filter((clause) => !programNamePattern.test(clause))
  return readableClauses.length === 0 ? message : readableClauses.join(' ').replace(/;$/, '.')
}
