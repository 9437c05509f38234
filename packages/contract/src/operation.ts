// What an operation is to everybody who reads the contract: plain data, whichever way it was declared.

import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/index.ts'
import type { FlawCode } from './flaws.ts'
import type { PermissionUse } from './permissions.ts'
import type { Platform } from './platforms.ts'

/** `read` changes nothing; `local` changes only our own store; `write` changes something at a platform. */
export type Effect = 'read' | 'local' | 'write'

/** `leads` shows personal data: what people filled in on lead forms. */
export const scopes = ['read', 'leads', 'write', 'spend', 'link', 'approve', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The ways to call an operation. The client, the command line and the console call it over HTTP. */
export type Surface = 'http' | 'mcp'
export const everySurface: readonly Surface[] = ['http', 'mcp']
/** What a person has to decide: language models get no tool for it, whatever their key may do. */
export const withoutAgents: readonly Surface[] = ['http']

/** Every operation decides: it is recorded under a name, or there is a reason why not. */
export type AuditDecision = { readonly event: string } | { readonly none: string }

/** An API key needs one of these scopes to call the operation. */
export function scopesOf({ scope, otherScopes }: Pick<Operation, 'scope' | 'otherScopes'>): readonly Scope[] {
  return [scope, ...otherScopes]
}

/** Reports what is wrong with a member, by its path. */
export type Report = (field: string, code: FlawCode, problem: string) => void

/** A rule over several members. It is checked when none of them has a flaw of its own, so that it never misleads. */
export interface Rule<Body> {
  /** The rule as a sentence, for the documents. */
  readonly says: string
  readonly over: readonly (keyof Body & string)[]
  // Method syntax, so that an operation with a narrower body still is an Operation.
  check(body: Partial<Body>, report: Report): void
}

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Results extends z.ZodObject = z.ZodObject,
  Code extends ErrorCode = ErrorCode,
> {
  readonly summary: string
  /** What a caller should know beyond the summary. */
  readonly description?: string
  readonly effect: Effect
  readonly scope: Scope
  /** Other scopes that suffice instead. */
  readonly otherScopes: readonly Scope[]
  readonly audit: AuditDecision
  /** What the workspace is told once it is done, one of these; nothing where nobody but its caller has to know. */
  readonly events: readonly EventType[]
  /** True when it can take something away that its caller may want back. */
  readonly removes: boolean
  /** Where it is offered. */
  readonly surfaces: readonly Surface[]
  /** The platform that it asks through the user's own connection; absent when it needs none. */
  readonly platform?: Platform
  /** What it needs of what the user can grant at the platform; nothing where it asks none through a connection. */
  readonly permissions: readonly PermissionUse[]
  /** The list among its results that is also given as a table, `Accept: text/csv`; absent when there is none. */
  readonly table?: string
  /** The fields of an entry of its list that a table shows first, most important first: `name`, `last30Days.spend`. */
  readonly columns?: readonly string[]
  /** How many entries a page has; absent when the answer is not paged. */
  readonly pageSize?: number
  /** Every code that it may raise beyond the common ones. */
  readonly errors: readonly Code[]
  /** The largest body it takes, where that is more than the service takes otherwise. */
  readonly bodyBytes?: number
  readonly input: Input
  readonly rules?: readonly Rule<z.output<Input>>[]
  readonly results: Results
  /** A request that works against the sandbox's starting world, and what it answers. */
  readonly example: { readonly body: z.input<Input>; readonly results: z.input<Results> }
}
