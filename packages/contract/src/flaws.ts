// What can be wrong with one member of a body. A body with a flaw is refused before anything is done.

export const flawCodes = [
  'UNKNOWN',
  'REQUIRED',
  'WRONG_TYPE',
  'NOT_ALLOWED',
  'MALFORMED',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_FEW',
  'TOO_MANY',
  'OUT_OF_RANGE',
  'DUPLICATE',
  'CONFLICT',
] as const
export type FlawCode = (typeof flawCodes)[number]

/** One thing that is wrong with a body. */
export interface Flaw {
  /** Path of the member as the caller wrote it, such as `ads[0].headlines[2]`. */
  readonly field: string
  readonly code: FlawCode
  readonly message: string
}

/** Rules beyond the type system carry their flaw code in the issue, see `fails` in values.ts. */
export interface RuleParams {
  readonly flaw: FlawCode
}
