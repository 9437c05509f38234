// A parsed Graph request: caller, version and parameters.

import type { Exchange } from '../../../core/exchange.ts'
import type { Caller } from '../../../oauth/people.ts'
import { invalidParameter } from '../errors.ts'
import type { SocialState } from '../state.ts'

export interface GraphRequest {
  readonly exchange: Exchange
  readonly social: SocialState
  readonly caller: Caller
  readonly version: string
  readonly params: Params
  readonly now: number
  readonly origin: string
  /** The buckets to which the call is billed while it is processed. */
  readonly usageBuckets: Map<string, UsageBucket>
}

export interface UsageBucket {
  readonly type: BucketType
  readonly objectId: string
}

export type BucketType =
  | 'ads_management'
  | 'ads_insights'
  | 'custom_audience'
  | 'pages'
  | 'instagram'
  | 'leadgen'
  | 'platform'

/** Parameters by name. Query and form values are text. Fields of a JSON body keep their type. */
export class Params {
  readonly values: ReadonlyMap<string, unknown>

  constructor(values: ReadonlyMap<string, unknown>) {
    this.values = values
  }

  has(name: string): boolean {
    const value = this.values.get(name)
    return value !== undefined && value !== null && value !== ''
  }

  names(): string[] {
    return [...this.values.keys()]
  }

  text(name: string): string | undefined {
    const value = this.values.get(name)
    if (value === undefined || value === null) return undefined
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }

  requiredText(name: string): string {
    const value = this.text(name)?.trim()
    if (value === undefined || value === '')
      throw invalidParameter(`The parameter ${name} is required.`, { blame: [name] })
    return value
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw invalidParameter(`Param ${name} must be an integer`, { blame: [name] })
    return Number(value)
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
    throw invalidParameter(`Param ${name} must be a boolean`, { blame: [name] })
  }

  /** Reads an object or list, given as JSON text or as a JSON value. */
  json(name: string): unknown {
    const value = this.values.get(name)
    if (typeof value !== 'string') return value ?? undefined
    if (value.trim() === '') return undefined
    try {
      return JSON.parse(value)
    } catch {
      throw invalidParameter(`Param ${name} must be valid JSON`, { blame: [name] })
    }
  }

  /** Reads a list of texts. A single text is a list of one, and commas separate several. */
  list(name: string): string[] | undefined {
    const value = this.values.get(name)
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string' && !value.trim().startsWith('[')) {
      return value.split(',').map((part) => part.trim())
    }
    const parsed = this.json(name)
    if (!Array.isArray(parsed)) throw invalidParameter(`Param ${name} must be an array.`, { blame: [name] })
    return parsed.map((entry) => {
      if (typeof entry !== 'string' && typeof entry !== 'number') {
        throw invalidParameter(`Param ${name} must be an array of strings.`, { blame: [name] })
      }
      return String(entry)
    })
  }

  choice(name: string, allowed: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (!allowed.includes(value)) throw invalidChoice(name, allowed, value)
    return value
  }

  choices(name: string, allowed: readonly string[]): string[] | undefined {
    const values = this.list(name)
    values?.forEach((value, index) => {
      if (!allowed.includes(value)) throw invalidChoice(`${name}[${index}]`, allowed, value)
    })
    return values
  }
}

function invalidChoice(name: string, allowed: readonly string[], value: string) {
  return invalidParameter(`Param ${name} must be one of {${allowed.join(', ')}} - got "${value}".`, {
    blame: [name.replace(/\[.*/, '')],
  })
}

/** Reads the parameters of query and body together. The body takes precedence. */
export function readParams(exchange: Exchange): Params {
  const values = new Map<string, unknown>(exchange.query)
  for (const [name, value] of bodyValues(exchange)) values.set(name, value)
  return new Params(values)
}

function bodyValues(exchange: Exchange): Iterable<readonly [string, unknown]> {
  if (exchange.body.length === 0) return []
  const type = exchange.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return multipartValues(exchange.body, type)
  const text = exchange.body.toString('utf8')
  if (type.includes('json')) {
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      throw invalidParameter('Invalid JSON in the body of the request')
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return []
    return Object.entries(parsed)
  }
  return new URLSearchParams(text)
}

/** Reads text parts as text, and files as `{bytes, name}`. */
function multipartValues(body: Buffer, type: string): [string, unknown][] {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary === undefined) throw invalidParameter('Missing boundary in multipart/form-data')
  const values: [string, unknown][] = []
  const delimiter = Buffer.from(`--${boundary}`)
  let position = body.indexOf(delimiter)
  while (position >= 0) {
    const next = body.indexOf(delimiter, position + delimiter.length)
    if (next < 0) break
    const part = body.subarray(position + delimiter.length + 2, next - 2)
    const headerEnd = part.indexOf('\r\n\r\n')
    const partHeader = part.toString('latin1', 0, Math.max(0, headerEnd))
    const name = /name="([^"]*)"/.exec(partHeader)?.[1]
    const file = /filename="([^"]*)"/.exec(partHeader)?.[1]
    const content = part.subarray(headerEnd + 4)
    if (name !== undefined) {
      values.push([
        name,
        file === undefined ? content.toString('utf8') : { name: file, bytes: content.length },
      ])
    }
    position = next
  }
  return values
}
