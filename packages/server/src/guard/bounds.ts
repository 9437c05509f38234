// Bounds for every body: its depth, its number of values, and text that the database cannot store.

import { formatPath, type Violation } from '@adrail/contract'
import { invalidBody, ServiceError } from '../base/errors.ts'

const mostDepth = 12
const mostValues = 100_000
const mostCharacters = 10_000

export function checkBounds(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidJson('it is not an object.')
  const flaws: Violation[] = []
  let values = 0
  // The path of the current value. Formatted only for a violation.
  const path: (string | number)[] = []

  // The depth is bounded, so the recursion is too.
  const walk = (value: unknown): void => {
    if (++values > mostValues) throw invalidJson(`it holds more than ${mostValues} values.`)
    if (typeof value === 'string') {
      const problem = problemOf(value)
      if (!problem || flaws.length >= 20) return
      const field = formatPath(path)
      flaws.push({ field, ...problem, message: `${field} ${problem.message}` })
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= mostDepth) throw invalidJson(`it is nested more than ${mostDepth} levels deep.`)
      if (Array.isArray(value)) for (let index = 0; index < value.length; index++) step(index, value[index])
      else for (const name of Object.keys(value)) step(name, (value as Record<string, unknown>)[name])
    }
  }
  const step = (name: string | number, value: unknown): void => {
    if (name === '__proto__') throw invalidJson('it has a member named "__proto__".')
    path.push(name)
    walk(value)
    path.pop()
  }

  walk(body)
  if (flaws.length > 0) throw invalidBody(flaws)
}

function problemOf(text: string): Pick<Violation, 'code' | 'message'> | undefined {
  if (text.length > mostCharacters)
    return { code: 'TOO_LONG', message: `may have at most ${mostCharacters} characters.` }
  // PostgreSQL cannot store NUL characters, and UTF-8 cannot encode lone surrogates.
  if (text.includes('\0')) return { code: 'MALFORMED', message: 'must not contain a NUL character.' }
  if (!text.isWellFormed())
    return { code: 'MALFORMED', message: 'contains half of a character (a lone surrogate).' }
  return undefined
}

function invalidJson(problem: string): ServiceError {
  return new ServiceError('INVALID_JSON', { values: { problem } })
}
