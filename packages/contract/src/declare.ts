// Declares operations. A declaration contains only what is specific to the operation. This module adds
// everything that follows from its kind.

import type { z } from 'zod'
import {
  anyPlatformErrors,
  cursorErrors,
  journalErrors,
  platformErrors,
  spendErrors,
  upstreamErrors,
} from './errorSets.ts'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/index.ts'
import { writeEvents } from './events/operation.ts'
import { everySurface, type Operation, type Rule, type Scope, type Surface } from './operation.ts'
import { pages, pagination } from './pagination.ts'
import { basePermissions, type PermissionUse } from './permissions.ts'
import type { Platform } from './platforms.ts'
import { exampleOperationId, writeOptions, writeRecord } from './writes.ts'

/** Parts that every kind of declaration has. */
interface Own<Input extends z.ZodObject, Results extends z.ZodObject, Code extends ErrorCode> {
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
interface Reads<From extends Source> {
  readonly reads: From
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

/** Declares an operation that returns its list in pages of at most `paged` entries. */
interface Paged {
  readonly paged: number
}

/** Parts that every operation with effects declares. */
interface Change {
  /** Name of the audit entry. */
  readonly event: string
  /** Whether the operation can remove something that its caller may want back. */
  readonly removes?: boolean
}

/** Declares an operation that changes only the adrail store. */
interface Changes<Told extends EventType = EventType> {
  readonly changes: Change & {
    readonly scope: 'link' | 'write' | 'approve' | 'admin'
    /** Other scopes that are sufficient instead. */
    readonly otherScopes?: readonly Scope[]
    /** The event that the operation emits. Writes emit events of their own when they end. */
    readonly tells?: Told
  }
}

/**
 * Declares a write: an operation that changes something at a platform. The journal executes it exactly once
 * and supports dry runs.
 */
interface Writes<To extends Platform, May extends WriteScope> {
  readonly writes: Change & { readonly platform: To; readonly scope: May }
}

/**
 * Declares an operation that undoes an earlier write on whichever platform. It is a write itself and can
 * increase the possible spend.
 */
interface Undoes {
  readonly undoes: Change
}

/** Declares an operation that changes campaigns of several users and platforms, each with its own write. */
interface Batches {
  readonly batches: Change
}

/** Writes that can increase the possible spend need a scope of their own. */
type WriteScope = 'write' | 'spend'

type With<Schema extends z.ZodObject, Added extends z.core.$ZodLooseShape> = z.ZodObject<
  z.core.util.Extend<Schema['shape'], Added>
>
type PagedInput<Input extends z.ZodObject> = With<Input, typeof pageMember>
type PagedResults<Results extends z.ZodObject> = With<Results, typeof pagesMember>
type WriteInput<Input extends z.ZodObject> = With<Input, typeof writeOptions>
type WriteResults<Results extends z.ZodObject> = With<Results, typeof writeRecord>

type CodesFrom<From> = From extends Platform
  ? (typeof platformErrors)[From][number]
  : From extends 'service'
    ? (typeof upstreamErrors)[number]
    : never
type Tells<Told> = [Told] extends [never] ? unknown : { readonly events: readonly [Told] }
type WriteCodes<May extends WriteScope> =
  | (typeof journalErrors)[number]
  | (May extends 'spend' ? (typeof spendErrors)[number] : never)
type AskedPlatform<From> = From extends Platform ? { readonly platform: From } : unknown

const pageMember = { pagination: pagination.default('') }
const pagesMember = { pagination: pages }

/** Builds the plain data of an operation from its declaration, with exact types. */
export function declare<
  From extends Source,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: Reads<From> & Paged & Own<Input, Results, Code>,
): Operation<
  PagedInput<Input>,
  PagedResults<Results>,
  Code | CodesFrom<From> | (typeof cursorErrors)[number]
> &
  AskedPlatform<From> & { readonly effect: 'read'; readonly pageSize: number }
export function declare<
  From extends Source,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: Reads<From> & Own<Input, Results, Code>,
): Operation<Input, Results, Code | CodesFrom<From>> & AskedPlatform<From> & { readonly effect: 'read' }
export function declare<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
  Told extends EventType = never,
>(
  declaration: Changes<Told> & Own<Input, Results, Code>,
): Operation<Input, Results, Code> & Tells<Told> & { readonly effect: 'local' }
export function declare<
  To extends Platform,
  May extends WriteScope,
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: Writes<To, May> & Own<Input, Results, Code>,
): Operation<WriteInput<Input>, WriteResults<Results>, Code | CodesFrom<To> | WriteCodes<May>> &
  AskedPlatform<To> & { readonly effect: 'write' }
export function declare<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: Undoes & Own<Input, Results, Code>,
): Operation<
  WriteInput<Input>,
  WriteResults<Results>,
  Code | (typeof anyPlatformErrors)[number] | WriteCodes<'spend'>
> & { readonly effect: 'write' }
export function declare<
  Input extends z.ZodObject,
  Results extends z.ZodObject,
  Code extends ErrorCode = never,
>(
  declaration: Batches & Own<Input, Results, Code>,
): Operation<WriteInput<Input>, WriteResults<Results>, Code | (typeof journalErrors)[number]> & {
  readonly effect: 'write'
}
export function declare(
  declaration: (
    | (Reads<Source> & Partial<Paged>)
    | Changes
    | Undoes
    | Batches
    | Writes<Platform, WriteScope>
  ) &
    Own<z.ZodObject, z.ZodObject, ErrorCode>,
): Operation {
  const { summary, description, errors = [], permissions = [], input, rules, results, example } = declaration
  const { bodyBytes, columns, surfaces = everySurface } = declaration
  const own = {
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
  if ('writes' in declaration) {
    const { platform, scope } = declaration.writes
    const permissions = permissionsOf(platform, 'write', own)
    return { ...written(own, declaration.writes, scope, platformErrors[platform]), platform, permissions }
  }
  if ('undoes' in declaration) return written(own, declaration.undoes, 'spend', anyPlatformErrors)
  // The writes of the batch need the scope `spend` as well. The batch itself increases no spend, so it raises
  // no spend error.
  if ('batches' in declaration) return { ...written(own, declaration.batches, 'write', []), scope: 'spend' }
  if ('changes' in declaration) {
    const { scope, otherScopes = [], event, tells, removes = false } = declaration.changes
    const events = tells === undefined ? [] : [tells]
    return { ...own, effect: 'local', scope, otherScopes, audit: { event }, events, removes }
  }
  const { reads, scope = 'read', paged, table, event } = declaration
  const read: Operation = {
    ...own,
    ...(table === undefined ? {} : { table }),
    ...(reads === 'service' || reads === 'store' || reads === 'platforms'
      ? {}
      : { platform: reads, permissions: permissionsOf(reads, 'read', own) }),
    effect: 'read',
    scope,
    audit: event === undefined ? { none: 'Reads only.' } : { event },
    events: [],
    removes: false,
    errors: [...errorsFrom(reads), ...errors],
  }
  return paged === undefined ? read : inPages(read, paged)
}

function errorsFrom(source: Source): readonly ErrorCode[] {
  // A failure at one of several platforms is part of the results, next to the data of the other platforms.
  if (source === 'store' || source === 'platforms') return []
  return source === 'service' ? upstreamErrors : platformErrors[source]
}

function permissionsOf(
  platform: Platform,
  effect: 'read' | 'write',
  { permissions }: Pick<Operation, 'permissions'>,
): readonly PermissionUse[] {
  return [{ permission: basePermissions[platform][effect] }, ...permissions]
}

function inPages(read: Operation, pageSize: number): Operation {
  return {
    ...read,
    pageSize,
    errors: [...read.errors, ...cursorErrors],
    input: read.input.extend(pageMember),
    results: read.results.extend(pagesMember),
    example: {
      ...read.example,
      results: { ...read.example.results, pagination: { next: '', previous: '' } },
    },
  }
}

function written(
  own: Omit<Operation, 'effect' | 'scope' | 'audit' | 'events' | 'removes'>,
  { event, removes = false }: Change,
  scope: WriteScope,
  fromPlatform: readonly ErrorCode[],
): Operation {
  return {
    ...own,
    effect: 'write',
    scope,
    audit: { event },
    events: writeEvents,
    removes,
    errors: [...fromPlatform, ...journalErrors, ...(scope === 'spend' ? spendErrors : []), ...own.errors],
    input: own.input.extend(writeOptions),
    results: own.results.extend(writeRecord),
    example: { ...own.example, results: { ...own.example.results, operationId: exampleOperationId } },
  }
}
