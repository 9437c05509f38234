/** One rule of the API definition, or one gap in the definition with the decision that fills the gap. */
export interface Requirement {
  /** A stable name that tests cite in square brackets. */
  readonly id: string
  /** The section of the API definition that contains the rule. */
  readonly source: string
  readonly rule: string
}

/** Returns the rules of one section. */
export function section(
  source: string,
  rules: readonly (readonly [id: string, rule: string])[],
): Requirement[] {
  return rules.map(([id, rule]) => ({ id, source, rule }))
}
