// Handlers and the journal use the declared name of each field. A refusal names the field as the caller
// spelled it.

import { type Envelope, type Flaw, type Operation, spellingOf } from '@adrail/contract'

type Refusal = Envelope['results']

/** Translates a refusal to the field names of the body. Without a valid body, the refusal stays unchanged. */
export function inCallersNames(refusal: Refusal, { input }: Operation, written: unknown): Refusal {
  const { field, error, details } = refusal
  if (written === undefined || typeof field !== 'string') return refusal
  const spelling = spellingOf(input, written)
  return {
    ...refusal,
    field: spelling.path(field),
    error: spelling.text(error),
    // The details of a refusal are schema violations.
    ...(Array.isArray(details) ? { details: (details as Flaw[]).map(respelled) } : {}),
  }

  function respelled({ field, code, message }: Flaw): Flaw {
    return { field: spelling.path(field), code, message: spelling.text(message) }
  }
}
