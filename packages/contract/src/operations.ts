// Every operation under its full name, and the types that follow from the declarations.

import type { z } from 'zod'
import { type GroupName, groupNames } from './groups.ts'
import type { Operation } from './operation.ts'
import * as declarations from './operations/index.ts'
import type { Platform } from './platforms.ts'

/** Every operation by its full name, `group/name`. */
export type Operations = typeof declarations
export type OperationName = keyof Operations

/** What a handler is given: the body after validation, with defaults filled in. */
export type Body<Name extends OperationName> = z.output<Operations[Name]['input']>
/** What a caller sends. */
export type RequestBody<Name extends OperationName> = z.input<Operations[Name]['input']>
/** What an operation answers besides `success` and `error`. */
export type Results<Name extends OperationName> = z.output<Operations[Name]['results']>
/** The part of the results that comes from the handler: the record of a write is added by the journal. */
export type OwnResults<Name extends OperationName> = Operations[Name] extends { readonly effect: 'write' }
  ? Omit<Results<Name>, 'operationId' | 'warnings'>
  : Results<Name>
/** The operations that change something at a platform of their own. */
export type WriteName = {
  [Name in OperationName]: Operations[Name] extends { readonly effect: 'write'; readonly platform: Platform }
    ? Name
    : never
}[OperationName]
/** The platform that an operation works on through the user's connection. */
export type PlatformOf<Name extends OperationName> = Operations[Name] extends {
  readonly platform: infer Of extends Platform
}
  ? Of
  : never
/** The codes that an operation may raise besides the common ones. */
export type Codes<Name extends OperationName> = Operations[Name]['errors'][number]

export const operations: Operations = declarations

// The keys of a module's namespace are exactly its exports; the compiler only promises text.
const unordered = Object.keys(declarations) as OperationName[]

/** Group by group in the order of the documents, by name within a group. */
export const operationNames: readonly OperationName[] = groupNames.flatMap((group) =>
  unordered.filter((name) => groupOf(name) === group),
)

export function groupOf(name: OperationName): GroupName {
  const group = groupNames.find((group) => name.startsWith(`${group}/`))
  if (group === undefined) throw new Error(`The group of ${name} is not described in groups.ts.`)
  return group
}

/** An operation without its particular types, for code that treats all alike. */
export function declarationOf(name: OperationName): Operation {
  // Rules take narrower bodies than the general form says; they are only ever called with their own operation's body.
  return operations[name] as unknown as Operation
}
