// The outer form of every response.

import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { platforms } from './platforms.ts'
import { violationCodes } from './violations.ts'

/** The `results` of a failure. The fields of the operation's own results are absent then. */
export const failure = z.object({
  success: z.literal(false),
  error: z
    .string()
    .describe('Human-readable description of the problem. In most cases, includes the text of `action`.'),
  code: z.enum(errorCodes).describe('Machine-readable error code. For all codes, see the error reference.'),
  action: z.string().optional().describe('Human-readable description of what to do next.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  docs: z.string().describe("Path of the page that explains the code, relative to the service's URL."),
  field: z.string().optional().describe('Field in the body that caused the error.'),
  details: z
    .array(z.object({ field: z.string(), code: z.enum(violationCodes), message: z.string() }))
    .optional()
    .describe('Violations in the body. At most 20.'),
  platform: z
    .enum(platforms)
    .optional()
    .describe('Platform on which the user must link, or relink, an account.'),
  reason: z
    .string()
    .optional()
    .describe(
      'Reason why the user must relink the account, such as `user_revoked`, `access_expired` or `password_changed`. If the platform does not return a reason, `access_refused`.',
    ),
  operationId: z
    .string()
    .optional()
    .describe('Id of the write. To get its outcome, pass the id to operation/get_operation.'),
  planHash: z.string().optional().describe('Hash of the plan that is pending approval.'),
  approvalUrl: z
    .string()
    .optional()
    .describe('URL of the page where an approver can approve or reject the write.'),
  platformError: z
    .object({ platform: z.enum(platforms), code: z.string(), subcode: z.string(), traceId: z.string() })
    .optional()
    .describe("The platform's own error codes for the failure."),
})

export type Failure = z.infer<typeof failure>

export interface Envelope {
  /** True if and only if the HTTP status is 200. */
  readonly success: boolean
  readonly requestId: string
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
}
