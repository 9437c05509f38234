// The interface of the rules for one kind of resource.

import type { Finding, PathElement } from '../errors.ts'
import type { WireObject } from '../wire.ts'
import type { Draft } from './draft.ts'

export interface RuleContext {
  readonly draft: Draft
  /** Today in the account's time zone, as days since 1970-01-01. */
  readonly today: number
  /** Returns the real name behind a temporary id of this request. */
  resolveTemporaryName(collection: string, id: string): string | undefined
  /** Reports a finding at a path below the resource. */
  report(code: string, path: readonly PathElement[], options?: Omit<Finding, 'code' | 'path'>): void
}

export interface ResourceRules {
  /**
   * Completes and checks a new resource. Returns a name when an equal resource already exists under that
   * name.
   */
  create?(context: RuleContext, resource: WireObject): string | undefined
  /** Checks a change. `changedGoals` contains the fields of the mask by protocol name. */
  update?(
    context: RuleContext,
    resource: WireObject,
    previous: WireObject,
    changed: ReadonlySet<string>,
  ): void
  remove?(context: RuleContext, resource: WireObject): void
  /** Returns a resource that exists although no one created it, such as the goals of every campaign. */
  findImplied?(draft: Draft, name: string): WireObject | undefined
  /** Runs after the new resource has its name and is in the draft. */
  afterCreate?(context: RuleContext, resource: WireObject): void
}
