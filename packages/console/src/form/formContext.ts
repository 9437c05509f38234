// Context that a form passes to each of its fields.

import type { ComponentChildren } from 'preact'
import type { Value } from './draft.ts'

export interface FormContext {
  readonly operation: string
  readonly userId: string
  /** Currency of the ad account. Empty until it is known. */
  readonly currencyCode: string
  /** Whether the rest of the draft makes an optional field required. The name of the field has no index. */
  isFieldRequired(field: string): boolean
  /** Returns the error message of the field at a path such as `ads[0].headlines[2]`. */
  getFieldError(path: string): string
  /** Renders content below the field at a path, such as a preview. */
  renderBelow(path: string, value: Value): ComponentChildren
}
