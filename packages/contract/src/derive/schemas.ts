// The contract's Zod schemas as JSON Schema, for every document that derives from it.

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
  /** What callers send, by operation. */
  readonly bodies: ReadonlyMap<OperationName, JsonSchema>
  /** What `results` holds after success, by operation. */
  readonly results: ReadonlyMap<OperationName, JsonSchema>
  /** Shapes that several of them refer to, by name. */
  readonly shapes: ReadonlyMap<string, JsonSchema>
}

/** `results` after success: what the operation answers, and what every answer has. */
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

/** The operation's name in the form that identifiers may have. */
export function operationId(name: OperationName): string {
  return name.replace('/', '_')
}

export function schemas(): Schemas {
  // Bodies are described before validation, results after it; so each needs a registry and a run of its own.
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

/** Adds what Zod leaves out and takes away what it says too much. */
function refine(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: 'input' | 'output',
): void {
  if (zodSchema._zod.def.type === 'object') {
    // Bodies with members that are not declared are refused. Answers may gain members, so they are never closed.
    if (io === 'input') jsonSchema.additionalProperties ??= false
    else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
  if (io === 'input') noteNames(zodSchema, jsonSchema)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum

  const rules = writtenRules(zodSchema).filter(({ text }) => !rulesOfEveryText().includes(text))
  if (rules.length > 0) jsonSchema['x-rules'] = rules
}

/** What holds for texts of every kind; the documents say it once instead of at every field. */
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

/** What a refinement says; nothing for checks that JSON Schema expresses itself. */
function writtenRule(def: z.core.$ZodCheckDef & { params?: Partial<RuleParams> }): WrittenRule[] {
  const flaw = def.params?.flaw
  // The texts of our refinements are constants, so it does not matter what they are told about the value.
  const text = def.error?.({ code: 'custom', input: undefined, path: [], message: '' } as never)
  return flaw !== undefined && typeof text === 'string' ? [{ flaw, text }] : []
}
