// What a rule of one kind of resource is given, and what it may say.

import type { Finding, PathElement } from '../errors.ts'
import type { WireObject } from '../wire.ts'
import type { Draft } from './draft.ts'

export interface RuleContext {
  readonly draft: Draft
  /** Today in the account's time zone, counted in days. */
  readonly today: number
  /** What became of a temporary name of this request. */
  resolveTemporaryName(collection: string, id: string): string | undefined
  /** Names what is wrong, at a path below the resource. */
  report(code: string, path: readonly PathElement[], options?: Omit<Finding, 'code' | 'path'>): void
}

export interface ResourceRules {
  /** Completes and judges a resource that is to be created. A name instead of nothing: the resource exists already under it. */
  create?(context: RuleContext, resource: WireObject): string | undefined
  /** Judges a change; `changed` lists the fields of the mask by their protocol names. */
  update?(
    context: RuleContext,
    resource: WireObject,
    previous: WireObject,
    changed: ReadonlySet<string>,
  ): void
  remove?(context: RuleContext, resource: WireObject): void
  /** A resource that exists although nobody created it, such as the goals every campaign has. */
  findImplied?(draft: Draft, name: string): WireObject | undefined
  /** After a created resource has its name and its place. */
  afterCreate?(context: RuleContext, resource: WireObject): void
}
