// Describes the request body of an operation: JSON, or a file.

import { toPreferredBody } from '../aliases.ts'
import { commonErrors } from '../errorSets.ts'
import type { ErrorCode } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { declarationOf, type OperationName } from '../operations.ts'
import { formatJson } from './markdown.ts'
import type { OpenApiExample, Reference } from './responses.ts'
import { type JsonSchema, shapeReference, toBodyShapeName } from './schemas.ts'

export interface OpenApiRequestBody {
  readonly required: true
  readonly content: {
    readonly [mediaType: string]: {
      readonly schema: Reference | JsonSchema
      readonly examples?: Readonly<Record<string, OpenApiExample>>
    }
  }
}

export function describeRequestBody(name: OperationName): OpenApiRequestBody {
  const { summary, input, example, binaryBody } = declarationOf(name)
  if (binaryBody === undefined)
    return {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: shapeReference + toBodyShapeName(name) },
          examples: { example: { summary, value: toPreferredBody(input, example.body) } },
        },
      },
    }
  // Generators of clients read `format: binary` of OpenAPI 3.0 as a file, and pass over the keywords of 3.1.
  const schema = { type: 'string', format: 'binary' } as const
  const content = binaryBody.mediaTypes.map((mediaType) => [mediaType, { schema }] as const)
  return { required: true, content: Object.fromEntries(content) }
}

/** Codes that concern JSON bodies only. */
const jsonErrors: ReadonlySet<ErrorCode> = new Set(['INVALID_JSON', 'UNKNOWN_FIELD', 'INVALID_FIELD'])

/** Returns the common errors that the operation can return. */
export function commonErrorsOf({ binaryBody }: Pick<Operation, 'binaryBody'>): readonly ErrorCode[] {
  return binaryBody === undefined ? commonErrors : commonErrors.filter((code) => !jsonErrors.has(code))
}

/** Returns the flags of curl that send the example. */
export function describeCurlBody(name: OperationName): { readonly header: string; readonly data: string } {
  const { input, example, binaryBody } = declarationOf(name)
  if (binaryBody)
    return {
      header: `-H 'content-type: ${binaryBody.mediaTypes[0]}'`,
      data: `--data-binary @${binaryBody.exampleFile}`,
    }
  const json = formatJson(toPreferredBody(input, example.body), '', 90)
  return { header: "-H 'content-type: application/json'", data: `-d '${json.replaceAll("'", "'\\''")}'` }
}
