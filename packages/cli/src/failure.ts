// Prints a failure: as text for people, or as one JSON object for scripts.

import { AdrailError } from '@adrail/client'
import { CommandError } from './exitCodes.ts'
import { flagName } from './flags.ts'
import { readable } from './output/cells.ts'
import type { Surroundings } from './surroundings.ts'

export function tellFailure(error: unknown, asJson: boolean, around: Surroundings): void {
  if (asJson) around.tell(JSON.stringify(failureObject(error)))
  else for (const line of failureLines(error, around)) around.tell(line)
}

/** Builds the `results` of a failure as the service returns them, plus the facts that the client knows. */
function failureObject(error: unknown): object {
  if (error instanceof AdrailError) {
    const { message, name: _, stack: __, cause: ___, ...facts } = error
    return { success: false, error: message, ...facts }
  }
  const { message } = error instanceof Error ? error : { message: String(error) }
  const code = error instanceof CommandError ? error.code : 'UNEXPECTED'
  const field = error instanceof CommandError ? error.field : undefined
  return { success: false, error: message, code, retryable: false, ...(field === undefined ? {} : { field }) }
}

function failureLines(error: unknown, { paintTold }: Surroundings): string[] {
  const head = paintTold('red', 'error:')
  if (error instanceof CommandError) return [`${head} ${error.message}`]
  if (!(error instanceof AdrailError))
    return [`${head} ${error instanceof Error ? error.stack : String(error)}`]
  const { details = [], field, code, status, requestId, operationId, docs } = error
  // The message already contains the first violation.
  const more = details.slice(1).map(({ message }) => `       ${readable(message)}`)
  const facts: [string, string | undefined][] = [
    ['field', field && `${field} (--${flagName(topMember(field))})`],
    ['code', status === 0 ? code : `${code} (${status})`],
    ['operation', operationId],
    ['then', code === 'APPROVAL_REQUIRED' ? outcomeCommand(operationId) : undefined],
    ['repeat', isUnknown(error) ? repeatedUnder(error.idempotencyKey) : undefined],
    ['request', requestId],
    ['see', docs],
  ]
  return [
    `${head} ${readable(error.message)}`,
    ...more,
    ...facts.flatMap(([name, value]) =>
      value ? [paintTold('dim', `  ${name.padEnd(10)}${readable(value)}`)] : [],
    ),
  ]
}

/** Whether the outcome is unknown: there was no response, or none of the service itself. */
function isUnknown({ status, code, operationId }: AdrailError): boolean {
  return operationId === undefined && (status === 0 || code === 'UNEXPECTED_ANSWER')
}

/** Describes a retry that cannot execute the write twice. Only a write has an idempotency key. */
function repeatedUnder(key: string | undefined): string | undefined {
  return key && `so that it is not done twice, with --idempotency-key ${key}`
}

/** Returns the command that reports a person's decision. */
function outcomeCommand(operationId = ''): string {
  return `adrail operation get_operation --operation-id ${operationId}`
}

function topMember(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? field
}
