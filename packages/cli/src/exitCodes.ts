// Exit codes of commands, for scripts. `docs/cli.md` lists them.

import { AdrailError } from '@adrail/client'

export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  conflict: 5,
  refused: 6,
  unavailable: 7,
  notConfirmed: 8,
  interrupted: 130,
} as const

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Descriptions of the exit codes, for the help. */
export const exitCodeDescriptions: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.ok, 'The command succeeded.'],
  [exitCodes.unexpected, 'Unexpected error in the command line or the service.'],
  [exitCodes.usage, 'Invalid flags or invalid input (400, 413, 415, 422).'],
  [exitCodes.unauthorized, 'No key, or a key without the required scope (401, 403).'],
  [exitCodes.notFound, 'The object does not exist (404, OBJECT_NOT_FOUND).'],
  [exitCodes.conflict, 'Conflict with the current state (409).'],
  [exitCodes.refused, 'The platform refused the request (200 with success: false).'],
  [
    exitCodes.unavailable,
    'Retry later: rate limit, no service, no response, or no confirmation in time (408, 429, 5xx).',
  ],
  [exitCodes.notConfirmed, 'The write was not confirmed. Nothing changed.'],
  [exitCodes.interrupted, 'Interrupted with Ctrl-C.'],
]

/** An error of the command line itself, without a request to the service. */
export class CommandError extends Error {
  readonly code: string
  readonly exitCode: ExitCode
  readonly field: string | undefined

  constructor(
    message: string,
    { code, exitCode, field }: { code: string; exitCode: ExitCode; field?: string },
  ) {
    super(message)
    this.code = code
    this.exitCode = exitCode
    this.field = field
  }
}

/** The command has invalid syntax. */
export class UsageError extends CommandError {
  constructor(message: string, field?: string) {
    super(message, { code: 'USAGE', exitCode: exitCodes.usage, ...(field === undefined ? {} : { field }) })
  }
}

/** The person did not confirm the write. */
export class NotConfirmedError extends CommandError {
  constructor(message: string) {
    super(message, { code: 'NOT_CONFIRMED', exitCode: exitCodes.notConfirmed })
  }
}

/** There is no API key, or none that the command may use. */
export class MissingKeyError extends CommandError {
  constructor(message: string) {
    super(message, { code: 'NO_KEY', exitCode: exitCodes.unauthorized })
  }
}

/** The person pressed Ctrl-C. */
export class InterruptedError extends CommandError {
  constructor(message = 'Interrupted.') {
    super(message, { code: 'INTERRUPTED', exitCode: exitCodes.interrupted })
  }
}

export function toExitCode(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof AdrailError)) return exitCodes.unexpected
  const { status, code, retryable } = error
  if (code === 'UNEXPECTED_ANSWER') return retryable ? exitCodes.unavailable : exitCodes.unexpected
  if (code === 'OBJECT_NOT_FOUND' || status === 404) return exitCodes.notFound
  if (status === 200) return exitCodes.refused
  if (status === 401 || status === 403) return exitCodes.unauthorized
  if (status === 409) return exitCodes.conflict
  if (status === 0 || status === 408 || status === 429 || status >= 500)
    return retryable ? exitCodes.unavailable : exitCodes.unexpected
  return [400, 413, 415, 422].includes(status) ? exitCodes.usage : exitCodes.unexpected
}
