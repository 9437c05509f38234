// Handlers and the journal use the declared name of each field. A refusal names the field as the caller
// spelled it.

import { createNameTranslator, type Envelope, type Operation, type Violation } from '@adrail/contract'

type Refusal = Envelope['results']

/** Translates a refusal to the field names of the body. Without a valid body, the refusal stays unchanged. */
export function toCallerSpelling(refusal: Refusal, { input }: Operation, originalBody: unknown): Refusal {
  const { field, error, details } = refusal
  if (originalBody === undefined || typeof field !== 'string') return refusal
  const translator = createNameTranslator(input, originalBody)
  return {
    ...refusal,
    field: translator.translatePath(field),
    error: translator.translateText(error),
    // The details of a refusal are schema violations.
    ...(Array.isArray(details) ? { details: (details as Violation[]).map(respell) } : {}),
  }

  function respell({ field, code, message }: Violation): Violation {
    return { field: translator.translatePath(field), code, message: translator.translateText(message) }
  }
}
