// Parses the descriptions of protocol messages: one short text per field. The descriptions decide what a
// request may contain, what a query may select, what a create must provide and what an update may change.
//
// The first part of a description is generated from the platform's descriptors:
//
//   'int64? out'                     optional field (serialized even when 0) that only the server sets
//   'enum:CampaignStatus'            an enumeration by name
//   'CustomParameter[]'              a list of messages
//   'string immutable ref=Campaign'  a resource name that is fixed at creation
//   'KeywordInfo of=criterion'       one field of a union
//   'string required'                a create must contain the field
//   'unemulated'                     a message that the sandbox answers with UNIMPLEMENTED, not as an unknown name
//
// The rest is written by hand, because the descriptors do not contain these rules:
//
//   'needed'            the server rejects a create without the field, although the protocol does not mark it
//   'hidden'            requests can contain the field, but queries cannot select the field
//   'since=25'          version 25 of the API introduced the field; older versions reject it as unknown
//   'max= bytes= width= least= most='
//                       bounds: characters, UTF-8 bytes, characters of which wide ones count twice, list items
//   'writable'          callers set the field, although the descriptors mark it as output only
//   'unemulated'        the same response for a field whose type is emulated

export type MessageSpec = Readonly<Record<string, string>>

export type MessageFieldKind =
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

export interface MessageField {
  /** The name in the protocol and in queries: `campaign_budget`. */
  readonly name: string
  /** The name in JSON: `campaignBudget`. */
  readonly jsonName: string
  readonly kind: MessageFieldKind
  /** The enumeration or message that the kind refers to. Empty for scalars. */
  readonly typeName: string
  readonly optional: boolean
  readonly repeated: boolean
  readonly outputOnly: boolean
  readonly immutable: boolean
  readonly required: boolean
  readonly hidden: boolean
  /** The API version that introduced the field. 0 when every supported version has it. */
  readonly since: number
  readonly oneof: string | undefined
  readonly reference: string | undefined
  readonly maxCharacters: number | undefined
  readonly maxBytes: number | undefined
  readonly maxWidth: number | undefined
  readonly minItems: number | undefined
  readonly maxItems: number | undefined
}

export interface MessageType {
  readonly name: string
  readonly fields: readonly MessageField[]
  /** Fields by protocol name and by JSON name. */
  readonly fieldsByName: ReadonlyMap<string, MessageField>
}

export function toJsonName(name: string): string {
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

/** Joins the generated description of each field with its rules. */
export function parseMessageSpec(name: string, spec: MessageSpec, rules: MessageSpec): MessageType {
  const unknownField = Object.keys(rules).find((field) => spec[field] === undefined)
  if (unknownField !== undefined)
    throw new Error(`${name} has rules for ${unknownField}, which does not exist.`)
  const fields = Object.entries(spec).map(([field, text]) =>
    parseField(field, rules[field] === undefined ? text : `${text} ${rules[field]}`),
  )
  const fieldsByName = new Map<string, MessageField>()
  for (const field of fields) {
    fieldsByName.set(field.name, field)
    fieldsByName.set(field.jsonName, field)
  }
  return { name, fields, fieldsByName }
}

const flags: ReadonlySet<string> = new Set(
  'out immutable required of ref needed hidden since max bytes width least most writable unemulated'.split(
    ' ',
  ),
)

function parseField(name: string, text: string): MessageField {
  const [typeText = '', ...marks] = text.split(' ')
  const [, base, optional, repeated] = /^([\w:]+)(\?)?(\[\])?$/.exec(typeText) ?? []
  const values = new Map(
    marks.map((mark): [string, string | undefined] => {
      const [flag = '', value] = mark.split('=')
      return [flag, value]
    }),
  )
  const unknownFlags = [...values.keys()].filter((flag) => !flags.has(flag))
  if (base === undefined || unknownFlags.length > 0) throw new Error(`${name} is described as "${text}".`)
  const parseNumberFlag = (flag: string) => {
    const value = values.get(flag)
    return value === undefined ? undefined : Number(value)
  }
  return {
    name,
    jsonName: toJsonName(name),
    ...parseKind(values.has('unemulated') ? 'unemulated' : base),
    optional: optional !== undefined,
    repeated: repeated !== undefined,
    outputOnly: values.has('out') && !values.has('writable'),
    immutable: values.has('immutable'),
    required: values.has('required') || values.has('needed'),
    hidden: values.has('hidden'),
    since: parseNumberFlag('since') ?? 0,
    oneof: values.get('of'),
    reference: values.get('ref'),
    maxCharacters: parseNumberFlag('max'),
    maxBytes: parseNumberFlag('bytes'),
    maxWidth: parseNumberFlag('width'),
    minItems: parseNumberFlag('least'),
    maxItems: parseNumberFlag('most'),
  }
}

function parseKind(base: string): { kind: MessageFieldKind; typeName: string } {
  // The set contains exactly the scalar values of `MessageFieldKind`.
  if (scalars.has(base)) return { kind: base as MessageFieldKind, typeName: '' }
  if (base.startsWith('enum:')) return { kind: 'enum', typeName: base.slice(5) }
  return { kind: 'message', typeName: base }
}
