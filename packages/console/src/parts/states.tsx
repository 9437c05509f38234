// The three states of a read: loading, failed and empty. They are never mixed up.

import { AdrailError } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import type { ReadState } from '../calls/read.ts'
import { formatError } from '../form/errorText.ts'

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
  CONNECTION_FAILED: 'No response from adrail. Check your connection, then retry.',
  TIMED_OUT: 'adrail did not respond in time. Retry in a moment.',
  UNEXPECTED_ANSWER:
    'No response from adrail. Another server responded instead. Check your connection, then retry.',
}

export function Failure({
  error,
  retry,
  operation = '',
}: {
  readonly error: unknown
  readonly retry?: () => void
  /** The operation whose fields the error names. */
  readonly operation?: string
}) {
  const adrailError = error instanceof AdrailError ? error : undefined
  const message = formatError(error instanceof Error ? error.message : String(error), operation)
  const explanation = adrailError && noResponse[adrailError.code]
  return (
    <div class="note bad stack" role="alert">
      <p>{explanation ?? message}</p>
      {explanation && <small>{message}</small>}
      {adrailError && (
        <small>
          <a href={`/docs/errors#${adrailError.code}`}>{adrailError.code}</a>
          {adrailError.requestId !== undefined && ` · request ${adrailError.requestId}`}
        </small>
      )}
      {retry && (
        <div>
          <button type="button" class="plain small" onClick={retry}>
            Retry
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
export function ReadView<Results>({
  readState,
  children,
}: {
  readonly readState: ReadState<Results>
  readonly children: (results: Results) => ComponentChildren
}) {
  const { results, error, reload, calls } = readState
  const operation = calls[0]?.operation ?? ''
  if (error !== undefined) return <Failure error={error} retry={reload} operation={operation} />
  return <>{results === undefined ? <Loading /> : children(results)}</>
}
