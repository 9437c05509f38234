// JSON Schema with what the documents need beyond it. None of the additions is published.

import type { z } from 'zod'
import type { FlawCode } from '../flaws.ts'

/** A rule that JSON Schema cannot express, as a sentence without its subject: `must be 1 to 20 digits.` */
export interface WrittenRule {
  readonly flaw: FlawCode
  readonly text: string
}

export interface JsonSchema extends z.core.JSONSchema.BaseSchema {
  'x-rules'?: readonly WrittenRule[]
  /** All names of a field, the preferred one first; only until each of them is a property. */
  'x-names'?: readonly string[]
  /** Of a deprecated field: the preferred name. */
  'x-preferred'?: string
  /** Of a deprecated field: it may stand alone where the preferred one is required. */
  'x-suffices'?: boolean
  /** Deprecated names among the values of `enum`, each with the preferred one. */
  'x-other-values'?: Readonly<Record<string, string>>
}
