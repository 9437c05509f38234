// Violations: problems with one field of a body. adrail rejects a body with a violation before it does
// anything.

export const violationCodes = [
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
export type ViolationCode = (typeof violationCodes)[number]

/** One problem of a body. */
export interface Violation {
  /** Path of the field as the caller wrote it, such as `ads[0].headlines[2]`. */
  readonly field: string
  readonly code: ViolationCode
  readonly message: string
}

/** Refinements attach a violation code to the zod issue, see `fails` in values.ts. */
export interface RuleParams {
  readonly violationCode: ViolationCode
}
