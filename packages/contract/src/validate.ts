// Validates a body against an operation's declaration and reports many violations at once.

import type { z } from 'zod'
import { createNameTranslator, toCanonicalBody, toPreferredValuesAt } from './aliases.ts'
import type { Operation } from './operation.ts'
import { formatPath, getTopLevelField } from './paths.ts'
import { findUnknownFields } from './unknownFields.ts'
import type { RuleParams, Violation, ViolationCode } from './violations.ts'

export type Validation<Body> = { readonly body: Body } | { readonly violations: readonly Violation[] }

/** A response lists at most this many violations. The next attempt reports the remaining ones. */
const maxViolations = 20

export function validate<Input extends z.ZodObject>(
  operation: Operation<Input>,
  requestBody: unknown,
): Validation<z.output<Input>> {
  if (!isRecord(requestBody))
    return { violations: [{ field: '', code: 'WRONG_TYPE', message: 'The body must be a JSON object.' }] }
  const unknownFields = findUnknownFields(operation.input, requestBody)
  // From here on, the body uses declared names, regardless of the names that the caller used.
  const { body: canonical, conflicts } = toCanonicalBody(operation.input, requestBody)
  const violations: Violation[] = []
  const reportViolation = (field: string, code: ViolationCode, problem: string) =>
    violations.push({ field, code, message: `${field} ${problem}` })

  const parsed = operation.input.safeParse(shortenLists(operation.input, canonical))
  const issues = parsed.success ? [] : parsed.error.issues
  const invalidFields = new Set(issues.map(({ path }) => String(path[0] ?? '')))
  const body = parsed.success ? parsed.data : pickValidFields(operation.input, canonical, invalidFields)
  const rank = createRank(operation.input)
  // A body may have thousands of issues. Only the reported ones are formatted.
  const reportedIssues = issues
    .map((issue) => ({ issue, rank: rank(String(issue.path[0] ?? '')) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxViolations)
  for (const { issue } of reportedIssues)
    reportViolation(formatPath(issue.path), ...explainIssue(issue, canonical, operation.input))
  // The cast is safe by construction: both branches contain only fields that passed their own schema.
  for (const rule of operation.rules ?? [])
    if (!rule.fields.some((field) => invalidFields.has(field)))
      rule.check(body as Partial<z.output<Input>>, reportViolation)

  // Unknown fields come first, because a field that seems to be missing is often only misspelled.
  return unknownFields.length + conflicts.length + violations.length === 0
    ? { body: body as z.output<Input> }
    : {
        violations: [
          ...unknownFields,
          ...conflicts,
          ...toCallerNames(sortByField(violations, rank), operation.input, requestBody),
        ].slice(0, maxViolations),
      }
}

/** Translates violations to the names that the caller used. */
function toCallerNames(
  violations: readonly Violation[],
  input: z.ZodObject,
  requestBody: unknown,
): Violation[] {
  const translator = createNameTranslator(input, requestBody)
  return violations.map(({ field, code, message }) => {
    const callerPath = translator.translatePath(field)
    return {
      field: callerPath,
      code,
      message: `${callerPath}${translator.translateText(message.slice(field.length))}`,
    }
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const longListLength = 500
const prefixLength = 100

/**
 * Returns the body with long lists cut, where their beginning alone has more violations than a response
 * lists.
 */
function shortenLists(
  input: z.ZodObject,
  canonical: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let shortened = canonical
  for (const [name, value] of Object.entries(canonical)) {
    // Undeclared fields are rejected without being read.
    const schema = Object.hasOwn(input.shape, name) ? (input.shape[name] as z.ZodType) : undefined
    if (!schema || !Array.isArray(value) || value.length < longListLength) continue
    const prefix = value.slice(0, prefixLength)
    const issues = schema.safeParse(prefix).error?.issues ?? []
    if (issues.length >= maxViolations) shortened = { ...shortened, [name]: prefix }
  }
  return shortened
}

/** Returns the fields that are valid on their own, so that rules over several fields can still run. */
function pickValidFields(
  input: z.ZodObject,
  canonical: Readonly<Record<string, unknown>>,
  invalidFields: ReadonlySet<string>,
): Record<string, unknown> {
  const valid: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(input.shape)) {
    if (invalidFields.has(name)) continue
    const parsedField = (schema as z.ZodType).safeParse(canonical[name])
    if (parsedField.success && parsedField.data !== undefined) valid[name] = parsedField.data
  }
  return valid
}

/** Translates a zod issue to a violation code and a message. */
function explainIssue(
  issue: z.core.$ZodIssue,
  canonical: unknown,
  input: z.ZodObject,
): [ViolationCode, string] {
  if (
    (issue.code === 'invalid_type' || issue.code === 'invalid_value') &&
    getAtPath(canonical, issue.path) === undefined
  )
    return ['REQUIRED', 'is required.']
  switch (issue.code) {
    case 'invalid_type':
      return ['WRONG_TYPE', `must be ${typeNames[issue.expected] ?? issue.expected}.`]
    case 'invalid_value':
      return [
        'NOT_ALLOWED',
        `must be ${formatAlternatives(toPreferredValuesAt(input, issue.path, issue.values))}.`,
      ]
    case 'too_big':
      return issue.origin === 'array'
        ? ['TOO_MANY', `may have at most ${issue.maximum} entries.`]
        : ['OUT_OF_RANGE', `must be at most ${issue.maximum}.`]
    case 'too_small':
      return issue.origin === 'array'
        ? ['TOO_FEW', `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}.`]
        : ['OUT_OF_RANGE', `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}.`]
    case 'custom':
      return [(issue.params as RuleParams | undefined)?.violationCode ?? 'MALFORMED', issue.message]
    default:
      return ['MALFORMED', 'is not valid.']
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function formatAlternatives(values: readonly unknown[]): string {
  const texts = values.map(String)
  if (texts.length === 1) return String(texts[0])
  const sentence = `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
  // Long lists of values belong in the documentation, not in a message.
  const isLong = texts.length > 20 || sentence.length > 250
  return isLong ? `one of the ${texts.length} documented values` : sentence
}

function getAtPath(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

/** Sorts violations in the documented order of the fields, so that the first one is always the same. */
function sortByField(violations: readonly Violation[], rank: (field: string) => number): Violation[] {
  return [...violations].sort((a, b) => rank(getTopLevelField(a.field)) - rank(getTopLevelField(b.field)))
}

const fieldOrders = new WeakMap<z.ZodObject, ReadonlyMap<string, number>>()

function createRank(input: z.ZodObject): (field: string) => number {
  const order =
    fieldOrders.get(input) ?? new Map(Object.keys(input.shape).map((name, index) => [name, index]))
  fieldOrders.set(input, order)
  return (field) => order.get(field) ?? -1
}
