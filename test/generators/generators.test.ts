// Two widely used programs generate types from the OpenAPI document. The strictest compiler settings check a
// program that uses the types with recorded bodies and responses.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildOpenApi, declarationOf, operationNames } from '@adrail/contract'
import {
  addExampleUsers,
  buildPng,
  buildWorkingBody,
  linkExistingUser,
  recoverSandbox,
  useService,
} from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const programs = fileURLToPath(new URL('node_modules/.bin/', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))

interface Exchange {
  readonly operation: string
  /** Absent where the body is a file. */
  readonly body?: unknown
  readonly status: number
  readonly response: unknown
}

const service = useService({ environment: { LEADS: 'on' } })
const exchanges: Exchange[] = []

beforeAll(async () => {
  await addExampleUsers(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, 'usr_demo_all', { platform })
  await linkExistingUser(service, 'usr_demo_one', { platform: 'SEARCH', person: 'ben' })
  // Random ids, which examples cannot contain.
  const createdIds: Record<string, unknown> = {}
  // Deletions come last, because other operations use the same user or endpoint.
  const isDeletion = (name: string) => Number(/\/delete_(user|endpoint|image)$/.test(name))
  for (const operation of operationNames.toSorted((a, b) => isDeletion(a) - isDeletion(b))) {
    const { example, effect, input, binaryBody } = declarationOf(operation)
    if (binaryBody) {
      const { status, text } = await service.post(operation, buildPng())
      imageUrl = JSON.parse(text).results.url
      exchanges.push({ operation, status, response: JSON.parse(text) })
      continue
    }
    const ids = Object.entries(createdIds).filter(([member]) => member in input.shape)
    const body = needsExistingObject.test(operation)
      ? await buildWorkingBody(operation, service, 'usr_demo_all')
      : { ...example.body, ...Object.fromEntries(ids), ...createdUrl(operation), ...localAddress(operation) }
    const bodies = [
      ...(effect === 'write' ? [{ ...body, dryRun: true }] : []),
      body,
      ...('userId' in input.shape ? [{ ...body, userId: 'usr_nobody' }] : []),
    ]
    for (const body of bodies) {
      const { status, text } = await service.post(operation, body)
      const response = JSON.parse(text)
      exchanges.push({ operation, body, status, response })
      for (const id of ['linkId', 'operationId']) createdIds[id] = response.results[id] ?? createdIds[id]
      if (operation === 'operation/settle_operation') await recoverSandbox(service)
      createdIds['endpointId'] = response.results.endpoint?.endpointId ?? createdIds['endpointId']
    }
  }
})

/** These operations need an object that must exist first. */
const needsExistingObject =
  /^(pro\/upload_video|lead\/get_lead|operation\/(settle|undo)_operation|approval\/decide|workspace\/((revoke|rotate)_key|revoke_session))$/

/** The URL of the uploaded image, which the deletion needs. */
let imageUrl = ''
const createdUrl = (operation: string) => (operation === 'media/delete_image' ? { url: imageUrl } : {})

/** Names cannot be resolved in this test, so endpoints use the local machine. */
const localAddress = (operation: string) =>
  /\/(create|update)_endpoint$/.test(operation) ? { url: 'http://127.0.0.1:9/hooks' } : {}

/** The arguments of each program, and the names of its types. */
const generators = {
  'openapi-typescript': {
    args: (document: string, folder: string) => [document, '--output', join(folder, 'types.ts')],
    types: `import type { paths } from './types.ts'
type Path = keyof { [P in keyof paths as paths[P] extends { post: object } ? P : never]: P }
type Post<P extends Path> = paths[P]['post']
type Body<P extends Path> = Post<P> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
type Answer<P extends Path, S> = Post<P> extends { responses: infer R } ? S extends keyof R ? R[S] extends { content: { 'application/json': infer A } } ? A : never : never : never
`,
    body: ({ operation }: Exchange) => `Body<'/${operation}'>`,
    responseType: ({ operation, status }: Exchange) => `Answer<'/${operation}', ${status}>`,
  },
  'openapi-ts': {
    args: (document: string, folder: string) => [
      '--input',
      document,
      '--output',
      join(folder, 'hey'),
      '--plugins',
      '@hey-api/typescript',
      '--silent',
    ],
    types: `import type * as types from './hey/types.gen.ts'\n`,
    body: ({ operation }: Exchange) => `types.${pascal(operation)}Data['body']`,
    responseType: ({ operation, status }: Exchange) =>
      `types.${pascal(operation)}${status === 200 ? 'Responses' : 'Errors'}[${status}]`,
  },
} as const

function pascal(operation: string): string {
  return operation.replace(/(?:^|[/_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

test('every operation returns at least one successful response to the recorded requests', () => {
  expect(new Set(exchanges.map(({ operation }) => operation)).size).toBe(operationNames.length)
  const done = exchanges.filter(({ status }) => status === 200).map(({ operation }) => operation)
  expect(operationNames.filter((name) => !done.includes(name))).toEqual([])
})

describe.each(['openapi-typescript', 'openapi-ts'] as const)('the types that %s generates', (program) => {
  const { args, types, body, responseType } = generators[program]

  test('compile with every recorded body and response, without fields that have a default, and with the operationId of a write', async () => {
    const recordedConstants = exchanges.map(
      (
        exchange,
        number,
      ) => `${exchange.body === undefined ? '' : `export const body${number}: ${body(exchange)} = ${JSON.stringify(exchange.body)}`}
export const answer${number}: ${responseType(exchange)} = ${JSON.stringify(exchange.response)}`,
    )
    const exampleExchange = { operation: 'search/create_location_group', body: {}, status: 200, response: {} }
    const usageProgram = `
export const whole: ${body(exampleExchange)} = { userId: 'usr_1', locationAssetIds: ['1'] }
export function read({ results }: ${responseType(exampleExchange)}): string | undefined {
  if (!results.success) return results.code
  const record: string | undefined = results.operationId
  return 'plan' in results ? results.planHash : record + results.locationGroupId
}
`
    expect(await listCompilerErrors(program, args, types + recordedConstants.join('\n') + usageProgram)).toBe(
      '',
    )
  })
})

/** Returns the compiler errors of a program that uses the types. */
async function listCompilerErrors(
  program: keyof typeof generators,
  args: (document: string, folder: string) => readonly string[],
  source: string,
): Promise<string> {
  const folder = newFolder('adrail-types-', 'disk')
  const document = join(folder, 'openapi.json')
  await writeFile(document, JSON.stringify(buildOpenApi()))
  await run(process.execPath, [join(programs, program), ...args(document, folder)], {
    cwd: folder,
    // By default, one of the generators leaves compiled files in the temporary folder.
    env: { ...process.env, JITI_FS_CACHE: 'false' },
  })
  await writeFile(join(folder, 'program.ts'), source)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const options = ['--noEmit', '--module', 'nodenext', '--allowImportingTsExtensions', '--ignoreConfig']
  return await run(compiler, [...options, ...strict, 'program.ts'], { cwd: folder }).then(
    () => '',
    ({ stdout }) => String(stdout),
  )
}
