// Advice for operators about a failed read, by error code.

import type { ErrorCode, Platform } from '@adrail/contract'
import type { ServiceError } from '../runtime/errors.ts'
import { brokenFinding, type Finding, warningFinding } from './finding.ts'

export const relinkAdvice = 'Have the user link again, and grant everything: auth/create_link makes the link.'

/** The user or the owner of the account fixes these problems. They affect a single account. */
const userAdvice: Readonly<Partial<Record<ErrorCode, string>>> = {
  ACCOUNT_RELINK_REQUIRED: relinkAdvice,
  ACCOUNT_SUSPENDED: 'The owner of the ad account has to settle that with the platform.',
  PERMISSION_MISSING: 'Have the user link again with a person who has the role, or give the role back.',
  OBJECT_NOT_FOUND: relinkAdvice,
}

/** These problems affect, or may affect, every account of the platform. */
const operatorAdvice: Readonly<Partial<Record<ErrorCode, string>>> = {
  UPSTREAM_BAD_RESPONSE: 'The platform answers in another shape: npm run admin -- drift --user <id>',
  UPSTREAM_RATE_LIMITED: 'Wait, then look at the access tier: this app asks for more than it may.',
  PLATFORM_REJECTED: "Look at the app, its approval and its version in the platform's console.",
  INTERNAL: 'The platform does not take a request of this release: look for a newer one.',
}

const transientAdvice =
  "Run the doctor again in a moment; if it stays so, look at the platform's status page."

export function failedReadFinding(platform: Platform, error: ServiceError): Finding {
  const { code, message, details } = error
  const { code: platformCode = '', subcode = '' } = details.platformError ?? {}
  const codes = [code, [platformCode, subcode].filter(Boolean).join('/')].filter(Boolean).join(', ')
  const description = `A read fails: ${message} (${codes})`
  const advice = userAdvice[code]
  if (advice !== undefined) return warningFinding(platform, 'read', description, advice)
  return brokenFinding(platform, 'read', description, operatorAdvice[code] ?? transientAdvice)
}
