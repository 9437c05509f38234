// Labels of states, with a sentence about what to do.

import type { Results, User } from '@adrail/client'
import type { BadgeContent } from '../parts/badge.tsx'
import { formatPlatform } from './platforms.ts'

type Health = User['connections'][number]['health']

export const healthTexts: Readonly<Record<Health, BadgeContent & { readonly description: string }>> = {
  active: { label: 'Connected', tone: 'good', description: '' },
  limited: {
    label: 'Limited',
    tone: 'warn',
    description: 'The user did not grant some permissions. Send a new link to request these permissions.',
  },
  degraded: {
    label: 'Degraded',
    tone: 'warn',
    description: 'The platform is rejecting some requests. adrail retries automatically.',
  },
  needs_reauth: {
    label: 'Needs relink',
    tone: 'bad',
    description: 'The permission expired. Send the user a new link.',
  },
  revoked: {
    label: 'Revoked',
    tone: 'bad',
    description: 'The user revoked the permission. Send the user a new link.',
  },
  needs_user_action: {
    label: 'Blocked',
    tone: 'bad',
    description:
      'The platform requires an action from the user first, such as a confirmation of the account.',
  },
}

/** Formats a code of a platform or of adrail as words. */
export function formatCode(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Formats the reason why a connection does not work. Every kind of expiry needs the same action of the user.
 */
export function formatReason(code: string): string {
  if (code.endsWith('_expired')) return 'The permission expired'
  return code === 'user_revoked' ? 'The user revoked the permission' : formatCode(code)
}

/** Formats an event type such as `connection.needs_relink`. */
export function formatEventName(event: string): string {
  return formatCode(event.replace('.', ' ').replace('needs_relink', 'needs relink'))
}

/** Formats an operation name such as `social/edit_campaign`. */
export function formatOperationName(operation: string): string {
  const [group = '', name = ''] = operation.split('/')
  const platformName = formatPlatform(group)
  return formatCode(name) + (platformName === group ? '' : ` on ${platformName}`)
}

/**
 * Returns the current status. The run dates come first, then the effective status of the platform, then the
 * configured status.
 */
export function toCampaignBadge({
  status: configuredStatus,
  effectiveStatus,
  servingStatus = '',
}: {
  readonly status: string
  readonly effectiveStatus?: string
  readonly servingStatus?: string
}): BadgeContent {
  if (servingStatus === 'SCHEDULED') return { label: 'Scheduled', tone: 'plain' }
  if (servingStatus === 'ENDED') return { label: 'Ended', tone: 'plain' }
  // `STOPPED` only means that the campaign is not active, so the configured status is more specific.
  const status = effectiveStatus && effectiveStatus !== 'STOPPED' ? effectiveStatus : configuredStatus
  if (/^(ACTIVE|ENABLED|ELIGIBLE|RUNNABLE|SERVING)$/.test(status)) return { label: 'Active', tone: 'good' }
  if (/PAUSED/.test(status)) return { label: 'Paused', tone: 'plain' }
  if (/ISSUES|DISAPPROVED|REJECTED/.test(status)) return { label: formatCode(status), tone: 'bad' }
  if (/PENDING|PROCESS|REVIEW/.test(status)) return { label: formatCode(status), tone: 'warn' }
  return { label: formatCode(status), tone: 'plain' }
}

type StatusText = BadgeContent & { readonly description: string }

export const operationStateTexts: Readonly<Record<string, StatusText>> = {
  PENDING: {
    label: 'Pending',
    tone: 'plain',
    description: 'adrail accepted the operation and has not started it yet.',
  },
  AWAITING_APPROVAL: {
    label: 'Needs approval',
    tone: 'warn',
    description: 'Nothing has changed. Another person must approve the operation.',
  },
  EXECUTING: { label: 'Running', tone: 'plain', description: 'adrail is executing the operation.' },
  UNKNOWN: {
    label: 'Unknown',
    tone: 'warn',
    description:
      'adrail sent a step and received no response. adrail is checking on the platform whether the step took effect.',
  },
  SUCCEEDED: { label: 'Done', tone: 'good', description: '' },
  FAILED: {
    label: 'Failed',
    tone: 'bad',
    description:
      'The operation failed and adrail rolled back its steps. The error names any objects that remain.',
  },
  NEEDS_ATTENTION: {
    label: 'Needs attention',
    tone: 'bad',
    description: 'adrail cannot determine the outcome. Check the platform, then record the outcome here.',
  },
}

/** Shows an unknown state of a later release by its own name. */
export function toOperationStatus(state: string): StatusText {
  return operationStateTexts[state] ?? { label: formatCode(state), tone: 'plain', description: '' }
}

type StepState = Results<'operation/get_operation'>['steps'][number]['state']

export const stepBadges: Readonly<Record<StepState, BadgeContent>> = {
  INTENT: { label: 'Not sent yet', tone: 'plain' },
  UNKNOWN: { label: 'Unknown', tone: 'warn' },
  DONE: { label: 'Done', tone: 'good' },
  REJECTED: { label: 'Refused', tone: 'bad' },
  COMPENSATED: { label: 'Rolled back', tone: 'plain' },
}
