// One MCP request with its caller and its outcome.

import type { OperationName } from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import type { Admission } from '../admission/requestLimiter.ts'
import type { Exchange } from '../http/exchange.ts'
import type { InvocationOutcome } from '../pipeline/invoke.ts'
import type { Service } from '../pipeline/service.ts'
import type { ServiceError } from '../runtime/errors.ts'
import type { ToolView } from './toolView.ts'

export interface McpRequest {
  readonly exchange: Exchange
  readonly service: Service
  readonly apiKey: string | undefined
  readonly caller: Caller
  readonly admission: Admission
  readonly view: ToolView
  readonly publicUrl: string
  /** The called operation and its outcome, for the log. Absent if no operation was called. */
  invocation?: { readonly operation: OperationName; readonly outcome: InvocationOutcome }
  /** The refusal of a protocol-level request, for the log. */
  failure?: ServiceError
}
