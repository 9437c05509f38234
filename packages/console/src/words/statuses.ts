// Labels of states, with a sentence about what to do.

import type { Results, User } from '@adrail/client'
import type { BadgeContent } from '../parts/badge.tsx'
import { formatPlatform } from './platforms.ts'

type Health = User['connections'][number]['health']

export const healthTexts: Readonly<Record<Health, BadgeContent & { readonly description: string }>> = {
  active: { label: 'Works', tone: 'good', description: '' },
  limited: {
    label: 'Limited',
    tone: 'warn',
    description: 'Some permissions were not granted. A new link asks for them.',
  },
  degraded: {
    label: 'Unsteady',
    tone: 'warn',
    description: 'The platform refuses now and then. It is tried again by itself.',
  },
  needs_reauth: {
    label: 'Relink',
    tone: 'bad',
    description: 'The permission expired. The user has to link the account again.',
  },
  revoked: {
    label: 'Revoked',
    tone: 'bad',
    description: 'The user revoked the permission. Only a new link restores it.',
  },
  needs_user_action: {
    label: 'Blocked',
    tone: 'bad',
    description: 'The platform wants something from the user first, such as confirming the account there.',
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
  return formatCode(event.replace('.', ' ').replace('needs_relink', 'has to be linked again'))
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
  PENDING: { label: 'Waiting', tone: 'plain', description: 'It was accepted and has not begun.' },
  AWAITING_APPROVAL: {
    label: 'Waits for approval',
    tone: 'warn',
    description: 'Nothing was done so far: somebody has to approve it.',
  },
  EXECUTING: { label: 'Under way', tone: 'plain', description: 'It is being carried out.' },
  UNKNOWN: {
    label: 'Unknown',
    tone: 'warn',
    description: 'A step was sent and no answer came. The service is finding out whether it was done.',
  },
  SUCCEEDED: { label: 'Done', tone: 'good', description: '' },
  FAILED: {
    label: 'Failed',
    tone: 'bad',
    description: 'The platform refused it. Nothing is left half done.',
  },
  NEEDS_ATTENTION: {
    label: 'Needs you',
    tone: 'bad',
    description: 'The service cannot find out by itself what became of it. Somebody has to look.',
  },
}

/** Shows an unknown state of a later release by its own name. */
export function toOperationStatus(state: string): StatusText {
  return operationStateTexts[state] ?? { label: formatCode(state), tone: 'plain', description: '' }
}

type StepState = Results<'operation/get_operation'>['steps'][number]['state']

export const stepBadges: Readonly<Record<StepState, BadgeContent>> = {
  INTENT: { label: 'About to be sent', tone: 'plain' },
  UNKNOWN: { label: 'Unknown', tone: 'warn' },
  DONE: { label: 'Done', tone: 'good' },
  REJECTED: { label: 'Refused', tone: 'bad' },
  COMPENSATED: { label: 'Undone', tone: 'plain' },
}
