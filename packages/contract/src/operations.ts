// All operations by full name, and the types that follow from the declarations.

import type { z } from 'zod'
import { type GroupName, groupNames } from './groups.ts'
import type { Operation } from './operation.ts'
import * as declarations from './operations/index.ts'
import type { Platform } from './platforms.ts'

/** All operations by full name, `group/name`. */
export type Operations = typeof declarations
export type OperationName = keyof Operations

/** The body that a handler receives: validated, with defaults filled in. */
export type Body<Name extends OperationName> = z.output<Operations[Name]['input']>
/** The body that a caller sends. */
export type RequestBody<Name extends OperationName> = z.input<Operations[Name]['input']>
/** The results of an operation without `success` and `error`. */
export type Results<Name extends OperationName> = z.output<Operations[Name]['results']>
/** The results that the handler returns. The journal adds the record of a write. */
export type HandlerOutput<Name extends OperationName> = Operations[Name] extends {
  readonly effect: 'write'
}
  ? Omit<Results<Name>, 'operationId' | 'warnings'>
  : Results<Name>
/** Operations that change something at a platform of their own. */
export type WriteName = {
  [Name in OperationName]: Operations[Name] extends { readonly effect: 'write'; readonly platform: Platform }
    ? Name
    : never
}[OperationName]
/** The platform that an operation calls through the user's connection. */
export type PlatformOf<Name extends OperationName> = Operations[Name] extends {
  readonly platform: infer Target extends Platform
}
  ? Target
  : never
/** Error codes of an operation beyond the common ones. */
export type OperationErrorCode<Name extends OperationName> = Operations[Name]['errors'][number]

export const operations: Operations = declarations

// The keys of a module namespace are exactly its exports. The compiler infers only `string`.
const unorderedNames = Object.keys(declarations) as OperationName[]

/** All operation names: by group in the order of the documents, by name within a group. */
export const operationNames: readonly OperationName[] = groupNames.flatMap((group) =>
  unorderedNames.filter((name) => groupOf(name) === group),
)

export function groupOf(name: OperationName): GroupName {
  const group = groupNames.find((group) => name.startsWith(`${group}/`))
  if (group === undefined) throw new Error(`The group of ${name} is not described in groups.ts.`)
  return group
}

/** Returns an operation without its exact types, for code that treats all operations alike. */
export function declarationOf(name: OperationName): Operation {
  // Rules take narrower bodies than the general type states. They run only with the body of their own
  // operation.
  return operations[name] as unknown as Operation
}
