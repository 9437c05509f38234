// Advice for operators about a failed read, by error code.

import type { ErrorCode, Platform } from '@adrail/contract'
import type { ServiceError } from '../runtime/errors.ts'
import { brokenFinding, type Finding, warningFinding } from './finding.ts'

export const relinkAdvice =
  'Create a link with auth/create_link. The user must open the link and grant all permissions.'

/** The user or the owner of the account fixes these problems. They affect a single account. */
const userAdvice: Readonly<Partial<Record<ErrorCode, string>>> = {
  ACCOUNT_RELINK_REQUIRED: relinkAdvice,
  ACCOUNT_SUSPENDED: 'The owner of the ad account must resolve this with the platform.',
  PERMISSION_MISSING: 'Restore the role on the platform, or have a person who has the role link the account.',
  OBJECT_NOT_FOUND: relinkAdvice,
}

/** These problems affect, or may affect, every account of the platform. */
const operatorAdvice: Readonly<Partial<Record<ErrorCode, string>>> = {
  UPSTREAM_BAD_RESPONSE:
    "The shape of the platform's responses has changed. Run: npm run admin -- drift --user <id>",
  UPSTREAM_RATE_LIMITED: 'The app has exceeded its rate limit. Wait, then check the access tier.',
  PLATFORM_REJECTED: "Check the app, its approval and its API version in the platform's console.",
  INTERNAL: 'The platform rejects a request that this release sends. Upgrade adrail.',
}

const transientAdvice =
  "Run the doctor again in a few minutes. If the problem persists, check the platform's status page."

export function failedReadFinding(platform: Platform, error: ServiceError): Finding {
  const { code, message, details } = error
  const { code: platformCode = '', subcode = '' } = details.platformError ?? {}
  const codes = [code, [platformCode, subcode].filter(Boolean).join('/')].filter(Boolean).join(', ')
  const description = `A read failed: ${message} (${codes})`
  const advice = userAdvice[code]
  if (advice !== undefined) return warningFinding(platform, 'read', description, advice)
  return brokenFinding(platform, 'read', description, operatorAdvice[code] ?? transientAdvice)
}
