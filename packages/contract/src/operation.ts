// An operation as plain data, independent of how it was declared.

import type { z } from 'zod'
import type { BinaryBody } from './binaryBody.ts'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/index.ts'
import type { PermissionUse } from './permissions.ts'
import type { Platform } from './platforms.ts'
import type { ViolationCode } from './violations.ts'

/** `read` changes nothing. `local` changes only the adrail store. `write` changes something at a platform. */
export type Effect = 'read' | 'local' | 'write'

/** `leads` gives access to personal data: the answers that people entered in lead forms. */
export const scopes = ['read', 'leads', 'write', 'spend', 'link', 'approve', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The ways to call an operation. The client, the command line and the console call it over HTTP. */
export type Surface = 'http' | 'mcp'
export const allSurfaces: readonly Surface[] = ['http', 'mcp']
/**
 * Operations that need the decision of a person are not offered to language models, regardless of the scopes
 * of their key.
 */
export const httpOnly: readonly Surface[] = ['http']

/** Every operation either has an audit entry of this name, or a reason why it has none. */
export type AuditDecision = { readonly event: string } | { readonly none: string }

/** Returns the scopes of which an API key needs one. */
export function scopesOf({ scope, otherScopes }: Pick<Operation, 'scope' | 'otherScopes'>): readonly Scope[] {
  return [scope, ...otherScopes]
}

/** Reports a violation of the field at a path. */
export type ReportViolation = (field: string, code: ViolationCode, problem: string) => void

/**
 * A rule over several fields. It runs only if each of the fields is valid, so its message is never
 * misleading.
 */
export interface Rule<Body> {
  /** The rule as a sentence for the documents. */
  readonly description: string
  readonly fields: readonly (keyof Body & string)[]
  // Method syntax makes the parameter bivariant, so that an operation with a narrower body is still an
  // Operation.
  check(body: Partial<Body>, report: ReportViolation): void
}

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Results extends z.ZodObject = z.ZodObject,
  Code extends ErrorCode = ErrorCode,
> {
  readonly summary: string
  /** Facts that callers need beyond the summary. */
  readonly description?: string
  readonly effect: Effect
  readonly scope: Scope
  /** Other scopes that are sufficient instead. */
  readonly otherScopes: readonly Scope[]
  readonly audit: AuditDecision
  /** Events of which a completed call emits one. Empty where only the caller has to know. */
  readonly events: readonly EventType[]
  /** Whether the operation can remove something that its caller may want back. */
  readonly removes: boolean
  readonly surfaces: readonly Surface[]
  /**
   * The platform that the operation calls through the user's connection. Absent when it needs no connection.
   */
  readonly platform?: Platform
  /** Permissions that the user has to grant at the platform. Empty for operations without a connection. */
  readonly permissions: readonly PermissionUse[]
  /** The result list that is also available as a table with `Accept: text/csv`. Absent when there is none. */
  readonly table?: string
  /** Fields of a list entry that tables show first, most important first: `name`, `last30Days.spend`. */
  readonly columns?: readonly string[]
  /** Number of entries per page. Absent when the response is not paginated. */
  readonly pageSize?: number
  /** Error codes beyond the common ones. */
  readonly errors: readonly Code[]
  /** Maximum body size, where it exceeds the default of the service. */
  readonly bodyBytes?: number
  /** The body, where it is not JSON. Such an operation has no fields. */
  readonly binaryBody?: BinaryBody
  readonly input: Input
  readonly rules?: readonly Rule<z.output<Input>>[]
  readonly results: Results
  /** A request that works against the sandbox's seed data, and its results. */
  readonly example: { readonly body: z.input<Input>; readonly results: z.input<Results> }
}
