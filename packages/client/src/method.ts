// The types of the methods: what a call takes and what it gives follows from the operation's name.

import type { Operations, operations, Plan } from './operations.ts'

export type OperationName = keyof Operations

/** What an operation is sent. */
export type Body<Name extends OperationName> = Operations[Name]['body']

/** What an operation answers. */
export type Results<Name extends OperationName> = Operations[Name]['results']

/** The operations that change something at a platform. */
export type WriteName = {
  [Name in OperationName]: (typeof operations)[Name]['effect'] extends 'write' ? Name : never
}[OperationName]

/** The operations that answer page by page. */
export type PagedName = {
  [Name in OperationName]: (typeof operations)[Name] extends { readonly list: string } ? Name : never
}[OperationName]

/** The operations whose rows also come as a table for spreadsheets. */
export type TableName = {
  [Name in OperationName]: (typeof operations)[Name] extends { readonly table: true } ? Name : never
}[OperationName]

/** One entry of a page. */
export type Entry<Name extends PagedName> = (typeof operations)[Name] extends {
  readonly list: infer List extends string
}
  ? Results<Name> extends Readonly<Record<List, readonly (infer Item)[]>>
    ? Item
    : never
  : never

/** What can be said of a single call. */
export interface CallOptions {
  /** Ends the call, with the signal's reason as error. A write that was sent is carried out all the same. */
  readonly signal?: AbortSignal
  /** How long the call may take, its repetitions included. */
  readonly timeoutMs?: number
  /** How often it is sent again at most; waiting for a write that was begun does not count. */
  readonly maxRetries?: number
}

export interface WriteOptions extends CallOptions {
  /** Stands for this one intention. Give your own to be able to repeat the call after a crash of your program. */
  readonly idempotencyKey?: string
  /** How many seconds one request may be kept waiting; then `onAnswer` is told, and the write is asked for again. */
  readonly waitSeconds?: number
}

/** A body in which the members of a binding need not be given. */
export type Unbound<Given, Bound extends string> = Given extends unknown
  ? Omit<Given, Bound> & Partial<Pick<Given, Extract<keyof Given, Bound>>>
  : never

/** The arguments of a call; the body may be left out when it has to hold nothing. */
export type Arguments<Given, Options> =
  Record<never, never> extends Given ? [body?: Given, options?: Options] : [body: Given, options?: Options]

/** An operation as a method. */
export type Method<Name extends OperationName, Bound extends string = never> = Name extends WriteName
  ? Write<Name, Bound>
  : (...given: Arguments<Unbound<Body<Name>, Bound>, CallOptions>) => Promise<Results<Name>>

/** A write, or with `dryRun` its plan and nothing else. */
interface Write<Name extends OperationName, Bound extends string> {
  (body: Unbound<Body<Name>, Bound> & { readonly dryRun: true }, options?: WriteOptions): Promise<Plan>
  (
    body: Unbound<Body<Name>, Bound> & { readonly dryRun?: false },
    options?: WriteOptions,
  ): Promise<Results<Name>>
  (body: Unbound<Body<Name>, Bound>, options?: WriteOptions): Promise<Results<Name> | Plan>
}
