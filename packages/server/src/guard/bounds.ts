// What no body may be, whatever the operation: too deep, too many values, or holding text that cannot be stored.

import type { Fault } from '@adrail/contract'
import { invalidBody, ServiceError } from '../errors.ts'

const mostDepth = 12
const mostValues = 100_000
const mostCharacters = 10_000

export function checkBounds(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidJson('it is not an object.')
  const faults: Fault[] = []
  let values = 0

  // Depth is bounded, so recursion is.
  const walk = (value: unknown, path: string, depth: number): void => {
    if (++values > mostValues) throw invalidJson(`it holds more than ${mostValues} values.`)
    if (typeof value === 'string') {
      const problem = problemOf(value)
      if (problem && faults.length < 20)
        faults.push({ field: path, ...problem, message: `${path} ${problem.message}` })
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= mostDepth) throw invalidJson(`it is nested more than ${mostDepth} levels deep.`)
      if (Array.isArray(value))
        for (const [index, entry] of value.entries()) walk(entry, `${path}[${index}]`, depth + 1)
      else
        for (const [name, member] of Object.entries(value)) {
          if (name === '__proto__') throw invalidJson('it has a member named "__proto__".')
          walk(member, path === '' ? shown(name) : `${path}.${shown(name)}`, depth + 1)
        }
    }
  }

  walk(body, '', 0)
  if (faults.length > 0) throw invalidBody(faults)
}

/** Names that are not ours may hold anything: an answer repeats only their beginning, and only what can be seen. */
function shown(name: string): string {
  if (/^[\w-]{1,60}$/.test(name)) return name
  return `"${name.slice(0, 60).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')}"`
}

function problemOf(text: string): Pick<Fault, 'code' | 'message'> | undefined {
  if (text.length > mostCharacters)
    return { code: 'TOO_LONG', message: `may have at most ${mostCharacters} characters.` }
  // PostgreSQL cannot store the first, and UTF-8 cannot carry the second.
  if (text.includes('\0')) return { code: 'MALFORMED', message: 'must not contain a NUL character.' }
  if (!text.isWellFormed())
    return { code: 'MALFORMED', message: 'contains half of a character (a lone surrogate).' }
  return undefined
}

function invalidJson(problem: string): ServiceError {
  return new ServiceError('INVALID_JSON', { values: { problem } })
}
