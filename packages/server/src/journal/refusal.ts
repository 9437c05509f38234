// Definite refusals of a step, as opposed to transient failures. They are stored with the step.

import type { Failure } from '@adrail/contract'
import { ServiceError, toFailureResults } from '../runtime/errors.ts'
import type { JournalStep } from '../store/journalSteps.ts'

/** The response to the caller. Plain JSON, because it outlives the process. */
export interface Refusal {
  readonly status: number
  readonly results: Failure
}

/**
 * Whether the platform, or adrail before sending, definitely refused. A missing connection is no refusal,
 * because the user may reconnect.
 */
export function isRefusal(error: ServiceError): boolean {
  if (error.code === 'ACCOUNT_NOT_LINKED' || error.code === 'ACCOUNT_RELINK_REQUIRED') return false
  return error.status < 500 && error.status !== 408 && error.status !== 429
}

export function toRefusal(error: ServiceError): Refusal {
  return { status: error.status, results: toFailureResults(error) }
}

export function parseRefusal({ outcome }: JournalStep): Refusal | undefined {
  return outcome === undefined ? undefined : (JSON.parse(outcome) as { refusal?: Refusal }).refusal
}

/**
 * The effect of a step stays, and its compensation must not be retried. The message is returned to the
 * caller.
 */
export class LeftoverObject extends Error {}

/** Adds remarks about effects that stay to the error of a refusal. Several steps may have the same remark. */
export function withRemarks({ status, results }: Refusal, remarks: readonly string[]): Refusal {
  return { status, results: { ...results, error: [...new Set([results.error, ...remarks])].join(' ') } }
}

export const abandonedRefusal = toRefusal(new ServiceError('OPERATION_ABANDONED'))

export function concurrentChangeError(): ServiceError {
  return new ServiceError('CONCURRENT_CHANGE')
}

/** Describes an error in the log and in the row of a step. */
export function toNote(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'failed'
}
