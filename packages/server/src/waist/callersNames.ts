// Handlers and the journal know each field by the name of its declaration. A refusal names it as the caller did.

import { type Envelope, type Flaw, type Operation, spellingOf } from '@adrail/contract'

type Refusal = Envelope['results']

/** A refusal in the names that a body uses; unchanged while there is no valid body. */
export function inCallersNames(refusal: Refusal, { input }: Operation, written: unknown): Refusal {
  const { field, error, details } = refusal
  if (written === undefined || typeof field !== 'string') return refusal
  const spelling = spellingOf(input, written)
  return {
    ...refusal,
    field: spelling.path(field),
    error: spelling.text(error),
    // Details of a refusal are flaws.
    ...(Array.isArray(details) ? { details: (details as Flaw[]).map(respelled) } : {}),
  }

  function respelled({ field, code, message }: Flaw): Flaw {
    return { field: spelling.path(field), code, message: spelling.text(message) }
  }
}
