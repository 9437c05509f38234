// One request by MCP: who came, what for, and what became of it.

import type { OperationName } from '@adrail/contract'
import type { ServiceError } from '../base/errors.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { Admission } from '../guard/limit.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Outcome } from '../waist/invoke.ts'
import type { Service } from '../waist/service.ts'
import type { View } from './view.ts'

export interface Visit {
  readonly exchange: Exchange
  readonly service: Service
  readonly apiKey: string | undefined
  readonly caller: Caller
  readonly admission: Admission
  readonly view: View
  readonly publicUrl: string
  /** The operation that was called, for the log; absent when none was. */
  called?: { readonly operation: OperationName; readonly outcome: Outcome }
  /** What was refused in the protocol's own words, for the log as well. */
  failure?: ServiceError
}
