// A definite no to a step of a write: told apart from what may pass, and written down beside the step.

import type { Failure } from '@adrail/contract'
import { failureResults, ServiceError } from '../base/errors.ts'
import type { JournalStep } from '../store/journalEntries.ts'

/** As it is answered. Plain JSON: it survives the process that was told. */
export interface Refusal {
  readonly status: number
  readonly results: Failure
}

/** Only what the platform, or we ourselves before sending, definitely refused. A missing connection may come back. */
export function isRefusal(error: ServiceError): boolean {
  if (error.code === 'ACCOUNT_NOT_LINKED' || error.code === 'ACCOUNT_RELINK_REQUIRED') return false
  return error.status < 500 && error.status !== 408 && error.status !== 429
}

export function refusalOf(error: ServiceError): Refusal {
  return { status: error.status, results: failureResults(error) }
}

export function refusalIn({ outcome }: JournalStep): Refusal | undefined {
  return outcome === '' ? undefined : (JSON.parse(outcome) as { refusal?: Refusal }).refusal
}

/** What a step did stays, and nobody should try again to take it back. Its message is told to the caller. */
export class LeftBehind extends Error {}

/** What is left of a write is told with the reason why it was refused; several steps may say the same. */
export function withRemarks({ status, results }: Refusal, remarks: readonly string[]): Refusal {
  return { status, results: { ...results, error: [...new Set([results.error, ...remarks])].join(' ') } }
}

export const abandoned = refusalOf(new ServiceError('OPERATION_ABANDONED'))

export function concurrentChange(): ServiceError {
  return new ServiceError('CONCURRENT_CHANGE')
}
