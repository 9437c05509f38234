// Types of the methods. The parameters and results of a call follow from the operation name.

import type { FileContent } from './fileContent.ts'
import type { Operations, operations, Plan } from './operations.ts'

export type OperationName = keyof Operations

/** The body of an operation. */
export type Body<Name extends OperationName> = Operations[Name]['body']

/** The results of an operation. */
export type Results<Name extends OperationName> = Operations[Name]['results']

/** Operations that change something at a platform. */
export type WriteName = {
  [Name in OperationName]: (typeof operations)[Name]['effect'] extends 'write' ? Name : never
}[OperationName]

/** Operations with paginated responses. */
export type PagedName = {
  [Name in OperationName]: (typeof operations)[Name] extends { readonly list: string } ? Name : never
}[OperationName]

/** Operations whose rows are also available as a table for spreadsheets. */
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

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, with the signal's reason as error. A write that was already sent is still executed. */
  readonly signal?: AbortSignal
  /** How long the call may take, including retries. */
  readonly timeoutMs?: number
  /** The maximum number of retries. Waiting for a write that was begun does not count. */
  readonly maxRetries?: number
}

export interface WriteOptions extends CallOptions {
  /** Identifies the intended write. Set your own key to be able to retry after a crash of your program. */
  readonly idempotencyKey?: string
  /**
   * How many seconds the service may hold one request. After that, the client calls `onAnswer` and requests
   * the outcome again.
   */
  readonly waitSeconds?: number
}

/** A body in which the bound fields are optional. A file has no fields. */
export type WithOptional<RequestBody, Bound extends string> = RequestBody extends FileContent
  ? RequestBody
  : RequestBody extends unknown
    ? Omit<RequestBody, Bound> & Partial<Pick<RequestBody, Extract<keyof RequestBody, Bound>>>
    : never

/** The arguments of a call. The body is optional when it has no required fields. */
export type Arguments<RequestBody, Options> =
  Record<never, never> extends RequestBody
    ? [body?: RequestBody, options?: Options]
    : [body: RequestBody, options?: Options]

/** An operation as a method. */
export type Method<Name extends OperationName, Bound extends string = never> = Name extends WriteName
  ? WriteMethod<Name, Bound>
  : (...args: Arguments<WithOptional<Body<Name>, Bound>, CallOptions>) => Promise<Results<Name>>

/** A write. With `dryRun`, it returns only the plan. */
interface WriteMethod<Name extends OperationName, Bound extends string> {
  (body: WithOptional<Body<Name>, Bound> & { readonly dryRun: true }, options?: WriteOptions): Promise<Plan>
  (
    body: WithOptional<Body<Name>, Bound> & { readonly dryRun?: false },
    options?: WriteOptions,
  ): Promise<Results<Name>>
  (body: WithOptional<Body<Name>, Bound>, options?: WriteOptions): Promise<Results<Name> | Plan>
}
