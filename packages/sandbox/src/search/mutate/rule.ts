// What a rule of one kind of resource is given, and what it may say.

import type { Finding, PathElement } from '../errors.ts'
import type { Wire } from '../wire.ts'
import type { Draft } from './draft.ts'

export interface RuleContext {
  readonly draft: Draft
  /** Today in the account's time zone, counted in days. */
  readonly today: number
  /** What became of a temporary name of this request. */
  temporary(collection: string, id: string): string | undefined
  /** Names what is wrong, at a path below the resource. */
  report(code: string, path: readonly PathElement[], more?: Omit<Finding, 'code' | 'path'>): void
}

export interface ResourceRules {
  /** Completes and judges a resource that is to be created. A name instead of nothing: the resource exists already under it. */
  create?(context: RuleContext, resource: Wire): string | undefined
  /** Judges a change; `changed` lists the fields of the mask by their protocol names. */
  update?(context: RuleContext, resource: Wire, before: Wire, changed: ReadonlySet<string>): void
  remove?(context: RuleContext, resource: Wire): void
  /** A resource that exists although nobody created it, such as the goals every campaign has. */
  implied?(draft: Draft, name: string): Wire | undefined
  /** After a created resource has its name and its place. */
  created?(context: RuleContext, resource: Wire): void
}
