// Bounds for every body: its depth, its number of values, and text that the database cannot store.

import { formatPath, type Violation } from '@adrail/contract'
import { invalidBodyError, ServiceError } from '../runtime/errors.ts'

const maxDepth = 12
const maxValues = 100_000
const maxCharacters = 10_000

export function assertBodyBounds(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidJsonError('it is not an object.')
  const violations: Violation[] = []
  let valueCount = 0
  // The path of the current value. Formatted only for a violation.
  const path: (string | number)[] = []

  // The depth is bounded, so the recursion is too.
  const walk = (value: unknown): void => {
    if (++valueCount > maxValues) throw invalidJsonError(`it contains more than ${maxValues} values.`)
    if (typeof value === 'string') {
      const problem = findTextProblem(value)
      if (!problem || violations.length >= 20) return
      const field = formatPath(path)
      violations.push({ field, ...problem, message: `${field} ${problem.message}` })
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= maxDepth) throw invalidJsonError(`it is nested more than ${maxDepth} levels deep.`)
      if (Array.isArray(value))
        for (let index = 0; index < value.length; index++) visitField(index, value[index])
      else for (const name of Object.keys(value)) visitField(name, (value as Record<string, unknown>)[name])
    }
  }
  const visitField = (name: string | number, value: unknown): void => {
    if (name === '__proto__') throw invalidJsonError('it has a field named "__proto__".')
    path.push(name)
    walk(value)
    path.pop()
  }

  walk(body)
  if (violations.length > 0) throw invalidBodyError(violations)
}

function findTextProblem(text: string): Pick<Violation, 'code' | 'message'> | undefined {
  if (text.length > maxCharacters)
    return { code: 'TOO_LONG', message: `may have at most ${maxCharacters} characters.` }
  // PostgreSQL cannot store NUL characters, and UTF-8 cannot encode lone surrogates.
  if (text.includes('\0')) return { code: 'MALFORMED', message: 'must not contain a NUL character.' }
  if (!text.isWellFormed())
    return { code: 'MALFORMED', message: 'must not contain half of a surrogate pair.' }
  return undefined
}

function invalidJsonError(problem: string): ServiceError {
  return new ServiceError('INVALID_JSON', { values: { problem } })
}
