// The values of columns that stand for something else than a text or a time. Only this module and the SQL of
// the store know these values. Other code reads and writes the properties declared here. The previous release
// uses the same values, so they stay as they are.

import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import { type EntryState, endedEntryStates } from './entryStates.ts'
import type { ApprovalTable, JournalEntryTable, JournalStepTable, LeadTable, Tables } from './tables.ts'

/** Stands in a text column for a value that is not there. */
const absentText = ''
/** Stands in a time column for a time that is always past. */
const alwaysPast = 0

/** The same values as SQL literals, so that the planner knows which partial index contains the rows. */
export const absentTextSql = sql.lit(absentText)

/** The planner knows from literals, too, that a partial index of these states contains all rows. */
export function toStateLiterals(states: readonly EntryState[]) {
  return states.map((state) => sql.lit(state))
}

/** The response of an ended write. */
export interface StoredResponse {
  readonly status: number
  /** The results as JSON. */
  readonly results: string
}

/** A write in the journal, in progress or ended. */
export interface JournalEntry {
  readonly id: string
  readonly workspaceId: string
  /** Empty when the operation acts for no user. */
  readonly userId: string
  readonly keyId: string
  /** The id of the request that began the write, and the surface of that request. */
  readonly requestId: string
  readonly surface: string
  readonly name: string
  readonly idempotencyKey: string | undefined
  readonly fingerprint: string
  /** The validated body, as JSON. */
  readonly request: string
  /** The plan as JSON. Undefined before the first intent, and once the data of a deleted user was erased. */
  readonly plan: string | undefined
  /** The account of the plan, as JSON. A batch has a plan and no account. */
  readonly pin: string | undefined
  readonly marker: string
  /** The object that no other write may change meanwhile. Undefined where writes need not wait for another. */
  readonly target: string | undefined
  readonly state: EntryState
  /** Counts the owners. An owner with a lower fence writes nothing. */
  readonly fence: number
  /** Since when the entry has waited for the runner. */
  readonly dueSince: number
  /** After this time no new step starts. Undefined when another write has overtaken this one. */
  readonly deadlineAt: number | undefined
  /** Nothing may be sent any more for an overtaken write, not even a compensation. */
  readonly isOvertaken: boolean
  /** Why the write needs attention. Empty when it does not. */
  readonly reason: string
  /** Undefined while the write has no outcome. */
  readonly response: StoredResponse | undefined
  readonly createdAt: number
  readonly updatedAt: number
  /** By the database's clock. Undefined while the write has no outcome. */
  readonly endedAt: number | undefined
}

export function toJournalEntry(row: Selectable<JournalEntryTable>): JournalEntry {
  const isOvertaken = row.deadline_at === alwaysPast
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    keyId: row.key_id,
    requestId: row.request_id,
    surface: row.surface,
    name: row.name,
    idempotencyKey: row.idempotency_key ?? undefined,
    fingerprint: row.fingerprint,
    request: row.request,
    plan: toPresentText(row.plan),
    pin: toPresentText(row.pin),
    marker: row.marker,
    target: toPresentText(row.target),
    state: row.state,
    fence: row.fence,
    // An entry that is due at once has waited since its last change.
    dueSince: Math.max(row.next_run_at, row.updated_at),
    deadlineAt: isOvertaken ? undefined : row.deadline_at,
    isOvertaken,
    reason: row.reason,
    response: row.results === absentText ? undefined : { status: row.status, results: row.results },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: hasEnded(row) ? row.lease_until : undefined,
  }
}

export function hasEnded({ state }: Pick<JournalEntry, 'state'>): boolean {
  return endedEntryStates.some((endedState) => endedState === state)
}

/** An entry as a request claims it. */
export type NewEntry = Pick<
  JournalEntry,
  | 'id'
  | 'workspaceId'
  | 'userId'
  | 'keyId'
  | 'requestId'
  | 'surface'
  | 'name'
  | 'idempotencyKey'
  | 'fingerprint'
  | 'request'
  | 'marker'
  | 'target'
  | 'createdAt'
> & { readonly owner: string; readonly deadlineAt: number }

/** The fence of the first owner. */
export const firstFence = 1

export function toNewEntryColumns(entry: NewEntry): Omit<Insertable<JournalEntryTable>, 'lease_until'> {
  return {
    id: entry.id,
    workspace_id: entry.workspaceId,
    user_id: entry.userId,
    key_id: entry.keyId,
    request_id: entry.requestId,
    surface: entry.surface,
    name: entry.name,
    idempotency_key: entry.idempotencyKey ?? null,
    fingerprint: entry.fingerprint,
    request: entry.request,
    plan: absentText,
    pin: absentText,
    credential_id: absentText,
    marker: entry.marker,
    target: entry.target ?? absentText,
    state: 'PENDING',
    reason: '',
    owner: entry.owner,
    fence: firstFence,
    attempts: 0,
    next_run_at: entry.createdAt,
    deadline_at: entry.deadlineAt,
    status: 0,
    results: absentText,
    created_at: entry.createdAt,
    updated_at: entry.createdAt,
  }
}

/** Properties of an entry that its owner changes. */
export interface EntryChange {
  readonly state?: EntryState
  readonly plan?: string
  readonly pin?: string
  /** The credential that the write uses, so that the credential is retained. */
  readonly credentialId?: string
  readonly reason?: string
  /** When the runner resumes the entry. */
  readonly dueAt?: number
  readonly deadlineAt?: number
  /** Another write takes the target over, and nothing more is sent for this one. */
  readonly isOvertaken?: true
  readonly response?: StoredResponse
  readonly updatedAt?: number
}

/** The columns of a change. Kysely skips those that are undefined. */
export function toEntryColumns(change: EntryChange): UpdateObject<Tables, 'operations'> {
  const { state, plan, pin, credentialId, reason, dueAt, deadlineAt, isOvertaken, response, updatedAt } =
    change
  return {
    state,
    plan,
    pin,
    credential_id: credentialId,
    reason,
    next_run_at: dueAt,
    deadline_at: isOvertaken ? alwaysPast : deadlineAt,
    target: isOvertaken ? absentText : undefined,
    ...response,
    updated_at: updatedAt,
  }
}

/** Without the request, the plan and the account of a write, which name a deleted user. */
export const erasedRequestColumns = { request: '{}', plan: absentText, pin: absentText } as const
/** An entry with these columns is due at once. */
export const dueAtOnceColumns = { next_run_at: alwaysPast } as const

/** One step of a write. */
export interface JournalStep {
  readonly entryId: string
  /** The position in the plan. */
  readonly number: number
  readonly name: string
  readonly state: Selectable<JournalStepTable>['state']
  readonly fence: number
  /** The outcome of a done step or its refusal, as JSON. Undefined while neither is known. */
  readonly outcome: string | undefined
  readonly note: string
  /** The time of the latest try. */
  readonly intentAt: number
  /** When the outcome of the step became known. */
  readonly finishedAt: number | undefined
}

export function toJournalStep(row: Selectable<JournalStepTable>): JournalStep {
  return {
    entryId: row.operation_id,
    number: row.number,
    name: row.name,
    state: row.state,
    fence: row.fence,
    outcome: toPresentText(row.outcome),
    note: row.note,
    intentAt: row.intent_at,
    finishedAt: row.settled_at ?? undefined,
  }
}

export function toStepRow(step: JournalStep): Selectable<JournalStepTable> {
  return {
    operation_id: step.entryId,
    number: step.number,
    name: step.name,
    state: step.state,
    fence: step.fence,
    outcome: step.outcome ?? absentText,
    note: step.note,
    intent_at: step.intentAt,
    settled_at: step.finishedAt ?? null,
  }
}

/** Whether the approval ended because the user was unlinked or deleted. A withdrawn approval has expired too. */
export function isApprovalWithdrawn({ expires_at }: Pick<Selectable<ApprovalTable>, 'expires_at'>): boolean {
  return expires_at === alwaysPast
}

export const withdrawnApprovalColumns = { expires_at: alwaysPast } as const

/** Whether the person who submitted the lead withdrew it. */
export function isLeadWithdrawn({ erase_at }: Pick<Selectable<LeadTable>, 'erase_at'>): boolean {
  return erase_at === alwaysPast
}

export const withdrawnLeadColumns = { content: absentText, erase_at: alwaysPast } as const

function toPresentText(text: string): string | undefined {
  return text === absentText ? undefined : text
}
