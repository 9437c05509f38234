/** One rule of the interface, or one gap of it with what was decided. */
export interface Requirement {
  /** Stable name; tests cite it in square brackets. */
  readonly id: string
  /** The section of the interface that it comes from. */
  readonly source: string
  readonly rule: string
}

/** The rules of one section. */
export function section(
  source: string,
  rules: readonly (readonly [id: string, rule: string])[],
): Requirement[] {
  return rules.map(([id, rule]) => ({ id, source, rule }))
}
