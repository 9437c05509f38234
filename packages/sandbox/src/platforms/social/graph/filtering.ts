// The `filtering` parameter of lists and insights: `[{"field":"id","operator":"IN","value":["1"]}]`.
// https://developers.facebook.com/docs/marketing-api/insights/parameters

import { invalidParameter } from '../errors.ts'
import type { Params } from './request.ts'

export interface Filter {
  readonly field: string
  readonly operator: string
  readonly value: unknown
}

const operators = [
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'IN_RANGE',
  'NOT_IN_RANGE',
  'CONTAIN',
  'NOT_CONTAIN',
  'IN',
  'NOT_IN',
  'STARTS_WITH',
  'ANY',
  'ALL',
  'NONE',
]

export function readFilters(params: Params, fields: readonly string[]): Filter[] {
  const value = params.json('filtering')
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw invalidParameter('Param filtering must be an array.', { blame: ['filtering'] })
  return value.map((entry: unknown, index) => {
    const row =
      typeof entry === 'object' && entry !== null
        ? new Map(Object.entries(entry))
        : new Map<string, unknown>()
    const field = row.get('field')
    const operator = row.get('operator')
    if (typeof field !== 'string' || typeof operator !== 'string' || !row.has('value')) {
      throw invalidParameter(`Param filtering[${index}] must have the keys field, operator and value.`, {
        blame: ['filtering'],
      })
    }
    if (!operators.includes(operator)) {
      throw invalidParameter(
        `Param filtering[${index}][operator] must be one of {${operators.join(', ')}} - got "${operator}".`,
        {
          blame: ['filtering'],
        },
      )
    }
    if (!fields.includes(field)) {
      throw invalidParameter(
        `Filtering field ${field} with operation ${operator.toLowerCase()} is not supported`,
        {
          blame: ['filtering'],
        },
      )
    }
    return { field, operator, value: row.get('value') }
  })
}

/** Whether a value matches a filter. Numbers are compared as numbers, all other values as text. */
export function matchesFilter(filter: Filter, actual: string | number | undefined): boolean {
  const { operator, value } = filter
  const text = actual === undefined ? '' : String(actual)
  const list = (Array.isArray(value) ? value : [value]).map(String)
  const first = list[0] ?? ''
  const number = Number(text)
  switch (operator) {
    case 'EQUAL':
      return text === first
    case 'NOT_EQUAL':
      return text !== first
    case 'IN':
    case 'ANY':
      return list.includes(text)
    case 'NOT_IN':
    case 'NONE':
      return !list.includes(text)
    case 'CONTAIN':
      return list.some((part) => text.toLowerCase().includes(part.toLowerCase()))
    case 'NOT_CONTAIN':
      return !list.some((part) => text.toLowerCase().includes(part.toLowerCase()))
    case 'STARTS_WITH':
      return list.some((part) => text.toLowerCase().startsWith(part.toLowerCase()))
    case 'GREATER_THAN':
      return number > Number(first)
    case 'GREATER_THAN_OR_EQUAL':
      return number >= Number(first)
    case 'LESS_THAN':
      return number < Number(first)
    case 'LESS_THAN_OR_EQUAL':
      return number <= Number(first)
    case 'IN_RANGE':
      return number >= Number(first) && number <= Number(list[1])
    case 'NOT_IN_RANGE':
      return number < Number(first) || number > Number(list[1])
    default:
      return list.every((part) => part === text)
  }
}
