// How an operation is declared: only what is special to it. What follows from the kind of work is added here, once.

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

/** What every declaration says for itself. */
interface Own<Input extends z.ZodObject, Results extends z.ZodObject, Code extends ErrorCode> {
  readonly summary: string
  /** What a caller should know beyond the summary. */
  readonly description?: string
  /** Codes that do not follow from the kind of work. */
  readonly errors?: readonly Code[]
  /** Permissions of the platform beyond the one that every operation of its kind needs. */
  readonly permissions?: readonly PermissionUse[]
  /** The largest body it takes, where that is more than the service takes otherwise. */
  readonly bodyBytes?: number
  /** The fields of an entry of its list that a table shows first, most important first. */
  readonly columns?: readonly string[]
  /** Where it is offered; everywhere unless it says otherwise. */
  readonly surfaces?: readonly Surface[]
  readonly input: Input
  readonly rules?: readonly Rule<z.output<Input>>[]
  readonly results: Results
  /** A request that works against the sandbox's starting world, and what it answers. */
  readonly example: { readonly body: z.input<Input>; readonly results: z.input<Results> }
}

/**
 * Where a read looks: at a platform through the user's connection, at several of them, there in the service's own name, or
 * in our store.
 */
type Source = Platform | 'platforms' | 'service' | 'store'

/** Changes nothing. */
interface Reads<From extends Source> {
  readonly reads: From
  /**
   * A key that may make links may also ask what became of them; settings and approvals are for keys that may change them.
   * Personal data of leads has a scope of its own.
   */
  readonly scope?: 'leads' | 'link' | 'approve' | 'admin'
  /** The list among its results that is also given as a table, `Accept: text/csv`. */
  readonly table?: string
  /** The name of its audit entry; only reads of personal data have one. */
  readonly event?: string
}

/** Answers a page of at most so many entries at a time. */
interface Paged {
  readonly paged: number
}

/** What a change says of itself. */
interface Change {
  /** The name of its audit entry. */
  readonly event: string
  /** It can take something away that its caller may want back. */
  readonly removes?: boolean
}

/** Changes only what the service itself stores. */
interface Changes<Told extends EventType = EventType> {
  readonly changes: Change & {
    readonly scope: 'link' | 'write' | 'approve' | 'admin'
    /** Other scopes that suffice instead. */
    readonly otherScopes?: readonly Scope[]
    /** The event by which the workspace is told; a write always tells how it ended. */
    readonly tells?: Told
  }
}

/** Changes something at a platform: the journal does it exactly once, and can rehearse it. */
interface Writes<To extends Platform, May extends WriteScope> {
  readonly writes: Change & { readonly platform: To; readonly scope: May }
}

/** Takes back what another write did, on whichever platform that was: itself a write, which can let more be spent. */
interface Undoes {
  readonly undoes: Change
}

/** Changes campaigns of several users and platforms, each by a write of its own. */
interface Batches {
  readonly batches: Change
}

/** What can let more be spent needs a scope of its own. */
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

/** Makes the plain data of an operation out of its declaration, with exact types. */
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
  // Its own writes need this scope as well. It lets nothing more be spent, so that no spend error comes from it.
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
  // What fails at one of several platforms is told beside what the others answered.
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
