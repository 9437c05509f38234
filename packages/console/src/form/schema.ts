// Loads the schemas of operations from the OpenAPI description of the service.

export interface Schema {
  readonly type?: string
  readonly $ref?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly deprecated?: boolean
  readonly format?: string
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Description {
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly description: string } }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

let description: Promise<Description> | undefined

/** Loads the description when a form first opens. The browser caches it. */
async function described(): Promise<Description> {
  description ??= fetch('/openapi.json').then((answer) => answer.json())
  description.catch(() => {
    description = undefined
  })
  return await description
}

/** Returns the meaning of each event type, in one or two sentences. */
export async function eventMeanings(): Promise<ReadonlyMap<string, string>> {
  const { webhooks } = await described()
  // The second paragraph is advice for programs.
  const meaning = (text: string) => (text.split('\n\n')[0] ?? '').replaceAll('`', '')
  return new Map(Object.entries(webhooks).map(([type, { post }]) => [type, meaning(post.description)]))
}

export async function bodyOf(operation: string): Promise<Schema> {
  const { schemas } = (await described()).components
  const body = schemas[`${operation.replace('/', '_')}_body`]
  if (!body) throw new Error(`The service does not describe ${operation}.`)
  return resolved(body, schemas)
}

/** Replaces references by the schemas that they refer to. */
function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const named = schema.$ref?.split('/').at(-1)
  const here = named === undefined ? schema : { ...schemas[named], ...schema }
  const { items, properties, enum: values } = here
  return {
    ...here,
    ...(values ? { enum: values.filter((value) => !isDeprecated(value, here)) } : {}),
    ...(items ? { items: resolved(items, schemas) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([, { deprecated }]) => deprecated !== true)
              .map(([name, member]) => [name, resolved(member, schemas)]),
          ),
        }
      : {}),
  }
}

/** Deprecated values appear only in the description. */
function isDeprecated(value: string, { description = '' }: Schema): boolean {
  return (
    description.includes('deprecated:') &&
    description.split('deprecated:')[1]?.includes(`\`${value}\` for `) === true
  )
}
