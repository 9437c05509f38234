// Values that try to be more than values, and the forms of the requests that they end up in.

import type { RequestRecord } from '@adrail/sandbox'
import fc from 'fast-check'

const hostile = [
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
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** The form of a request: where it goes, which members and parameters it has, and how those that have a language are built. */
export function requestShape({ method, url, body, call }: RequestRecord): string {
  const [path = '', query = ''] = url.split('?')
  // A list that has grown is read on from where its first page ended, which the platform says.
  const parameters = query
    .split('&')
    .map(parameterShape)
    .filter((shape) => shape !== 'after=')
    .toSorted()
  return [call, method, path.replaceAll(/\d{4,}/g, 'N'), parameters, bodyShape(body).toSorted()].join(' ')
}

/** Which the platform takes for texts, whatever stands in them; of others some are JSON. */
const textParameters = ['name', 'title', 'description', 'dsa_beneficiary', 'dsa_payor', 'q', 'query']

/** Values of the professional network have brackets, commas and colons of their own, of others some are JSON. */
function parameterShape(parameter: string): string {
  const raw = parameter.replace(/^[^=]*=?/, '')
  const [[name, value] = ['', '']] = new URLSearchParams(parameter)
  if (textParameters.includes(name)) return `${name}=`
  return `${name}=${/^(List)?\(/.test(raw) ? raw.replaceAll(/[^(),:]+/g, 'x') : jsonShape(value)}`
}

/** The members of a text that is JSON; of any other nothing. */
function jsonShape(text: string): string {
  if (!/^[[{]/.test(text)) return ''
  try {
    return listPaths(JSON.parse(text)).toSorted().join(',')
  } catch {
    return ''
  }
}

/** Whether a request had one of these forms. Of a long body the ledger keeps the beginning: it counts for what is there. */
export function hasKnownShape(shape: string, knownShapes: ReadonlySet<string>): boolean {
  if (!shape.endsWith(truncationMark)) return knownShapes.has(shape)
  const prefix = shape.slice(0, -truncationMark.length)
  return [...knownShapes].some((other) => other.startsWith(prefix))
}
const truncationMark = '…'

function bodyShape(body: string): string[] {
  if (body.endsWith(truncationMark)) return [truncationMark]
  // The bytes of a file have no form.
  if (!body.startsWith('{')) return /^[\w.%-]+=/.test(body) ? body.split('&').map(parameterShape) : []
  const parsed: unknown = JSON.parse(body)
  return [...listPaths(parsed), queryShape(parsed)]
}

/** A query of the search platform without its values: what stands in quotes, and numbers. */
function queryShape(body: unknown): string {
  const { query } = body as { readonly query?: unknown }
  if (typeof query !== 'string') return ''
  return query.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, 'S').replaceAll(/\b\d+\b/g, 'N')
}

function listPaths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, property]) => listPaths(property, `${path}/${name}`))
}
