// Labels of states, with a sentence about what to do.

import type { Results, User } from '@adrail/client'
import type { Worded } from '../parts/badge.tsx'
import { nameOf } from './platforms.ts'

type Health = User['connections'][number]['health']

export const health: Readonly<Record<Health, Worded & { readonly says: string }>> = {
  active: { word: 'Works', tone: 'good', says: '' },
  limited: {
    word: 'Limited',
    tone: 'warn',
    says: 'Some permissions were not granted. A new link asks for them.',
  },
  degraded: {
    word: 'Unsteady',
    tone: 'warn',
    says: 'The platform refuses now and then. It is tried again by itself.',
  },
  needs_reauth: {
    word: 'Relink',
    tone: 'bad',
    says: 'The permission expired. The user has to link the account again.',
  },
  revoked: {
    word: 'Revoked',
    tone: 'bad',
    says: 'The user revoked the permission. Only a new link restores it.',
  },
  needs_user_action: {
    word: 'Blocked',
    tone: 'bad',
    says: 'The platform wants something from the user first, such as confirming the account there.',
  },
}

/** Formats a code of a platform or of adrail as words. */
export function sentence(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Formats the reason why a connection does not work. Every kind of expiry needs the same action of the user.
 */
export function reasonWords(code: string): string {
  if (code.endsWith('_expired')) return 'The permission expired'
  return code === 'user_revoked' ? 'The user revoked the permission' : sentence(code)
}

/** Formats an event type such as `connection.needs_relink`. */
export function eventName(event: string): string {
  return sentence(event.replace('.', ' ').replace('needs_relink', 'has to be linked again'))
}

/** Formats an operation name such as `social/edit_campaign`. */
export function operationName(operation: string): string {
  const [group = '', name = ''] = operation.split('/')
  const site = nameOf(group)
  return sentence(name) + (site === group ? '' : ` on ${site}`)
}

/**
 * Returns the current status. The run dates come first, then the effective status of the platform, then the
 * configured status.
 */
export function campaignStatus({
  status: set,
  effectiveStatus,
  servingStatus = '',
}: {
  readonly status: string
  readonly effectiveStatus?: string
  readonly servingStatus?: string
}): Worded {
  if (servingStatus === 'SCHEDULED') return { word: 'Scheduled', tone: 'plain' }
  if (servingStatus === 'ENDED') return { word: 'Ended', tone: 'plain' }
  // `STOPPED` only means that the campaign is not active, so the configured status is more specific.
  const status = effectiveStatus && effectiveStatus !== 'STOPPED' ? effectiveStatus : set
  if (/^(ACTIVE|ENABLED|ELIGIBLE|RUNNABLE|SERVING)$/.test(status)) return { word: 'Active', tone: 'good' }
  if (/PAUSED/.test(status)) return { word: 'Paused', tone: 'plain' }
  if (/ISSUES|DISAPPROVED|REJECTED/.test(status)) return { word: sentence(status), tone: 'bad' }
  if (/PENDING|PROCESS|REVIEW/.test(status)) return { word: sentence(status), tone: 'warn' }
  return { word: sentence(status), tone: 'plain' }
}

type Told = Worded & { readonly says: string }

export const operationStates: Readonly<Record<string, Told>> = {
  PENDING: { word: 'Waiting', tone: 'plain', says: 'It was accepted and has not begun.' },
  AWAITING_APPROVAL: {
    word: 'Waits for approval',
    tone: 'warn',
    says: 'Nothing was done so far: somebody has to approve it.',
  },
  EXECUTING: { word: 'Under way', tone: 'plain', says: 'It is being carried out.' },
  UNKNOWN: {
    word: 'Unknown',
    tone: 'warn',
    says: 'A step was sent and no answer came. The service is finding out whether it was done.',
  },
  SUCCEEDED: { word: 'Done', tone: 'good', says: '' },
  FAILED: { word: 'Failed', tone: 'bad', says: 'The platform refused it. Nothing is left half done.' },
  NEEDS_ATTENTION: {
    word: 'Needs you',
    tone: 'bad',
    says: 'The service cannot find out by itself what became of it. Somebody has to look.',
  },
}

/** Shows an unknown state of a later release by its own name. */
export function operationState(state: string): Told {
  return operationStates[state] ?? { word: sentence(state), tone: 'plain', says: '' }
}

type StepState = Results<'operation/get_operation'>['steps'][number]['state']

export const stepState: Readonly<Record<StepState, Worded>> = {
  INTENT: { word: 'About to be sent', tone: 'plain' },
  UNKNOWN: { word: 'Unknown', tone: 'warn' },
  DONE: { word: 'Done', tone: 'good' },
  REJECTED: { word: 'Refused', tone: 'bad' },
  COMPENSATED: { word: 'Undone', tone: 'plain' },
}
