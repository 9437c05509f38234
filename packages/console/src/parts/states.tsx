// The three states of a read: loading, failed and empty. They are never mixed up.

import { AdrailError } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import type { Reading } from '../calls/read.ts'
import { errorText } from '../form/errorText.ts'

export function Loading() {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      <span />
      <span />
      <span />
    </div>
  )
}

/**
 * Explains failures without a response of adrail. The client's message contains operation and URL, for
 * engineers.
 */
const noResponse: Readonly<Record<string, string>> = {
  CONNECTION_FAILED: 'No response from adrail. Check your connection, then try again.',
  TIMED_OUT: 'adrail did not respond in time. Try again.',
  UNEXPECTED_ANSWER: 'No response from adrail: something else responded in its place. Try again.',
}

export function Failure({
  error,
  again,
  operation = '',
}: {
  readonly error: unknown
  readonly again?: () => void
  /** The operation whose fields the error names. */
  readonly operation?: string
}) {
  const known = error instanceof AdrailError ? error : undefined
  const message = errorText(error instanceof Error ? error.message : String(error), operation)
  const plain = known && noResponse[known.code]
  return (
    <div class="note bad stack" role="alert">
      <p>{plain ?? message}</p>
      {plain && <small>{message}</small>}
      {known && (
        <small>
          <a href={`/docs/errors#${known.code}`}>{known.code}</a>
          {known.requestId !== undefined && ` · request ${known.requestId}`}
        </small>
      )}
      {again && (
        <div>
          <button type="button" class="plain small" onClick={again}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}

export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Shows the state of a read. */
export function Shown<Given>({
  reading,
  children,
}: {
  readonly reading: Reading<Given>
  readonly children: (results: Given) => ComponentChildren
}) {
  const { results, error, again, calls } = reading
  const operation = calls[0]?.operation ?? ''
  if (error !== undefined) return <Failure error={error} again={again} operation={operation} />
  return <>{results === undefined ? <Loading /> : children(results)}</>
}
