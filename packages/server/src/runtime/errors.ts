// Errors of the service. Each has a code from the contract's table, which gives its status, owner and
// message.

import type { ErrorCode, Failure, Platform, Violation } from '@adrail/contract'
import { errors, platformFacts, platforms, toDocsPath, toFailureTexts } from '@adrail/contract/tables'

export interface ErrorDetails {
  /** Values for the placeholders in braces in the table's message. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The body field that the error is about. */
  readonly field?: string
  readonly violations?: readonly Violation[]
  readonly retryAfterSeconds?: number
  /** Whether the same request may succeed later. Overrides the table's value for the code. */
  readonly retryable?: boolean
  /** The response is delayed, because its caller sends too fast and is known by nothing but an address. */
  readonly isDelayed?: boolean
  readonly operationId?: string
  /** The plan of a write that needs approval, and the page for the decision. */
  readonly approval?: { readonly planHash: string; readonly approvalUrl: string }
  readonly platformError?: { platform: Platform; code: string; subcode: string; traceId: string }
  /** For the log only. Responses never contain the note. */
  readonly note?: string
  readonly cause?: unknown
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { stackTraceLimit } = Error
    // The stack of a refusal below 500 helps no one, and capturing it costs more than the rest of the
    // refusal.
    if (errors[code].status < 500) Error.stackTraceLimit = 0
    super(toMessages(code, details).error, { cause: details.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code].status
  }

  /** What happened, without the action, for texts that continue. */
  get problem(): string {
    return fillText(errors[this.code].text, this.details)
  }
}

function toMessages(code: ErrorCode, details: ErrorDetails) {
  const { text, action } = errors[code]
  return toFailureTexts(code, fillText(text, details), fillText(action, details))
}

function fillText(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const value = placeholder === 'field' ? details.field : details.values?.[placeholder]
    const platform = placeholder === 'platform' ? findPlatform(value) : undefined
    if (platform !== undefined) return platformFacts[platform].name
    return value === undefined ? placeholder : String(value)
  })
}

function findPlatform(value: unknown): Platform | undefined {
  return platforms.find((name) => name === value)
}

/**
 * The error for an invalid body. The first violation becomes the message, and the details list all of them.
 */
export function invalidBodyError(violations: readonly Violation[]): ServiceError {
  const [first] = violations
  return new ServiceError(first?.code === 'UNKNOWN' ? 'UNKNOWN_FIELD' : 'INVALID_FIELD', {
    values: { problem: first?.message ?? 'The body is not valid.' },
    ...(first && first.field !== '' ? { field: first.field } : {}),
    violations: violations.slice(0, 20),
  })
}

/** Builds the `results` of a refusal. */
export function toFailureResults(failure: ServiceError): Failure {
  const { field, violations, operationId, approval, platformError } = failure.details
  return {
    success: false,
    ...toMessages(failure.code, failure.details),
    code: failure.code,
    retryable: failure.details.retryable ?? errors[failure.code].retryable,
    docs: toDocsPath(failure.code),
    ...missingLinkFields(failure),
    ...(field === undefined ? {} : { field }),
    ...(violations === undefined ? {} : { details: [...violations] }),
    ...(operationId === undefined ? {} : { operationId }),
    ...approval,
    ...(platformError === undefined ? {} : { platformError }),
  }
}

/** The platform to link and the reason, for programs. The message states the same facts for people. */
function missingLinkFields({ code, details }: ServiceError): Pick<Failure, 'platform' | 'reason'> {
  if (code !== 'ACCOUNT_NOT_LINKED' && code !== 'ACCOUNT_RELINK_REQUIRED') return {}
  const platform = findPlatform(details.values?.['platform'])
  const rawReason = String(details.values?.['reason'] ?? '')
  // A platform reports a failed call as a sentence, while the state of a credential is one word.
  const reason = /^[a-z_]+$/.test(rawReason) ? rawReason : 'access_refused'
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(code === 'ACCOUNT_RELINK_REQUIRED' ? { reason } : {}),
  }
}
