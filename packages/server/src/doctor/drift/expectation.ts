// Checks a response against the connector's expectation. Unlike the connector, it
// checks every field instead of stopping at the first violation.

import { isRecord, type RowField, type Shape } from '../../platforms/connector-kit/rows.ts'
import { childPath, formatTypes, getTypeName } from './shape.ts'

export interface ExpectationViolation {
  readonly path: string
  readonly kind: 'missing' | 'unreadable' | 'word'
  readonly description: string
}

export function findViolations(response: unknown, shape: Shape): ExpectationViolation[] {
  const violations = new Map<string, ExpectationViolation>()
  if (isRecord(response)) visitFields(response, shape, '', violations)
  else addViolation(violations, { path: '', kind: 'unreadable', description: describeUnreadable(response) })
  return [...violations.values()]
}

/** Returns whether the connector reads the field at a path. */
export function isExpected(path: string, shape: Shape): boolean {
  const [name = '', ...tail] = path.replaceAll('[]', '').split('.')
  const field = shape[name]
  if (!field || tail.length === 0) return field !== undefined
  const fieldPath = field.nested?.container === 'edge' && tail[0] === 'data' ? tail.slice(1) : tail
  return (
    fieldPath.length === 0 ||
    (field.nested !== undefined && isExpected(fieldPath.join('.'), field.nested.shape))
  )
}

type Violations = Map<string, ExpectationViolation>

function visitFields(
  value: Record<string, unknown>,
  shape: Shape,
  path: string,
  violations: Violations,
): void {
  for (const [name, field] of Object.entries(shape))
    visitField(value[name], field, childPath(path, name), violations)
}

function visitField(value: unknown, field: RowField<unknown>, path: string, violations: Violations): void {
  if (value === undefined || value === null) {
    if (!isAccepted(field, value))
      addViolation(violations, {
        path,
        kind: 'missing',
        description: 'is missing, but the connector requires it',
      })
    return
  }
  const { nested, knownValues } = field
  if (knownValues) for (const word of [value].flat()) visitWord(word, knownValues, path, violations)
  if (!nested) {
    if (!isAccepted(field, value))
      addViolation(violations, { path, kind: 'unreadable', description: describeUnreadable(value) })
    return
  }
  if (nested.container === 'object') visitEntry(value, nested.shape, path, violations)
  else if (nested.container === 'list') visitEntries(value, nested.shape, path, violations)
  else visitEntries(isRecord(value) ? value['data'] : undefined, nested.shape, `${path}.data`, violations)
}

function visitEntries(value: unknown, shape: Shape, path: string, violations: Violations): void {
  if (Array.isArray(value)) for (const entry of value) visitEntry(entry, shape, `${path}[]`, violations)
  else addViolation(violations, { path, kind: 'unreadable', description: describeUnreadable(value) })
}

function visitEntry(value: unknown, shape: Shape, path: string, violations: Violations): void {
  if (isRecord(value)) visitFields(value, shape, path, violations)
  else addViolation(violations, { path, kind: 'unreadable', description: describeUnreadable(value) })
}

/** The report may contain a word of the platform's API, but no other value. */
function visitWord(word: unknown, words: readonly string[], path: string, violations: Violations): void {
  if (typeof word !== 'string' || words.includes(word)) return
  const text =
    /^[A-Za-z]\w{0,40}$/.test(word) && !/\d{3}/.test(word)
      ? `has the value ${word}`
      : 'has a value that is not a word'
  addViolation(violations, {
    path,
    kind: 'word',
    description: `${text}, which this release does not recognize`,
  })
}

function describeUnreadable(value: unknown): string {
  if (value === undefined) return 'is missing, but the connector requires it'
  return `is ${formatTypes([getTypeName(value)])}, which the connector cannot read`
}

function isAccepted({ parse }: RowField<unknown>, value: unknown): boolean {
  try {
    parse(structuredClone(value))
    return true
  } catch {
    return false
  }
}

function addViolation(violations: Violations, violation: ExpectationViolation): void {
  violations.set(`${violation.path} ${violation.description}`, violation)
}
