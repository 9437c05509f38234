// The outer form of every response.

import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { platforms } from './platforms.ts'
import { violationCodes } from './violations.ts'

/** The `results` of a failure. The fields of the operation's own results are absent then. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string().describe('The problem for people, in most cases followed by `action`.'),
  code: z.enum(errorCodes).describe('The problem for programs. See the error reference.'),
  action: z.string().optional().describe('What to do next, for people.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  docs: z.string().describe('Path of the page that explains the code, relative to the URL of the service.'),
  field: z.string().optional().describe('Field of the body that the error concerns.'),
  details: z
    .array(z.object({ field: z.string(), code: z.enum(violationCodes), message: z.string() }))
    .optional()
    .describe('All violations of the body, at most 20.'),
  platform: z
    .enum(platforms)
    .optional()
    .describe('Platform on which the user must link an account, or link the account again.'),
  reason: z
    .string()
    .optional()
    .describe(
      'Reason why the user must link the account again, such as `user_revoked`, `access_expired`, `password_changed` or, when the platform returns no reason, `access_refused`.',
    ),
  operationId: z.string().optional().describe('Id of the write, for operation/get_operation.'),
  planHash: z.string().optional().describe('Hash of the plan that is pending approval.'),
  approvalUrl: z
    .string()
    .optional()
    .describe('URL of the page on which an approver decides about the write.'),
  platformError: z
    .object({ platform: z.enum(platforms), code: z.string(), subcode: z.string(), traceId: z.string() })
    .optional()
    .describe('Codes of the platform for the failure.'),
})

export type Failure = z.infer<typeof failure>

export interface Envelope {
  /** True if and only if the HTTP status is 200. */
  readonly success: boolean
  readonly requestId: string
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
}
