// Declares operations. A declaration contains only what is specific to the operation. This module adds
// everything that follows from its kind.

import type { z } from 'zod'
import type { BinaryBody } from './binaryBody.ts'
import { anyPlatformErrors, cursorErrors, journalErrors, spendErrors, upstreamErrors } from './errorSets.ts'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/index.ts'
import { writeEvents } from './events/operation.ts'
import { allSurfaces, type Operation, type Rule, type Scope, type Surface } from './operation.ts'
import { pages, pagination } from './pagination.ts'
import { basePermissionOf, type PermissionUse } from './permissions.ts'
import { type Platform, type PlatformDeclarations, platformFacts } from './platforms.ts'
import { exampleOperationId, writeOptions, writeResultFields } from './writes.ts'

/** Parts that every kind of declaration has. */
interface OperationDetails<Input extends z.ZodObject, Results extends z.ZodObject, Code extends ErrorCode> {
  readonly summary: string
  /** Facts that callers need beyond the summary. */
  readonly description?: string
  /** Error codes that do not follow from the kind of operation. */
  readonly errors?: readonly Code[]
  /** Platform permissions beyond the base permission of the kind. */
  readonly permissions?: readonly PermissionUse[]
  /** Maximum body size, where it exceeds the default of the service. */
  readonly bodyBytes?: number
  /** Fields of a list entry that tables show first, most important first. */
  readonly columns?: readonly string[]
  /** Surfaces that offer the operation. Defaults to all surfaces. */
  readonly surfaces?: readonly Surface[]
  readonly input: Input
  readonly rules?: readonly Rule<z.output<Input>>[]
  readonly results: Results
  /** A request that works against the sandbox's seed data, and its results. */
  readonly example: { readonly body: z.input<Input>; readonly results: z.input<Results> }
}

/**
 * Where a read gets its data: one platform through the user's connection, several platforms, a platform in
 * the service's own name, or the adrail store.
 */
type Source = Platform | 'platforms' | 'service' | 'store'

/** Declares an operation that changes nothing. */
interface ReadDeclaration<From extends Source> {
  readonly source: From
  /**
   * Keys that may create links may also read link status. Settings and approvals are for keys that may change
   * them. Personal data of leads has a scope of its own.
   */
  readonly scope?: 'leads' | 'link' | 'approve' | 'admin'
  /** The result list that is also available as a table with `Accept: text/csv`. */
  readonly table?: string
  /** Name of the audit entry. Only reads of personal data have one. */
  readonly event?: string
}

/** Declares an operation that returns its list in pages of at most `pageSize` entries. */
interface PagedDeclaration {
  readonly pageSize: number
}

/** Parts that every operation with effects declares. */
interface EffectDetails {
  /** Name of the audit entry. */
  readonly event: string
  /** Whether the operation can remove something that its caller may want back. */
  readonly removes?: boolean
}

/** Declares an operation that changes only the adrail store. */
interface LocalDeclaration<Emitted extends EventType = EventType> {
  readonly localEffect: EffectDetails & {
    readonly scope: 'link' | 'write' | 'approve' | 'admin'
    /** Other scopes that are sufficient instead. */
    readonly otherScopes?: readonly Scope[]
    /** The event that the operation emits. Writes emit events of their own when they end. */
    readonly emittedEvent?: Emitted
  }
}

/** Declares an operation whose body is a file. */
export interface BinaryDeclaration {
  readonly binaryBody: BinaryBody
}

/**
 * Declares a write: an operation that changes something at a platform. The journal executes it exactly once
 * and supports dry runs.
 */
interface WriteDeclaration<Target extends Platform, Granted extends WriteScope> {
  readonly writeEffect: EffectDetails & { readonly platform: Target; readonly scope: Granted }
}

/**
 * Declares an operation that undoes an earlier write on whichever platform. It is a write itself and can
 * increase the possible spend.
 */
interface UndoDeclaration {
  readonly undoEffect: EffectDetails
}

/** Declares an operation that changes campaigns of several users and platforms, each with its own write. */
interface BatchDeclaration {
  readonly batchEffect: EffectDetails
}

/** Writes that can increase the possible spend need a scope of their own. */
type WriteScope = 'write' | 'spend'

type Extended<Schema extends z.ZodObject, Added extends z.core.$ZodLooseShape> = z.ZodObject<
  z.core.util.Extend<Schema['shape'], Added>
>
type PagedInput<Input extends z.ZodObject> = Extended<Input, typeof pageField>
type PagedResults<Results extends z.ZodObject> = Extended<Results, typeof pagesField>
type WriteInput<Input extends z.ZodObject> = Extended<Input, typeof writeOptions>
type WriteResults<Results extends z.ZodObject> = Extended<Results, typeof writeResultFields>

type CodesFrom<From> = From extends Platform
  ? PlatformDeclarations[From]['errors'][number]
  : From extends 'service'
    ? (typeof upstreamErrors)[number]
    : never
type EmitsEvents<Emitted> = [Emitted] extends [never] ? unknown : { readonly events: readonly [Emitted] }
type WriteCodes<Granted extends WriteScope> =
  | (typeof journalErrors)[number]
  | (Granted extends 'spend' ? (typeof spendErrors)[number] : never)
type OnPlatform<From> = From extends Platform ? { readonly platform: From } : unknown

const pageField = { pagination: pagination.default('') }
const pagesField = { pagination: pages }

/** Builds the plain data of an operation from its declaration, with exact types. */
export function declareOperation<
  From extends Source,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: ReadDeclaration<From> & PagedDeclaration & OperationDetails<Input, Results, Code>,
): Operation<
  PagedInput<Input>,
  PagedResults<Results>,
  Code | CodesFrom<From> | (typeof cursorErrors)[number]
> &
  OnPlatform<From> & { readonly effect: 'read'; readonly pageSize: number }
export function declareOperation<
  From extends Source,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: ReadDeclaration<From> & OperationDetails<Input, Results, Code>,
): Operation<Input, Results, Code | CodesFrom<From>> & OnPlatform<From> & { readonly effect: 'read' }
export function declareOperation<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: LocalDeclaration & BinaryDeclaration & OperationDetails<Input, Results, Code>,
): Operation<Input, Results, Code> & BinaryDeclaration & { readonly effect: 'local' }
export function declareOperation<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
  Emitted extends EventType = never,
>(
  declaration: LocalDeclaration<Emitted> & OperationDetails<Input, Results, Code>,
): Operation<Input, Results, Code> & EmitsEvents<Emitted> & { readonly effect: 'local' }
export function declareOperation<
  Target extends Platform,
  Granted extends WriteScope,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: WriteDeclaration<Target, Granted> & OperationDetails<Input, Results, Code>,
): Operation<WriteInput<Input>, WriteResults<Results>, Code | CodesFrom<Target> | WriteCodes<Granted>> &
  OnPlatform<Target> & { readonly effect: 'write' }
export function declareOperation<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: UndoDeclaration & OperationDetails<Input, Results, Code>,
): Operation<
  WriteInput<Input>,
  WriteResults<Results>,
  Code | (typeof anyPlatformErrors)[number] | WriteCodes<'spend'>
> & { readonly effect: 'write' }
export function declareOperation<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: BatchDeclaration & OperationDetails<Input, Results, Code>,
): Operation<WriteInput<Input>, WriteResults<Results>, Code | (typeof journalErrors)[number]> & {
  readonly effect: 'write'
}
export function declareOperation(
  declaration: (
    | (ReadDeclaration<Source> & Partial<PagedDeclaration>)
    | (LocalDeclaration & Partial<BinaryDeclaration>)
    | UndoDeclaration
    | BatchDeclaration
    | WriteDeclaration<Platform, WriteScope>
  ) &
    OperationDetails<z.ZodObject, z.ZodObject, ErrorCode>,
): Operation {
  const { summary, description, errors = [], permissions = [], input, rules, results, example } = declaration
  const { bodyBytes, columns, surfaces = allSurfaces } = declaration
  const base = {
    summary,
    ...(description === undefined ? {} : { description }),
    errors,
    permissions,
    input,
    ...(rules === undefined ? {} : { rules }),
    ...(bodyBytes === undefined ? {} : { bodyBytes }),
    ...(columns === undefined ? {} : { columns }),
    surfaces,
    otherScopes: [],
    results,
    example,
  }
  if ('writeEffect' in declaration) {
    const { platform, scope } = declaration.writeEffect
    const permissions = toPermissions(platform, 'write', base)
    return {
      ...toWrite(base, declaration.writeEffect, scope, platformFacts[platform].errors),
      platform,
      permissions,
    }
  }
  if ('undoEffect' in declaration) return toWrite(base, declaration.undoEffect, 'spend', anyPlatformErrors)
  // The writes of the batch need the scope `spend` as well. The batch itself increases no spend, so it raises
  // no spend error.
  if ('batchEffect' in declaration)
    return { ...toWrite(base, declaration.batchEffect, 'write', []), scope: 'spend' }
  if ('localEffect' in declaration) {
    const { scope, otherScopes = [], event, emittedEvent, removes = false } = declaration.localEffect
    const events = emittedEvent === undefined ? [] : [emittedEvent]
    const { binaryBody } = declaration
    const body = binaryBody === undefined ? {} : { binaryBody }
    return { ...base, ...body, effect: 'local', scope, otherScopes, audit: { event }, events, removes }
  }
  const { source, scope = 'read', pageSize, table, event } = declaration
  const read: Operation = {
    ...base,
    ...(table === undefined ? {} : { table }),
    ...(source === 'service' || source === 'store' || source === 'platforms'
      ? {}
      : { platform: source, permissions: toPermissions(source, 'read', base) }),
    effect: 'read',
    scope,
    audit: event === undefined ? { none: 'Reads only.' } : { event },
    events: [],
    removes: false,
    errors: [...sourceErrorCodes(source), ...errors],
  }
  return pageSize === undefined ? read : withPagination(read, pageSize)
}

function sourceErrorCodes(source: Source): readonly ErrorCode[] {
  // A failure at one of several platforms is part of the results, next to the data of the other platforms.
  if (source === 'store' || source === 'platforms') return []
  return source === 'service' ? upstreamErrors : platformFacts[source].errors
}

function toPermissions(
  platform: Platform,
  effect: 'read' | 'write',
  { permissions }: Pick<Operation, 'permissions'>,
): readonly PermissionUse[] {
  return [{ permission: basePermissionOf(platform, effect) }, ...permissions]
}

function withPagination(read: Operation, pageSize: number): Operation {
  return {
    ...read,
    pageSize,
    errors: [...read.errors, ...cursorErrors],
    input: read.input.extend(pageField),
    results: read.results.extend(pagesField),
    example: {
      ...read.example,
      results: { ...read.example.results, pagination: { next: '', previous: '' } },
    },
  }
}

function toWrite(
  base: Omit<Operation, 'effect' | 'scope' | 'audit' | 'events' | 'removes'>,
  { event, removes = false }: EffectDetails,
  scope: WriteScope,
  platformCodes: readonly ErrorCode[],
): Operation {
  return {
    ...base,
    effect: 'write',
    scope,
    audit: { event },
    events: writeEvents,
    removes,
    errors: [...platformCodes, ...journalErrors, ...(scope === 'spend' ? spendErrors : []), ...base.errors],
    input: base.input.extend(writeOptions),
    results: base.results.extend(writeResultFields),
    example: { ...base.example, results: { ...base.example.results, operationId: exampleOperationId } },
  }
}
