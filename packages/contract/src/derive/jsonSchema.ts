// JSON Schema with annotations for the documents. None of the annotations is published.

import type { z } from 'zod'
import type { ViolationCode } from '../violations.ts'

/** A rule that JSON Schema cannot express, as a sentence without its subject: `must be 1 to 20 digits.` */
export interface RuleSentence {
  readonly code: ViolationCode
  readonly text: string
}

export interface JsonSchema extends z.core.JSONSchema.BaseSchema {
  'x-rules'?: readonly RuleSentence[]
  /** The operation that uploads files for the field, and returns URLs that the field accepts. */
  'x-upload'?: string
  /** All names of a field, the preferred one first. Present until each name has its own property. */
  'x-names'?: readonly string[]
  /** The preferred name, on a deprecated field. */
  'x-preferred'?: string
  /** On a deprecated field: whether the field is sufficient where the preferred one is required. */
  'x-suffices'?: boolean
  /** Deprecated values of `enum`, each with its preferred name. */
  'x-other-values'?: Readonly<Record<string, string>>
}
