import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  buildOpenApi,
  declarationOf,
  type ErrorCode,
  errors,
  failure,
  groupNames,
  type OperationName,
  operationNames,
  renderErrors,
  renderLlmsText,
  renderOperationGroup,
  renderOperations,
  validate,
} from '../index.ts'
import { listAliases } from './aliasList.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { commonErrorsOf } from './requestBody.ts'

const document = buildOpenApi()
const operationsIndex = renderOperations()
const groupPages = groupNames.map((group) => renderOperationGroup(group))
const operationsPage = groupPages.join('\n')
const errorsPage = renderErrors()
const llmsPage = renderLlmsText()

/** Yields every object of the document with its path. */
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

/** Returns the target of a reference, or the object itself if it is not a reference. */
function resolved(value: object | undefined): Record<string, unknown> {
  const target = value && '$ref' in value ? resolve(String(value.$ref)) : value
  return target as Record<string, unknown>
}

/** Returns the status, the code and the example of every failure that the document shows for a path. */
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
  test('has one POST path and one unique operationId per operation', () => {
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

  test('contains no broken references, no $defs and no extension fields', () => {
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

  test('marks every field alias as deprecated and lists every value alias', () => {
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
        const description = expect.stringContaining(`Alias for \`${preferred}\`.`)
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

  test('requires the documented fields, and any one of the names of a field with aliases', () => {
    const required = (shape: string) => document.components.schemas[shape]?.required
    expect(required('social_create_leadform_audience_body')).toContain('leadFormIds')
    expect(required('search_create_lead_form_body')).toContain('privacy_policy_url')
    expect(required('Proximity')).toContain('radius_units')
    const { required: others, anyOf } = document.components.schemas['social_create_test_lead_body'] ?? {}
    expect([others, anyOf]).toEqual([['userId'], [{ required: ['leadFormId'] }, { required: ['formId'] }]])
  })

  test.each(operationNames)('shows every error of %s under its status with a valid example', (name) => {
    const failures = listFailures(`/${name}`).filter(([status]) => status !== '4XX')
    const declared = [
      ...new Set<ErrorCode>([...commonErrorsOf(declarationOf(name)), ...declarationOf(name).errors]),
    ]
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

  test('contains an example of every error code', () => {
    const shown = new Set(
      Object.keys(document.paths).flatMap((path) => listFailures(path).map(([, code]) => code)),
    )
    expect(Object.keys(errors).filter((code) => !shown.has(code))).toEqual([])
  })

  test.each(operationNames)('shows a valid example request and valid example results for %s', (name) => {
    const operation = declarationOf(name)
    const post = document.paths[`/${name}`]?.post
    const { content: requestContent = {} } = post?.requestBody ?? {}
    expect(Object.keys(requestContent)).toEqual(operation.binaryBody?.mediaTypes ?? ['application/json'])
    const requestBody = requestContent['application/json']?.examples?.['example']?.value
    if (!operation.binaryBody) expect(validate(operation, requestBody)).toHaveProperty('body')
    const content = resolved(post?.responses['200'])['content'] as {
      'application/json': { examples: { success: { value: { results: Record<string, unknown> } } } }
    }
    const { success, error, ...results } = content['application/json'].examples.success.value.results
    expect({ success, error }).toEqual({ success: true, error: '' })
    expect(operation.results.strict().parse(results)).toEqual(results)
  })

  test('documents idempotency keys and dry-run plans for every write and for no other operation', () => {
    for (const name of operationNames) {
      const post = document.paths[`/${name}`]?.post
      const isWrite = declarationOf(name).effect === 'write'
      expect(JSON.stringify(post?.parameters ?? '').includes('Idempotency-Key'), name).toBe(isWrite)
      expect(JSON.stringify(post?.responses['200']).includes('schemas/Plan"'), name).toBe(isWrite)
    }
  })

  test('forbids additional properties in every request object and in no response object [R4.gap.unknown-members]', () => {
    const sent = /_body$|^(Keyword|Proximity|SearchAd)$/
    const closed = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      [...listObjects(schema, name)]
        .filter(([, { type }]) => type === 'object')
        .map(([path, object]) => [path, sent.test(name), object['additionalProperties'] === false] as const),
    )
    expect(closed.length).toBeGreaterThan(100)
    expect(closed.filter(([, isSent, isClosed]) => isSent !== isClosed)).toEqual([])
  })

  test('describes in words a rule that JSON Schema cannot express', () => {
    const body = document.components.schemas['social_get_video_info_body']
    expect(JSON.stringify(body)).toContain('Must be 1 to 20 digits without leading zeros.')
  })

  test('contains the server URL and the version that the caller passes', () => {
    const description = buildOpenApi({ serverUrl: 'https://ads.example.com', version: '9.9.9' })
    expect(description.servers[0]?.url).toBe('https://ads.example.com')
    expect(description.info.version).toBe('9.9.9')
  })
})

describe('the generated documents', () => {
  test('are identical each time they are generated', () => {
    expect(JSON.stringify(buildOpenApi())).toBe(JSON.stringify(document))
    const pagesAgain = groupNames.map((group) => renderOperationGroup(group))
    expect([renderOperations(), pagesAgain, renderErrors(), renderLlmsText()]).toEqual([
      operationsIndex,
      groupPages,
      errorsPage,
      llmsPage,
    ])
  })

  test('list every operation', () => {
    for (const name of operationNames) {
      expect(operationsPage).toContain(`\n## ${name}\n`)
      expect(operationsIndex).toContain(`<a id="${name.replace('/', '')}"></a>[${name}](`)
      expect(llmsPage).toContain(`- POST /${name} (`)
    }
  })

  test('state the rules of a text field and the rules that all text fields share', () => {
    expect(operationsIndex).toContain('Texts must not contain NUL characters or unpaired surrogates.')
    expect(operationsPage).toContain(
      '| `keywords[].text` | string | yes | At most 80 characters; not empty; a single line without control characters; at most 10 words. |',
    )
  })

  test('show the defaults of optional fields', () => {
    expect(operationsPage).toContain('| `editLevel` | string | no, default `"BUDGET"` |')
    expect(llmsPage).toContain('editLevel?: "BUDGET" = "BUDGET"')
  })

  test('list every error code and describe every status', () => {
    for (const code of Object.keys(errors)) {
      expect(errorsPage).toContain(`<a id="${code.toLowerCase()}"></a>\`${code}\``)
      expect(llmsPage).toContain(` ${code}`)
    }
    expect(errorsPage).not.toMatch(/### \d+\n\n\n/)
  })

  test('contain no broken links', () => {
    const headings = (text: string) =>
      [...text.matchAll(/^#+ (.+)$|<a id="(.+?)">/gm)].map(([, heading, id]) =>
        (id ?? heading ?? '')
          .toLowerCase()
          .replace(/[^a-z0-9_ -]/g, '')
          .replaceAll(' ', '-'),
      )
    const texts: Record<string, string> = {
      'operations.md': operationsIndex,
      'errors.md': errorsPage,
      ...Object.fromEntries(groupNames.map((group, at) => [`operations/${group}.md`, groupPages[at] ?? ''])),
    }
    const broken = Object.entries(texts).flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([a-z./]*)#([^)]+)\)/g)]
        .filter(([, target = '', id = '']) => {
          const page = target === '' ? file : posix.join(posix.dirname(file), target)
          return !headings(texts[page] ?? '').includes(id)
        })
        .map(([link]) => `${file}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('have as many cells in every table row as in the table header', () => {
    for (const text of [operationsIndex, operationsPage, errorsPage])
      for (const table of text.match(/(?:^\|.*\n?)+/gm) ?? []) {
        const widths = table
          .trim()
          .split('\n')
          .map((row) => row.replaceAll('\\|', '').split('|').length)
        expect(new Set(widths).size, table).toBe(1)
      }
  })

  test('link to the OpenAPI document at the server URL in the text for language models', () => {
    expect(renderLlmsText({ serverUrl: 'https://ads.example.com' })).toContain(
      '(https://ads.example.com/openapi.json)',
    )
  })
})
