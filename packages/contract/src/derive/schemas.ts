// Converts the contract's zod schemas to JSON Schema for all documents that derive from the contract.

import { z } from 'zod'
import { failure } from '../envelope.ts'
import { event } from '../events/event.ts'
import type { RuleParams } from '../flaws.ts'
import { keyword, proximity, searchAd } from '../operations/search/values.ts'
import { insights, post, stats, video } from '../operations/social/values.ts'
import { declarationOf, type OperationName, operationNames, operations } from '../operations.ts'
import { pages } from '../pagination.ts'
import { anyText, textRulesIn } from '../values.ts'
import { dryRunResults } from '../writes.ts'
import { noteNames, withNames } from './aliases.ts'
import type { JsonSchema, WrittenRule } from './jsonSchema.ts'

export type { JsonSchema, WrittenRule } from './jsonSchema.ts'

export interface Schemas {
  /** Request bodies by operation. */
  readonly bodies: ReadonlyMap<OperationName, JsonSchema>
  /** Successful `results` by operation. */
  readonly results: ReadonlyMap<OperationName, JsonSchema>
  /** Named shapes that several schemas refer to. */
  readonly shapes: ReadonlyMap<string, JsonSchema>
}

/** Extends the results of an operation with the fields of every successful response. */
function afterSuccess(results: z.ZodObject): z.ZodObject {
  return z.object({
    success: z.literal(true),
    error: z.literal('').describe('Empty after success.'),
    ...results.shape,
  })
}

export const shapeReference = '#/components/schemas/'

export function bodyShape(name: OperationName): string {
  return `${operationId(name)}_body`
}

export function resultsShape(name: OperationName): string {
  return `${operationId(name)}_results`
}

export function operationId(name: OperationName): string {
  return name.replace('/', '_')
}

export function schemas(): Schemas {
  // Bodies are described before validation and results after it, so each needs its own registry and
  // conversion.
  const given = convert('input', { Keyword: keyword, Proximity: proximity, SearchAd: searchAd }, (name) => [
    bodyShape(name),
    declarationOf(name).input,
  ])
  const answered = convert(
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
      Plan: afterSuccess(dryRunResults),
    },
    (name) => [resultsShape(name), afterSuccess(declarationOf(name).results)],
  )
  return { bodies: given.own, results: answered.own, shapes: new Map([...given.shapes, ...answered.shapes]) }
}

function convert(
  io: 'input' | 'output',
  shapes: Readonly<Record<string, z.ZodType>>,
  own: (name: OperationName) => [string, z.ZodType],
) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id })
  const ids = new Map<OperationName, string>()
  for (const name of operationNames) {
    const [id, schema] = own(name)
    registry.add(schema, { id })
    ids.set(name, id)
  }
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: (id) => shapeReference + id,
    override: (context) => refine(context, io),
  })
  const named = (id: string): JsonSchema => {
    const { $schema, $id, ...schema } = converted[id] ?? {}
    return io === 'input' ? withNames(schema) : schema
  }
  return {
    own: new Map([...ids].map(([name, id]) => [name, named(id)])),
    shapes: new Map(Object.keys(shapes).map((id) => [id, named(id)])),
  }
}

/** Adds rules that zod omits, and removes constraints that zod adds unasked. */
function refine(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: 'input' | 'output',
): void {
  if (zodSchema._zod.def.type === 'object') {
    // Bodies with undeclared fields are rejected. Responses may gain fields in later releases, so their
    // schemas stay open.
    if (io === 'input') jsonSchema.additionalProperties ??= false
    else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
  if (io === 'input') noteNames(zodSchema, jsonSchema)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum

  const rules = writtenRules(zodSchema).filter(({ text }) => !rulesOfEveryText().includes(text))
  if (rules.length > 0) jsonSchema['x-rules'] = rules
}

/** Returns the rules that apply to every text. The documents list them once instead of at every field. */
export function rulesOfEveryText(): string[] {
  return writtenRules(anyText(1))
    .filter(({ flaw }) => flaw !== 'TOO_LONG')
    .map(({ text }) => text)
}

function writtenRules(schema: z.core.$ZodType): WrittenRule[] {
  return (schema._zod.def.checks ?? []).flatMap((check) => [
    ...textRulesIn(check).map(({ flaw, says }) => ({ flaw, text: says })),
    ...writtenRule(check._zod.def),
  ])
}

/** Returns the sentence of a refinement. Returns nothing for checks that JSON Schema expresses itself. */
function writtenRule(def: z.core.$ZodCheckDef & { params?: Partial<RuleParams> }): WrittenRule[] {
  const flaw = def.params?.flaw
  // The messages of our refinements are constants, so the placeholder arguments have no effect on them.
  const text = def.error?.({ code: 'custom', input: undefined, path: [], message: '' } as never)
  return flaw !== undefined && typeof text === 'string' ? [{ flaw, text }] : []
}
