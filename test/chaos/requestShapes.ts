// Provides values that try to escape their position, and computes the shapes of the requests that contain
// them.

import type { RequestRecord } from '@adrail/sandbox'
import fc from 'fast-check'

const hostileTexts = [
  '../me',
  '..%2fme',
  '%2e%2e/me',
  'me?fields=name',
  '1,2',
  '1/../2',
  'act_1/campaigns',
  '1&access_token=x',
  '1#fragment',
  '1;2',
  '{result=a:$.id}',
  '1\r\nHost: evil.example',
  '\u0000',
  '\u202e1',
  '"]}',
  "'; drop table users; --",
  '$(id)',
  '{{7*7}}',
  '&limit=9999&access_token=EAAB',
  '?access_token=x#',
  '//evil.example/x',
  '\\\\evil.example',
  '[{"field":"id"}]',
  '"},{"method":"DELETE","relative_url":"me/permissions"}',
  '),status:(values:List(DRAFT)',
  'urn:li:sponsoredCampaign:1',
  'List(1,2)',
  "' OR campaign.id > 0 OR campaign.name = '",
  '1 OR 1=1',
  "\\' LIMIT 1 PARAMETERS include_drafts=true",
  '%27%20OR%201=1',
]
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/**
 * Returns the shape of a request: its target, its fields and parameters, and the structure of values that
 * have a syntax.
 */
export function toRequestShape({ method, url, body, call }: RequestRecord): string {
  const [path = '', query = ''] = url.split('?')
  // Later pages of a longer list add an `after` parameter that contains a value of the platform.
  const parameters = query
    .split('&')
    .map(toParameterShape)
    .filter((shape) => shape !== 'after=')
    .toSorted()
  return [call, method, path.replaceAll(/\d{4,}/g, 'N'), parameters, toBodyShape(body).toSorted()].join(' ')
}

/** The platform treats these parameters as plain text, so their contents have no shape. */
const textParameters = ['name', 'title', 'description', 'dsa_beneficiary', 'dsa_payor', 'q', 'query']

/**
 * Values on LinkedIn may contain brackets, commas and colons as syntax. Some values of other platforms are
 * JSON.
 */
function toParameterShape(parameter: string): string {
  const raw = parameter.replace(/^[^=]*=?/, '')
  const [[name, value] = ['', '']] = new URLSearchParams(parameter)
  if (textParameters.includes(name)) return `${name}=`
  return `${name}=${/^(List)?\(/.test(raw) ? raw.replaceAll(/[^(),:]+/g, 'x') : toJsonShape(value)}`
}

/** Returns the paths of a JSON text, and an empty string for any other text. */
function toJsonShape(text: string): string {
  if (!/^[[{]/.test(text)) return ''
  try {
    return listPaths(JSON.parse(text)).toSorted().join(',')
  } catch {
    return ''
  }
}

/**
 * Returns whether a request has one of the known shapes. The ledger truncates long bodies, so a truncated
 * shape only has to match the beginning of a known one.
 */
export function hasKnownShape(shape: string, knownShapes: ReadonlySet<string>): boolean {
  if (!shape.endsWith(truncationMark)) return knownShapes.has(shape)
  const prefix = shape.slice(0, -truncationMark.length)
  return [...knownShapes].some((other) => other.startsWith(prefix))
}
const truncationMark = '…'

function toBodyShape(body: string): string[] {
  if (body.endsWith(truncationMark)) return [truncationMark]
  // The bytes of a file have no shape.
  if (!body.startsWith('{')) return /^[\w.%-]+=/.test(body) ? body.split('&').map(toParameterShape) : []
  const parsed: unknown = JSON.parse(body)
  return [...listPaths(parsed), toQueryShape(parsed)]
}

/** Returns a Google Ads query without its values, which are quoted strings and numbers. */
function toQueryShape(body: unknown): string {
  const { query } = body as { readonly query?: unknown }
  if (typeof query !== 'string') return ''
  return query.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, 'S').replaceAll(/\b\d+\b/g, 'N')
}

function listPaths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, property]) => listPaths(property, `${path}/${name}`))
}
