// Context that a form passes to each of its fields.

import type { ComponentChildren } from 'preact'
import type { DraftFields, Value } from './draft.ts'

export interface FormContext {
  readonly operation: string
  readonly userId: string
  /** Currency of the ad account. Empty until it is known. */
  readonly currencyCode: string
  /** The whole draft. */
  readonly draft: DraftFields
  /** Returns the error message of the field at a path such as `ads[0].headlines[2]`. */
  getFieldError(path: string): string
  /** Renders content below the field at a path, such as a preview. */
  renderBelow(path: string, value: Value): ComponentChildren
}
