// Converts the contract's zod schemas to JSON Schema for all documents that derive from the contract.

import { z } from 'zod'
import { failure } from '../envelope.ts'
import { event } from '../events/event.ts'
import { keyword, proximity, searchAd } from '../operations/search/values.ts'
import { insights, post, stats, video } from '../operations/social/values.ts'
import { declarationOf, type OperationName, operationNames, operations } from '../operations.ts'
import { pages } from '../pagination.ts'
import { findTextRules, textOrEmpty } from '../values.ts'
import type { RuleParams } from '../violations.ts'
import { dryRunResultsSchema } from '../writes.ts'
import { annotateAliases, expandAliases } from './aliases.ts'
import type { JsonSchema, RuleSentence } from './jsonSchema.ts'

export type { JsonSchema, RuleSentence } from './jsonSchema.ts'

export interface Schemas {
  /** Request bodies by operation. */
  readonly bodies: ReadonlyMap<OperationName, JsonSchema>
  /** Successful `results` by operation. */
  readonly results: ReadonlyMap<OperationName, JsonSchema>
  /** Named shapes that several schemas refer to. */
  readonly shapes: ReadonlyMap<string, JsonSchema>
}

/** Extends the results of an operation with the fields of every successful response. */
function withSuccessFields(results: z.ZodObject): z.ZodObject {
  return z.object({
    success: z.literal(true),
    error: z.literal('').describe('Empty after success.'),
    ...results.shape,
  })
}

export const shapeReference = '#/components/schemas/'

export function toBodyShapeName(name: OperationName): string {
  return `${toOperationId(name)}_body`
}

export function toResultsShapeName(name: OperationName): string {
  return `${toOperationId(name)}_results`
}

export function toOperationId(name: OperationName): string {
  return name.replace('/', '_')
}

export function deriveSchemas(): Schemas {
  // Bodies are described before validation and results after it, so each needs its own registry and
  // conversion.
  const inputs = convert('input', { Keyword: keyword, Proximity: proximity, SearchAd: searchAd }, (name) => [
    toBodyShapeName(name),
    declarationOf(name).input,
  ])
  const outputs = convert(
    'output',
    {
      User: operations['user/get_profile'].results.shape.user,
      Pagination: pages,
      Event: event,
      Post: post,
      Stats: stats,
      Insights: insights,
      Video: video,
      Failure: failure,
      Plan: withSuccessFields(dryRunResultsSchema),
    },
    (name) => [toResultsShapeName(name), withSuccessFields(declarationOf(name).results)],
  )
  return { bodies: inputs.own, results: outputs.own, shapes: new Map([...inputs.shapes, ...outputs.shapes]) }
}

function convert(
  io: 'input' | 'output',
  shapes: Readonly<Record<string, z.ZodType>>,
  toNamedSchema: (name: OperationName) => [string, z.ZodType],
) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id })
  const ids = new Map<OperationName, string>()
  for (const name of operationNames) {
    const [id, schema] = toNamedSchema(name)
    registry.add(schema, { id })
    ids.set(name, id)
  }
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: (id) => shapeReference + id,
    override: (context) => adjustSchema(context, io),
  })
  const toJsonSchema = (id: string): JsonSchema => {
    const { $schema, $id, ...schema } = converted[id] ?? {}
    return io === 'input' ? expandAliases(schema) : schema
  }
  return {
    own: new Map([...ids].map(([name, id]) => [name, toJsonSchema(id)])),
    shapes: new Map(Object.keys(shapes).map((id) => [id, toJsonSchema(id)])),
  }
}

/** Adds rules that zod omits, and removes constraints that zod adds unasked. */
function adjustSchema(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: 'input' | 'output',
): void {
  if (zodSchema._zod.def.type === 'object') {
    // Bodies with undeclared fields are rejected. Responses may gain fields in later releases, so their
    // schemas stay open.
    if (io === 'input') jsonSchema.additionalProperties ??= false
    else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
  if (io === 'input') annotateAliases(zodSchema, jsonSchema)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum

  const rules = listRuleSentences(zodSchema).filter(({ text }) => !listCommonTextRules().includes(text))
  if (rules.length > 0) jsonSchema['x-rules'] = rules
}

/** Returns the rules that apply to every text. The documents list them once instead of at every field. */
export function listCommonTextRules(): string[] {
  return listRuleSentences(textOrEmpty(1))
    .filter(({ code }) => code !== 'TOO_LONG')
    .map(({ text }) => text)
}

function listRuleSentences(schema: z.core.$ZodType): RuleSentence[] {
  return (schema._zod.def.checks ?? []).flatMap((check) => [
    ...findTextRules(check).map(({ code, description }) => ({ code, text: description })),
    ...toRuleSentences(check._zod.def),
  ])
}

/** Returns the sentence of a refinement. Returns nothing for checks that JSON Schema expresses itself. */
function toRuleSentences(def: z.core.$ZodCheckDef & { params?: Partial<RuleParams> }): RuleSentence[] {
  const violation = def.params?.violationCode
  // The messages of our refinements are constants, so the placeholder arguments have no effect on them.
  const text = def.error?.({ code: 'custom', input: undefined, path: [], message: '' } as never)
  return violation !== undefined && typeof text === 'string' ? [{ code: violation, text }] : []
}
