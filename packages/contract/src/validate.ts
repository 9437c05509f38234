// Validates a body against an operation's declaration and reports many violations at once.

import type { z } from 'zod'
import { canonicalBody, preferredAt, spellingOf } from './aliases.ts'
import type { Flaw, FlawCode, RuleParams } from './flaws.ts'
import type { Operation } from './operation.ts'
import { memberOf, pathOf } from './paths.ts'
import { unknownMembers } from './unknownMembers.ts'

export type Validation<Body> = { readonly body: Body } | { readonly flaws: readonly Flaw[] }

/** A response lists at most this many violations. The next attempt reports the remaining ones. */
const mostFlaws = 20

export function validate<Input extends z.ZodObject>(
  operation: Operation<Input>,
  given: unknown,
): Validation<z.output<Input>> {
  if (!isRecord(given))
    return { flaws: [{ field: '', code: 'WRONG_TYPE', message: 'The body must be a JSON object.' }] }
  const unknown = unknownMembers(operation.input, given)
  // From here on, the body uses declared names, regardless of the names that the caller used.
  const { body: meant, conflicts } = canonicalBody(operation.input, given)
  const flaws: Flaw[] = []
  const report = (field: string, code: FlawCode, problem: string) =>
    flaws.push({ field, code, message: `${field} ${problem}` })

  const parsed = operation.input.safeParse(withShortLists(operation.input, meant))
  const issues = parsed.success ? [] : parsed.error.issues
  const flawed = new Set(issues.map(({ path }) => String(path[0] ?? '')))
  const body = parsed.success ? parsed.data : validMembers(operation.input, meant, flawed)
  const rank = rankIn(operation.input)
  // A body may have thousands of issues. Only the reported ones are formatted.
  const told = issues
    .map((issue) => ({ issue, rank: rank(String(issue.path[0] ?? '')) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostFlaws)
  for (const { issue } of told) report(pathOf(issue.path), ...explain(issue, meant, operation.input))
  // The cast is safe by construction: both branches contain only fields that passed their own schema.
  for (const rule of operation.rules ?? [])
    if (!rule.over.some((member) => flawed.has(member))) rule.check(body as Partial<z.output<Input>>, report)

  // Unknown fields come first, because a field that seems to be missing is often only misspelled.
  return unknown.length + conflicts.length + flaws.length === 0
    ? { body: body as z.output<Input> }
    : {
        flaws: [
          ...unknown,
          ...conflicts,
          ...asWritten(inBodyOrder(flaws, rank), operation.input, given),
        ].slice(0, mostFlaws),
      }
}

/** Translates violations to the names that the caller used. */
function asWritten(flaws: readonly Flaw[], input: z.ZodObject, given: unknown): Flaw[] {
  const spelling = spellingOf(input, given)
  return flaws.map(({ field, code, message }) => {
    const written = spelling.path(field)
    return { field: written, code, message: `${written}${spelling.text(message.slice(field.length))}` }
  })
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

const longList = 500
const beginning = 100

/**
 * Returns the body with long lists cut, where their beginning alone has more violations than a response
 * lists.
 */
function withShortLists(
  input: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let shortened = given
  for (const [name, value] of Object.entries(given)) {
    // Undeclared fields are rejected without being read.
    const schema = Object.hasOwn(input.shape, name) ? (input.shape[name] as z.ZodType) : undefined
    if (!schema || !Array.isArray(value) || value.length < longList) continue
    const begin = value.slice(0, beginning)
    const flaws = schema.safeParse(begin).error?.issues ?? []
    if (flaws.length >= mostFlaws) shortened = { ...shortened, [name]: begin }
  }
  return shortened
}

/** Returns the fields that are valid on their own, so that rules over several fields can still run. */
function validMembers(
  input: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
  flawed: ReadonlySet<string>,
): Record<string, unknown> {
  const valid: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(input.shape)) {
    if (flawed.has(name)) continue
    const member = (schema as z.ZodType).safeParse(given[name])
    if (member.success && member.data !== undefined) valid[name] = member.data
  }
  return valid
}

/** Translates a zod issue to a violation code and a message. */
function explain(issue: z.core.$ZodIssue, given: unknown, input: z.ZodObject): [FlawCode, string] {
  if (
    (issue.code === 'invalid_type' || issue.code === 'invalid_value') &&
    at(given, issue.path) === undefined
  )
    return ['REQUIRED', 'is required.']
  switch (issue.code) {
    case 'invalid_type':
      return ['WRONG_TYPE', `must be ${typeNames[issue.expected] ?? issue.expected}.`]
    case 'invalid_value':
      return ['NOT_ALLOWED', `must be ${oneOf(preferredAt(input, issue.path, issue.values))}.`]
    case 'too_big':
      return issue.origin === 'array'
        ? ['TOO_MANY', `may have at most ${issue.maximum} entries.`]
        : ['OUT_OF_RANGE', `must be at most ${issue.maximum}.`]
    case 'too_small':
      return issue.origin === 'array'
        ? ['TOO_FEW', `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}.`]
        : ['OUT_OF_RANGE', `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}.`]
    case 'custom':
      return [(issue.params as RuleParams | undefined)?.flaw ?? 'MALFORMED', issue.message]
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

function oneOf(values: readonly unknown[]): string {
  const texts = values.map(String)
  if (texts.length === 1) return String(texts[0])
  const sentence = `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
  // Long lists of values belong in the documentation, not in a message.
  const isLong = texts.length > 20 || sentence.length > 250
  return isLong ? `one of the ${texts.length} documented values` : sentence
}

function at(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

/** Sorts violations in the documented order of the fields, so that the first one is always the same. */
function inBodyOrder(flaws: readonly Flaw[], rank: (member: string) => number): Flaw[] {
  return [...flaws].sort((a, b) => rank(memberOf(a.field)) - rank(memberOf(b.field)))
}

const ranks = new WeakMap<z.ZodObject, ReadonlyMap<string, number>>()

function rankIn(input: z.ZodObject): (member: string) => number {
  const order = ranks.get(input) ?? new Map(Object.keys(input.shape).map((name, index) => [name, index]))
  ranks.set(input, order)
  return (member) => order.get(member) ?? -1
}
