// The outer form of every response.

import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { platforms } from './platforms.ts'
import { violationCodes } from './violations.ts'

/** The `results` of a failure. The fields of the operation's own results are absent then. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string().describe('What is wrong and what to do, for people.'),
  code: z.enum(errorCodes).describe('What is wrong, for machines; see the error reference.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  docs: z.string().describe('Where the code is explained, below the address of the service.'),
  field: z.string().optional().describe('The member of the body it concerns.'),
  details: z
    .array(z.object({ field: z.string(), code: z.enum(violationCodes), message: z.string() }))
    .optional()
    .describe('Everything that is wrong with the body, at most 20 entries.'),
  platform: z
    .enum(platforms)
    .optional()
    .describe('The platform at which the user has to link an account, or to link it again.'),
  reason: z
    .string()
    .optional()
    .describe(
      'Why it has to be linked again, in one word such as `user_revoked`, `access_expired`, `password_changed` or, when the platform says no more, `access_refused`.',
    ),
  operationId: z.string().optional().describe('The record of the write, for operation/get_operation.'),
  planHash: z.string().optional().describe('Names the plan that waits for approval.'),
  approvalUrl: z.string().optional().describe('Where a person decides whether the write is carried out.'),
  platformError: z
    .object({ platform: z.enum(platforms), code: z.string(), subcode: z.string(), traceId: z.string() })
    .optional()
    .describe("The platform's own names for the failure."),
})

export type Failure = z.infer<typeof failure>

export interface Envelope {
  /** True if and only if the HTTP status is 200. */
  readonly success: boolean
  readonly requestId: string
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
}
