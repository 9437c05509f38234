// How a message of the protocol is described: one short text per field. From it follow what a request may contain, what a
// query may select, what a create must bring and what an update may touch.
//
//   'int64? out'                     optional mark (written even when 0), only the server sets it
//   'string? needed max=256'         the server refuses a create without it; at most 256 characters
//   'enum:CampaignStatus'            by name
//   'CustomParameter[] most=8'       a list of messages, at most eight
//   'string ref=Campaign immutable'  a resource name; fixed at creation
//   'KeywordInfo of=criterion'       one member of a union
//
// `required` is the protocol's own mark, `needed` what the server demands although the protocol does not mark it.
// `hidden` fields can be sent but not queried.
// `since=25` came with that version of the API and is unknown to older ones.
// `bytes=` limits the UTF-8 length, `width=` counts wide characters twice, `least=` and `most=` bound a list.
// `unemulated` fields exist in the protocol: they are known, so not called unknown, and answered with "not implemented".

export type MessageSpec = Readonly<Record<string, string>>

export type Kind =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float'
  | 'double'
  | 'bytes'
  | 'mask'
  | 'enum'
  | 'message'
  | 'unemulated'

export interface Field {
  /** As the protocol and queries write it: `campaign_budget`. */
  readonly name: string
  /** As JSON writes it: `campaignBudget`. */
  readonly json: string
  readonly kind: Kind
  /** The enumeration or the message the kind refers to. */
  readonly of: string
  readonly optional: boolean
  readonly repeated: boolean
  readonly output: boolean
  readonly immutable: boolean
  readonly required: boolean
  readonly hidden: boolean
  /** The version of the API in which it came; 0 when all that are spoken have it. */
  readonly since: number
  readonly union: string | undefined
  readonly reference: string | undefined
  readonly maxCharacters: number | undefined
  readonly maxBytes: number | undefined
  readonly maxWidth: number | undefined
  readonly least: number | undefined
  readonly most: number | undefined
}

export interface Message {
  readonly name: string
  readonly fields: readonly Field[]
  /** By protocol name and by JSON name. */
  readonly byName: ReadonlyMap<string, Field>
}

export function jsonName(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

const scalars: ReadonlySet<string> = new Set([
  'string',
  'bool',
  'int32',
  'int64',
  'float',
  'double',
  'bytes',
  'mask',
  'unemulated',
])

export function describe(name: string, spec: MessageSpec): Message {
  const fields = Object.entries(spec).map(([field, text]) => parseField(field, text))
  const byName = new Map<string, Field>()
  for (const field of fields) {
    byName.set(field.name, field)
    byName.set(field.json, field)
  }
  return { name, fields, byName }
}

const flags: ReadonlySet<string> = new Set(
  'out immutable required needed hidden since of ref max bytes width least most'.split(' '),
)

function parseField(name: string, text: string): Field {
  const [head = '', ...marks] = text.split(' ')
  const [, base, optional, repeated] = /^([\w:]+)(\?)?(\[\])?$/.exec(head) ?? []
  const values = new Map(
    marks.map((mark): [string, string | undefined] => {
      const [flag = '', value] = mark.split('=')
      return [flag, value]
    }),
  )
  const strange = [...values.keys()].filter((flag) => !flags.has(flag))
  if (base === undefined || strange.length > 0) throw new Error(`${name} is described as "${text}".`)
  const number = (flag: string) => {
    const value = values.get(flag)
    return value === undefined ? undefined : Number(value)
  }
  return {
    name,
    json: jsonName(name),
    ...kindOf(base),
    optional: optional !== undefined,
    repeated: repeated !== undefined,
    output: values.has('out'),
    immutable: values.has('immutable'),
    required: values.has('required') || values.has('needed'),
    hidden: values.has('hidden'),
    since: number('since') ?? 0,
    union: values.get('of'),
    reference: values.get('ref'),
    maxCharacters: number('max'),
    maxBytes: number('bytes'),
    maxWidth: number('width'),
    least: number('least'),
    most: number('most'),
  }
}

function kindOf(base: string): { kind: Kind; of: string } {
  // The set holds exactly the scalar members of Kind.
  if (scalars.has(base)) return { kind: base as Kind, of: '' }
  if (base.startsWith('enum:')) return { kind: 'enum', of: base.slice(5) }
  return { kind: 'message', of: base }
}
