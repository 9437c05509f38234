// Bodies against their schemas. What does not fit is refused whole, with every problem named, before any rule is asked.
// https://linkedin.github.io/rest.li/Validation-in-Rest_li

import { refusal, schemaRefusal } from './errors.ts'
import type { Money, RunSchedule } from './state.ts'

export type MemberKind = 'text' | 'boolean' | 'record' | 'list' | 'money' | 'schedule'
export type Schema = Readonly<Record<string, MemberKind>>
export type Members = Record<string, unknown>

const absent = 'field is required but not found and has no default value'

export function recordOf(value: unknown): Members | undefined {
  // Checked to be an object and no list; its members stay unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

/** The members of a body, each of the right kind and none unknown. */
export function membersOf(body: unknown, schema: Schema): Members {
  const given = recordOf(body)
  if (given === undefined) throw refusal('ILLEGAL_ARGUMENT', 'Cannot parse request entity')
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const kind = Object.hasOwn(schema, name) ? schema[name] : undefined
    return kind === undefined
      ? [`/${name} :: unrecognized field found but not allowed`]
      : problemsOf(`/${name}`, kind, value)
  })
  if (problems.length > 0) throw schemaRefusal(problems)
  return given
}

export function requireMembers(given: Members, names: readonly string[]): void {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length > 0) throw schemaRefusal(missing.map((name) => `/${name} :: ${absent}`))
}

const javaNames = { text: 'String', boolean: 'Boolean', record: 'DataMap', list: 'DataList' } as const

function problemsOf(path: string, kind: MemberKind, value: unknown): string[] {
  const wrong = (expected: keyof typeof javaNames) => [
    `${path} :: ${JSON.stringify(value)} cannot be coerced to ${javaNames[expected]}`,
  ]
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? [] : wrong('text')
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('boolean')
    case 'list':
      return Array.isArray(value) ? [] : wrong('list')
    case 'record':
      return recordOf(value) === undefined ? wrong('record') : []
    case 'money':
      return inner(path, value, { amount: 'text', currencyCode: 'text' }, ['amount', 'currencyCode'])
    case 'schedule':
      return scheduleProblems(path, value)
  }
}

function inner(path: string, value: unknown, schema: Schema, required: readonly string[]): string[] {
  const given = recordOf(value)
  if (given === undefined) return [`${path} :: ${JSON.stringify(value)} cannot be coerced to DataMap`]
  return [
    ...required.filter((name) => given[name] === undefined).map((name) => `${path}/${name} :: ${absent}`),
    ...Object.entries(given).flatMap(([name, member]) => {
      const kind = Object.hasOwn(schema, name) ? schema[name] : undefined
      return kind === undefined
        ? [`${path}/${name} :: unrecognized field found but not allowed`]
        : problemsOf(`${path}/${name}`, kind, member)
    }),
  ]
}

function scheduleProblems(path: string, value: unknown): string[] {
  const given = recordOf(value)
  if (given === undefined) return [`${path} :: ${JSON.stringify(value)} cannot be coerced to DataMap`]
  const { start, end, ...strange } = given
  return [
    ...Object.keys(strange).map((name) => `${path}/${name} :: unrecognized field found but not allowed`),
    ...(start === undefined ? [`${path}/start :: ${absent}`] : instantProblems(`${path}/start`, start)),
    ...(end === undefined ? [] : instantProblems(`${path}/end`, end)),
  ]
}

const instantProblems = (path: string, value: unknown) =>
  Number.isSafeInteger(value) ? [] : [`${path} :: ${JSON.stringify(value)} cannot be coerced to Long`]

// The three readers below follow `membersOf`, which has already refused anything of another kind.
export const textMember = (given: Members, name: string) => given[name] as string | undefined
export const moneyMember = (given: Members, name: string) => given[name] as Money | undefined
export const scheduleMember = (given: Members, name: string) => given[name] as RunSchedule | undefined
