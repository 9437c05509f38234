// Every operation under its full name.

import type { z } from 'zod'
import { auth } from './auth.ts'
import type { Operation } from './declare.ts'
import { operation } from './operation.ts'
import { pro } from './pro.ts'
import { search } from './search.ts'
import { social } from './social.ts'
import { userOperations } from './user.ts'

const groups = { auth, user: userOperations, social, search, pro, operation }

type Groups = typeof groups
type OperationsOf<Group extends keyof Groups> = {
  [Name in keyof Groups[Group] & string as `${Group}/${Name}`]: Groups[Group][Name]
}

/** Every operation by its full name, `group/name`. */
export type Operations = OperationsOf<'auth'> &
  OperationsOf<'user'> &
  OperationsOf<'social'> &
  OperationsOf<'search'> &
  OperationsOf<'pro'> &
  OperationsOf<'operation'>

export type OperationName = keyof Operations

/** What a handler is given: the body after validation, with defaults filled in. */
export type Body<Name extends OperationName> = z.output<Operations[Name]['input']>
/** What a caller sends. */
export type RequestBody<Name extends OperationName> = z.input<Operations[Name]['input']>
/** What an operation answers besides `success` and `error`. */
export type Results<Name extends OperationName> = z.output<Operations[Name]['results']>

function flatten(): Operations {
  const flat: Record<string, unknown> = {}
  for (const [group, members] of Object.entries(groups))
    for (const [name, declaration] of Object.entries(members)) flat[`${group}/${name}`] = declaration
  // The loop builds exactly what the mapped type describes; the compiler cannot follow it.
  return flat as Operations
}

export const operations: Operations = flatten()

export const operationNames = Object.keys(operations) as OperationName[]

/** An operation without its particular types, for code that treats all alike. */
export function declarationOf(name: OperationName): Operation {
  // Rules take narrower bodies than the general form says; they are only ever called with their own operation's body.
  return operations[name] as unknown as Operation
}
