// Checks a response against the connector's expectation. Unlike the connector, it
// checks every field instead of stopping at the first violation.

import { isRecord, type Member, type Shape } from '../../platforms/kit/rows.ts'
import { below, inWords, typeOf } from './shape.ts'

export interface Disappointment {
  readonly path: string
  readonly kind: 'missing' | 'unreadable' | 'word'
  readonly says: string
}

export function disappointments(answer: unknown, shape: Shape): Disappointment[] {
  const found = new Map<string, Disappointment>()
  if (isRecord(answer)) visitMembers(answer, shape, '', found)
  else note(found, { path: '', kind: 'unreadable', says: unreadable(answer) })
  return [...found.values()]
}

/** Returns whether the connector reads the field at a path. */
export function isExpected(path: string, shape: Shape): boolean {
  const [name = '', ...rest] = path.replaceAll('[]', '').split('.')
  const member = shape[name]
  if (!member || rest.length === 0) return member !== undefined
  const inner = member.within?.as === 'edge' && rest[0] === 'data' ? rest.slice(1) : rest
  return (
    inner.length === 0 || (member.within !== undefined && isExpected(inner.join('.'), member.within.shape))
  )
}

type Found = Map<string, Disappointment>

function visitMembers(value: Record<string, unknown>, shape: Shape, path: string, found: Found): void {
  for (const [name, member] of Object.entries(shape)) visit(value[name], member, below(path, name), found)
}

function visit(value: unknown, member: Member<unknown>, path: string, found: Found): void {
  if (value === undefined || value === null) {
    if (!isAccepted(member, value))
      note(found, { path, kind: 'missing', says: 'is missing, and the connector needs it' })
    return
  }
  const { within, words } = member
  if (words) for (const said of [value].flat()) visitWord(said, words, path, found)
  if (!within) {
    if (!isAccepted(member, value)) note(found, { path, kind: 'unreadable', says: unreadable(value) })
    return
  }
  if (within.as === 'object') visitEntry(value, within.shape, path, found)
  else if (within.as === 'list') visitEntries(value, within.shape, path, found)
  else visitEntries(isRecord(value) ? value['data'] : undefined, within.shape, `${path}.data`, found)
}

function visitEntries(value: unknown, shape: Shape, path: string, found: Found): void {
  if (Array.isArray(value)) for (const entry of value) visitEntry(entry, shape, `${path}[]`, found)
  else note(found, { path, kind: 'unreadable', says: unreadable(value) })
}

function visitEntry(value: unknown, shape: Shape, path: string, found: Found): void {
  if (isRecord(value)) visitMembers(value, shape, path, found)
  else note(found, { path, kind: 'unreadable', says: unreadable(value) })
}

/** The report may contain a word of the platform's API, but no other value. */
function visitWord(said: unknown, words: readonly string[], path: string, found: Found): void {
  if (typeof said !== 'string' || words.includes(said)) return
  const told =
    /^[A-Za-z]\w{0,40}$/.test(said) && !/\d{3}/.test(said) ? `says ${said}` : 'says what is no word'
  note(found, { path, kind: 'word', says: `${told}, which this release does not know` })
}

function unreadable(value: unknown): string {
  return `${value === undefined ? 'is missing' : `is ${inWords([typeOf(value)])}`}, which the connector cannot read`
}

function isAccepted({ accept }: Member<unknown>, value: unknown): boolean {
  try {
    accept(structuredClone(value))
    return true
  } catch {
    return false
  }
}

function note(found: Found, disappointment: Disappointment): void {
  found.set(`${disappointment.path} ${disappointment.says}`, disappointment)
}
