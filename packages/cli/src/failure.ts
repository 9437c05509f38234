// Prints a failure: as text for people, or as one JSON object for scripts.

import { AdrailError } from '@adrail/client'
import type { Environment } from './environment.ts'
import { CommandError } from './exitCodes.ts'
import { toFlagName } from './flags.ts'
import { toSafeText } from './output/cells.ts'

export function printFailure(error: unknown, asJson: boolean, environment: Environment): void {
  if (asJson) environment.printStatus(JSON.stringify(toFailureObject(error)))
  else for (const line of toFailureLines(error, environment)) environment.printStatus(line)
}

/** Builds the `results` of a failure as the service returns them, plus the facts that the client knows. */
function toFailureObject(error: unknown): object {
  if (error instanceof AdrailError) {
    const { message, name: _, stack: __, cause: ___, ...errorFields } = error
    return { success: false, error: message, ...errorFields }
  }
  const { message } = error instanceof Error ? error : { message: String(error) }
  const code = error instanceof CommandError ? error.code : 'UNEXPECTED'
  const field = error instanceof CommandError ? error.field : undefined
  return { success: false, error: message, code, retryable: false, ...(field === undefined ? {} : { field }) }
}

function toFailureLines(error: unknown, { styleStatus }: Environment): string[] {
  const label = styleStatus('red', 'error:')
  if (error instanceof CommandError) return [`${label} ${error.message}`]
  if (!(error instanceof AdrailError))
    return [`${label} ${error instanceof Error ? error.stack : String(error)}`]
  const { details = [], field, code, status, requestId, operationId, action, docs } = error
  // The message already contains the first violation.
  const furtherMessages = details.slice(1).map(({ message }) => `       ${toSafeText(message)}`)
  // Most messages end with the action.
  const separateAction = action !== undefined && error.message.endsWith(action) ? undefined : action
  const rows: [string, string | undefined][] = [
    ['action', separateAction],
    ['field', field && `${field} (--${toFlagName(getTopLevelField(field))})`],
    ['code', status === 0 ? code : `${code} (${status})`],
    ['operation', operationId],
    ['then', code === 'APPROVAL_REQUIRED' ? toOutcomeCommand(operationId) : undefined],
    ['retry', isOutcomeUnknown(error) ? describeRetry(error.idempotencyKey) : undefined],
    ['request', requestId],
    ['see', docs],
  ]
  return [
    `${label} ${toSafeText(error.message)}`,
    ...furtherMessages,
    ...rows.flatMap(([name, value]) =>
      value ? [styleStatus('dim', `  ${name.padEnd(10)}${toSafeText(value)}`)] : [],
    ),
  ]
}

/** Whether the outcome is unknown: there was no response, or none of the service itself. */
function isOutcomeUnknown({ status, code, operationId }: AdrailError): boolean {
  return operationId === undefined && (status === 0 || code === 'UNEXPECTED_ANSWER')
}

/** Describes a retry that cannot execute the write twice. Only a write has an idempotency key. */
function describeRetry(idempotencyKey: string | undefined): string | undefined {
  return idempotencyKey && `to execute the write only once, add --idempotency-key ${idempotencyKey}`
}

/** Returns the command that reports a person's decision. */
function toOutcomeCommand(operationId = ''): string {
  return `adrail operation get_operation --operation-id ${operationId}`
}

function getTopLevelField(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? field
}
