import { describe, expect, test } from 'vitest'
import {
  buildOpenApi,
  commonErrors,
  declarationOf,
  type ErrorCode,
  errors,
  failure,
  type OperationName,
  operationNames,
  renderErrors,
  renderLlmsText,
  renderOperations,
  validate,
} from '../index.ts'
import { listAliases } from './aliasList.ts'
import type { JsonSchema } from './jsonSchema.ts'

const document = buildOpenApi()
const operationsPage = renderOperations()
const errorsPage = renderErrors()
const llmsPage = renderLlmsText()

/** Every object in the document, with where it is. */
function* listObjects(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, member] of Object.entries(value)) yield* listObjects(member, `${path}/${key}`)
}

function resolve(reference: string): unknown {
  let value: unknown = document
  for (const part of reference.split('/').slice(1))
    value = (value as Record<string, unknown> | undefined)?.[part]
  return value
}

/** What an object stands for, whether it is spelled out or a reference. */
function resolved(value: object | undefined): Record<string, unknown> {
  const target = value && '$ref' in value ? resolve(String(value.$ref)) : value
  return target as Record<string, unknown>
}

/** The failures shown for a path, by status and code. */
function listFailures(path: string): [string, string, unknown][] {
  const { post, get } = document.paths[path] ?? {}
  return Object.entries((post ?? get)?.responses ?? {}).flatMap(([status, response]) => {
    const content = resolved(response)['content'] as {
      'application/json': { examples: Record<string, object> }
    }
    return Object.entries(content['application/json'].examples)
      .filter(([code]) => code in errors)
      .map(([code, example]): [string, string, unknown] => [status, code, resolved(example)['value']])
  })
}

describe('the OpenAPI document', () => {
  test('has one POST path per operation, with its name as identifier', () => {
    const paths = Object.keys(document.paths).filter((path) => document.paths[path]?.post)
    expect(paths).toEqual(operationNames.map((name) => `/${name}`))
    expect(document.paths['/social/get_pixels_list']?.post?.operationId).toBe('social_get_pixels_list')
    const ids = Object.values(document.paths).map((item) => (item.post ?? item.get)?.operationId)
    expect(new Set(ids).size).toBe(operationNames.length + 2)
  })

  test('describes every tag that it uses', () => {
    const described = document.tags.filter((tag) => tag.description !== '').map((tag) => tag.name)
    const used = Object.values(document.paths).flatMap((item) => (item.post ?? item.get)?.tags ?? [])
    expect([...new Set(used)].sort()).toEqual([...described].sort())
  })

  test('has no reference that leads nowhere, and nothing but OpenAPI and JSON Schema', () => {
    const references: string[] = []
    for (const [path, object] of listObjects(document)) {
      if (typeof object['$ref'] === 'string') references.push(object['$ref'])
      expect(Object.keys(object), path).not.toContain('$defs')
      expect(
        Object.keys(object).filter((key) => key.startsWith('x-')),
        path,
      ).toEqual([])
    }
    expect(references.length).toBeGreaterThan(500)
    expect([...new Set(references)].filter((reference) => resolve(reference) === undefined)).toEqual([])
  })

  test('marks every deprecated name of a field, and lists every name of a value', () => {
    const findSchema = (operation: OperationName) =>
      document.components.schemas[`${operation.replace('/', '_')}_body`]
    const findProperty = (operation: OperationName, path: string) =>
      path
        .split(/[.[]/)
        .filter((part) => part !== '')
        .reduce<JsonSchema>((schema, part) => {
          const inner = resolved(
            part === '0]' ? (schema.items as object) : (schema.properties?.[part] as object),
          )
          return inner as JsonSchema
        }, findSchema(operation) ?? {})
    const { fields, values } = listAliases()
    for (const { operation, inside, names } of fields) {
      const [preferred = '', ...others] = names
      expect(findProperty(operation, `${inside}${preferred}`), operation).not.toHaveProperty('deprecated')
      for (const name of others) {
        const description = expect.stringContaining(`Another name of \`${preferred}\`.`)
        expect(findProperty(operation, `${inside}${name}`), operation).toMatchObject({
          description,
          deprecated: true,
        })
      }
    }
    for (const { operation, path, names } of values) {
      const whole = findProperty(operation, path.replace(/\[0\]$/, ''))
      const schema = findProperty(operation, path)
      const words = `${whole.description ?? ''} ${schema.description ?? ''}`
      expect(schema.enum, operation).toEqual(expect.arrayContaining([...names]))
      for (const name of names.slice(1)) expect(words, operation).toContain(`\`${name}\``)
    }
  })

  test('requires what the interface requires; of a field with a later name, any of its names', () => {
    const required = (shape: string) => document.components.schemas[shape]?.required
    expect(required('social_create_leadform_audience_body')).toContain('leadFormIds')
    expect(required('search_create_lead_form_body')).toContain('privacy_policy_url')
    expect(required('Proximity')).toContain('radius_units')
    const { required: others, anyOf } = document.components.schemas['social_create_test_lead_body'] ?? {}
    expect([others, anyOf]).toEqual([['userId'], [{ required: ['leadFormId'] }, { required: ['formId'] }]])
  })

  test.each(operationNames)('shows every error of %s under its status, with an example that fits', (name) => {
    const failures = listFailures(`/${name}`).filter(([status]) => status !== '4XX')
    const declared = [...new Set<ErrorCode>([...commonErrors, ...declarationOf(name).errors])]
    expect(failures.map(([status, code]) => `${status} ${code}`).sort()).toEqual(
      declared.map((code) => `${errors[code].status} ${code}`).sort(),
    )
    for (const [status, code, value] of listFailures(`/${name}`)) {
      const envelope = value as { success: boolean; results: unknown }
      expect(envelope.success, code).toBe(status === '200')
      const results = failure.strict().parse(envelope.results)
      expect(results.code).toBe(code)
      expect(results.error, code).not.toMatch(/[{}]|undefined/)
    }
  })

  test('shows every error code somewhere', () => {
    const shown = new Set(
      Object.keys(document.paths).flatMap((path) => listFailures(path).map(([, code]) => code)),
    )
    expect(Object.keys(errors).filter((code) => !shown.has(code))).toEqual([])
  })

  test.each(operationNames)('shows a request of %s that passes validation, and results that fit', (name) => {
    const operation = declarationOf(name)
    const post = document.paths[`/${name}`]?.post
    expect(
      validate(operation, post?.requestBody?.content['application/json'].examples['example']?.value),
    ).toHaveProperty('body')
    const content = resolved(post?.responses['200'])['content'] as {
      'application/json': { examples: { success: { value: { results: Record<string, unknown> } } } }
    }
    const { success, error, ...results } = content['application/json'].examples.success.value.results
    expect({ success, error }).toEqual({ success: true, error: '' })
    expect(operation.results.strict().parse(results)).toEqual(results)
  })

  test('lets writes, and only writes, be repeated safely and tried without effect', () => {
    for (const name of operationNames) {
      const post = document.paths[`/${name}`]?.post
      const isWrite = declarationOf(name).effect === 'write'
      expect(JSON.stringify(post?.parameters ?? '').includes('Idempotency-Key'), name).toBe(isWrite)
      expect(JSON.stringify(post?.responses['200']).includes('schemas/Plan"'), name).toBe(isWrite)
    }
  })

  test('closes every object of a body, and none of an answer [R4.gap.unknown-members]', () => {
    const sent = /_body$|^(Keyword|Proximity|SearchAd)$/
    const closed = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      [...listObjects(schema, name)]
        .filter(([, { type }]) => type === 'object')
        .map(([path, object]) => [path, sent.test(name), object['additionalProperties'] === false] as const),
    )
    expect(closed.length).toBeGreaterThan(100)
    expect(closed.filter(([, isSent, isClosed]) => isSent !== isClosed)).toEqual([])
  })

  test('says in words what JSON Schema cannot express', () => {
    const body = document.components.schemas['social_get_video_info_body']
    expect(JSON.stringify(body)).toContain('Must be 1 to 20 digits without leading zeros.')
  })

  test('takes the address and version it is given', () => {
    const description = buildOpenApi({ serverUrl: 'https://ads.example.com', version: '9.9.9' })
    expect(description.servers[0]?.url).toBe('https://ads.example.com')
    expect(description.info.version).toBe('9.9.9')
  })
})

describe('the documents', () => {
  test('come out the same every time', () => {
    expect(JSON.stringify(buildOpenApi())).toBe(JSON.stringify(document))
    expect([renderOperations(), renderErrors(), renderLlmsText()]).toEqual([
      operationsPage,
      errorsPage,
      llmsPage,
    ])
  })

  test('name every operation', () => {
    for (const name of operationNames) {
      expect(operationsPage).toContain(`\n### ${name}\n`)
      expect(llmsPage).toContain(`- POST /${name} (`)
    }
  })

  test('write down every rule that a text has to keep, and once what every text has to', () => {
    expect(operationsPage).toContain('Texts must not have NUL characters or halves of surrogate pairs.')
    expect(operationsPage).toContain(
      '| `keywords[].text` | string | yes | At most 80 characters; not empty; a single line without control characters; at most 10 words. |',
    )
  })

  test('show the defaults of members that may be left out', () => {
    expect(operationsPage).toContain('| `editLevel` | string | no, default `"BUDGET"` |')
    expect(llmsPage).toContain('editLevel?: "BUDGET" = "BUDGET"')
  })

  test('name every error code, and say something about every status', () => {
    for (const code of Object.keys(errors)) {
      expect(errorsPage).toContain(`<a id="${code.toLowerCase()}"></a>\`${code}\``)
      expect(llmsPage).toContain(` ${code}`)
    }
    expect(errorsPage).not.toMatch(/### \d+\n\n\n/)
  })

  test('have no link that leads nowhere', () => {
    const headings = (text: string) =>
      [...text.matchAll(/^#+ (.+)$|<a id="(.+?)">/gm)].map(([, heading, id]) =>
        (id ?? heading ?? '')
          .toLowerCase()
          .replace(/[^a-z0-9_ -]/g, '')
          .replaceAll(' ', '-'),
      )
    const texts: Record<string, string> = { 'operations.md': operationsPage, 'errors.md': errorsPage }
    const broken = Object.entries(texts).flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([a-z.]*)#([^)]+)\)/g)]
        .filter(([, target, id]) => !headings(texts[target || file] ?? '').includes(id ?? ''))
        .map(([link]) => `${file}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('put every table row into as many cells as its head', () => {
    for (const text of [operationsPage, errorsPage])
      for (const table of text.match(/(?:^\|.*\n?)+/gm) ?? []) {
        const widths = table
          .trim()
          .split('\n')
          .map((row) => row.replaceAll('\\|', '').split('|').length)
        expect(new Set(widths).size, table).toBe(1)
      }
  })

  test('give the address of the service to language models', () => {
    expect(renderLlmsText({ serverUrl: 'https://ads.example.com' })).toContain(
      '(https://ads.example.com/openapi.json)',
    )
  })
})
