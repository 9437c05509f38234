// A failure as it is told: in words for people, or as one JSON object for scripts.

import { AdrailError } from '@adrail/client'
import { CommandError } from './exitCodes.ts'
import { flagName } from './flags.ts'
import { readable } from './output/cells.ts'
import type { Surroundings } from './surroundings.ts'

export function tellFailure(error: unknown, asJson: boolean, around: Surroundings): void {
  if (asJson) around.tell(JSON.stringify(failureObject(error)))
  else for (const line of failureLines(error, around)) around.tell(line)
}

/** What the service answers as `results` of a failure, and what is known besides. */
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
  // The first flaw is the message already.
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

/** Whether the service did it is not known here: no answer came, or none of its own. */
function isUnknown({ status, code, operationId }: AdrailError): boolean {
  return operationId === undefined && (status === 0 || code === 'UNEXPECTED_ANSWER')
}

/** How to find out, and to have it done if it was not. Only a write has a key. */
function repeatedUnder(key: string | undefined): string | undefined {
  return key && `so that it is not done twice, with --idempotency-key ${key}`
}

/** How to hear what a person decided. */
function outcomeCommand(operationId = ''): string {
  return `adrail operation get_operation --operation-id ${operationId}`
}

function topMember(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? field
}
