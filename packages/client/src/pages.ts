// Iterates over lists of any length. The client requests a page when the previous one is used up.

import type { Facts } from './facts.ts'
import type { Arguments, Body, CallOptions, Entry, OperationName, PagedName, WithOptional } from './method.ts'
import { operations } from './operations.ts'

export interface PageOptions extends CallOptions {
  /** The maximum number of entries. Defaults to all entries. */
  readonly limit?: number
}

type GroupOf<Name extends OperationName> = Name extends `${infer Group}/${string}` ? Group : never

/** The paginated operations by group, each as a loop over its entries. */
export type Pages<Bound extends string = never> = {
  readonly [Group in GroupOf<PagedName>]: {
    readonly [Name in PagedName as Name extends `${Group}/${infer Method}` ? Method : never]: (
      ...args: Arguments<Omit<WithOptional<Body<Name>, Bound>, 'pagination'>, PageOptions>
    ) => AsyncGenerator<Entry<Name>, void, undefined>
  }
}

type Send = (
  body: Readonly<Record<string, unknown>>,
  options?: CallOptions,
) => Promise<Readonly<Record<string, unknown>>>

export async function* iterateEntries(
  operation: OperationName,
  send: Send,
  body: Readonly<Record<string, unknown>> = {},
  { limit = Number.POSITIVE_INFINITY, ...options }: PageOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const { list: listField = '' }: Facts = operations[operation]
  let yieldedCount = 0
  let cursor = ''
  do {
    if (yieldedCount >= limit) return
    const results = await send(cursor === '' ? body : { ...body, pagination: cursor }, options)
    for (const entry of results[listField] as readonly unknown[]) {
      if (yieldedCount++ >= limit) return
      yield entry
    }
    const { next } = results['pagination'] as { readonly next: string }
    if (next !== '' && next === cursor) throw new Error(`${operation} leads back to the page it came from.`)
    cursor = next
  } while (cursor !== '')
}
