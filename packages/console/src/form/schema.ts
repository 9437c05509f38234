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

interface OpenApiDescription {
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly description: string } }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

let openApi: Promise<OpenApiDescription> | undefined

/** Loads the description when a form first opens. The browser caches it. */
async function loadOpenApi(): Promise<OpenApiDescription> {
  openApi ??= fetch('/openapi.json').then((response) => response.json())
  openApi.catch(() => {
    openApi = undefined
  })
  return await openApi
}

/** Returns the meaning of each event type, in one or two sentences. */
export async function loadEventMeanings(): Promise<ReadonlyMap<string, string>> {
  const { webhooks } = await loadOpenApi()
  // The second paragraph is advice for programs.
  const firstParagraph = (text: string) => (text.split('\n\n')[0] ?? '').replaceAll('`', '')
  return new Map(Object.entries(webhooks).map(([type, { post }]) => [type, firstParagraph(post.description)]))
}

export async function loadBodySchema(operation: string): Promise<Schema> {
  const { schemas } = (await loadOpenApi()).components
  const body = schemas[`${operation.replace('/', '_')}_body`]
  if (!body) throw new Error(`The service does not describe ${operation}.`)
  return resolveReferences(body, schemas)
}

/** Replaces references by the schemas that they refer to. */
function resolveReferences(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const shapeName = schema.$ref?.split('/').at(-1)
  const mergedSchema = shapeName === undefined ? schema : { ...schemas[shapeName], ...schema }
  const { items, properties, enum: values } = mergedSchema
  return {
    ...mergedSchema,
    ...(values ? { enum: values.filter((value) => !isDeprecated(value, mergedSchema)) } : {}),
    ...(items ? { items: resolveReferences(items, schemas) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([, { deprecated }]) => deprecated !== true)
              .map(([name, fieldSchema]) => [name, resolveReferences(fieldSchema, schemas)]),
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
