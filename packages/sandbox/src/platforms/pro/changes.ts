// Create, partial update and delete of a resource, from the table of its fields.

import type { Call } from '../../core/exchange.ts'
import { nextNumber } from '../../core/state.ts'
import { type AdAccountRole, assertCanEdit, toUrn } from './access.ts'
import { batchUpdate } from './batch.ts'
import { restCall } from './call.ts'
import { type InputError, proError, ruleError } from './errors.ts'
import {
  type BodyFieldKind,
  type JsonRecord,
  moneyField,
  parseFields,
  requireFields,
  scheduleField,
  textField,
} from './fields.ts'
import { moneyProblems } from './money.ts'
import { appendPastVersion } from './pastVersions.ts'
import { parsePatch } from './patch.ts'
import type { RestRequest } from './request.ts'
import type { AccountEntity, AccountResource } from './resource.ts'
import { encodeReducedKey, type RestliValue } from './restli.ts'
import type { ProAdAccount, RunSchedule } from './state.ts'
import { assertModifiable, parseStatus } from './status.ts'

/** A field that only the platform writes, that only a create can set, or that updates can change as well. */
export type EntityField = { readonly by: 'platform' } | WritableField

/** Declares fields that only the platform writes. */
export function platformFields(...names: string[]): Readonly<Record<string, EntityField>> {
  return Object.fromEntries(names.map((name) => [name, { by: 'platform' }]))
}

type WritableField = {
  readonly by: 'creator' | 'editor'
  readonly required?: true
  /** A patch can delete the field. The API accepts the deletion of any other field and ignores it. */
  readonly removable?: true
} & (
  | { readonly kind: Exclude<BodyFieldKind, 'money'> }
  /** Budgets have a minimum amount, bids have none. */
  | { readonly kind: 'money'; readonly minimum: 'daily' | 'none' }
)

/** The problems of an entity after a change. */
export interface RuleProblems {
  readonly errors: readonly InputError[]
  /** Problems of field combinations. */
  readonly conditionalErrors: readonly InputError[]
}

export interface ChangeTable<Draft extends Omit<AccountEntity, 'id'>> {
  readonly fields: Readonly<Record<string, EntityField>>
  readonly editors: readonly AdAccountRole[]
  /** The id of the first new entity. Later ids count up. */
  readonly firstId: number
  /** The prefix of ledger entries: `adCampaign.afterCreate`. */
  readonly effectPrefix: string
  readonly batchUpdates?: true
  readonly status: {
    readonly field: string
    readonly allowedValues: readonly string[]
    problems(request: RestRequest, previous: Draft, nextStatus: string): InputError[]
    /** Whether DELETE is permitted for an entity that is not a draft. */
    deletable?(request: RestRequest, previous: Draft): boolean
  }
  /** Builds a new entity from valid fields. Throws for invalid references. */
  createDraft(request: RestRequest, account: ProAdAccount, fields: JsonRecord): Draft
  /** Returns the fields that every update sets. */
  stamp(request: RestRequest, previous: Draft): Partial<Draft>
  /** Checks the entity as a whole. `areFieldsValid` is true when every field is valid separately. */
  rules?(
    request: RestRequest,
    next: Draft,
    areFieldsValid: boolean,
    previous?: Draft & { readonly id: number },
  ): RuleProblems
  /** The details of a created entity, and of an entity before an update, for the ledger. */
  describeCreation(draft: Draft): Readonly<Record<string, unknown>>
  describePrevious?(previous: Draft): Readonly<Record<string, unknown>>
}

function formatKey(table: { readonly keyedByUrn?: true; readonly urnKind: string }, id: number): string {
  return table.keyedByUrn ? toUrn(table.urnKind, id) : String(id)
}

function assertValidEntity<Draft extends Omit<AccountEntity, 'id'>>(
  changes: ChangeTable<Draft>,
  request: RestRequest,
  next: Draft,
  account: ProAdAccount,
  earlierErrors: readonly InputError[],
  previous?: Draft & { readonly id: number },
): void {
  const errors = [...earlierErrors, ...entityFieldProblems(changes.fields, { ...next }, account)]
  const ruleProblems = changes.rules?.(request, next, errors.length === 0, previous) ?? {
    errors: [],
    conditionalErrors: [],
  }
  const allErrors = [...errors, ...ruleProblems.errors]
  if (allErrors.length + ruleProblems.conditionalErrors.length > 0)
    throw ruleError(allErrors, ruleProblems.conditionalErrors)
}

/** Creates an entity from a body and returns its id. */
export function createEntity<Draft extends Omit<AccountEntity, 'id'>>(
  table: AccountResource<Draft & { readonly id: number }>,
  changes: ChangeTable<Draft>,
  request: RestRequest,
  account: ProAdAccount,
  body: unknown,
): number {
  const { exchange } = request
  assertCanEdit(request, account, changes.editors)
  const { schema, required } = classifyFields(changes.fields)
  const fields = parseFields(body, schema)
  requireFields(fields, required)
  const draft = changes.createDraft(request, account, fields)
  assertValidEntity(changes, request, draft, account, [])
  const id = changes.firstId + nextNumber(exchange.state, `pro.${table.key}`)
  table.rows(exchange.state.pro)[id] = { ...draft, id }
  exchange.effect(`${changes.effectPrefix}.created`, formatKey(table, id), changes.describeCreation(draft))
  return id
}

export function changeCalls<Draft extends Omit<AccountEntity, 'id'>>(
  table: AccountResource<Draft & { readonly id: number }>,
  changes: ChangeTable<Draft>,
): Call[] {
  const { name, path, key, resource, source } = table
  const commonCall = { resource, source, scopes: ['rw_ads'] }
  const { schema, readOnly, removable } = classifyFields(changes.fields)
  const keyText = (id: number) => formatKey(table, id)

  const create = (request: RestRequest): string => {
    const account = table.resolveParent(request)
    // The response header contains the reduced form, in which the colons of a URN are escaped.
    return encodeReducedKey(keyText(createEntity(table, changes, request, account, request.json())))
  }

  const update = (
    request: RestRequest,
    account: ProAdAccount,
    entityKey: RestliValue | undefined,
    body: unknown,
  ): void => {
    const { exchange } = request
    const previous = table.find(request, account, entityKey)
    if (previous === undefined) throw proError('NOT_FOUND')
    assertCanEdit(request, account, changes.editors)
    const { set, removed } = parsePatch(body, { ...previous }, schema, readOnly)
    const { field, allowedValues, problems } = changes.status
    const currentStatus = textField({ ...previous }, field) ?? ''
    assertModifiable(currentStatus)
    const requestedStatus = textField(set, field)
    const nextStatus =
      requestedStatus === undefined ? currentStatus : parseStatus(requestedStatus, allowedValues)
    const nextFields: JsonRecord = {
      ...previous,
      ...set,
      [field]: nextStatus,
      ...changes.stamp(request, previous),
      past: appendPastVersion({ ...previous }, field, request.now),
    }
    for (const removedName of removed) if (removable.includes(removedName)) delete nextFields[removedName]
    // The schema has checked the kinds of all changed fields.
    const next = nextFields as typeof previous
    const statusProblems = requestedStatus === undefined ? [] : problems(request, previous, nextStatus)
    assertValidEntity(changes, request, next, account, statusProblems, previous)
    table.rows(exchange.state.pro)[previous.id] = next
    exchange.effect(`${changes.effectPrefix}.updated`, keyText(previous.id), {
      set,
      removed,
      ...(changes.describePrevious && { before: changes.describePrevious(previous) }),
    })
  }

  /** DELETE works only for entities that never went live. Other entities need the status PENDING_DELETION. */
  const remove = (request: RestRequest): void => {
    const { exchange } = request
    const account = table.resolveParent(request)
    const previous = table.find(request, account, request.keys[key])
    if (previous === undefined) throw proError('NOT_FOUND')
    assertCanEdit(request, account, changes.editors)
    const { field, deletable } = changes.status
    const status = textField({ ...previous }, field)
    if (status !== 'DRAFT' && !deletable?.(request, previous))
      throw ruleError([
        {
          code: 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
          fieldPath: `/${field}`,
          description: `Only drafts can be deleted, and this is ${status}; set it to PENDING_DELETION`,
        },
      ])
    delete table.rows(exchange.state.pro)[previous.id]
    exchange.effect(`${changes.effectPrefix}.deleted`, keyText(previous.id))
  }

  const calls = [
    restCall({
      ...commonCall,
      name: `${name}.delete`,
      path: `${path}/{${key}}`,
      method: 'DELETE',
      respond(request) {
        remove(request)
        return { status: 204 }
      },
    }),
    restCall({
      ...commonCall,
      name: `${name}.create`,
      path,
      method: 'CREATE',
      respond: (request) => ({ status: 201, id: create(request) }),
    }),
    restCall({
      ...commonCall,
      name: `${name}.update`,
      path: `${path}/{${key}}`,
      method: 'PARTIAL_UPDATE',
      respond(request) {
        update(request, table.resolveParent(request), request.keys[key], request.json())
        return { status: 204 }
      },
    }),
  ]
  if (!changes.batchUpdates) return calls
  return [
    ...calls,
    restCall({
      ...commonCall,
      name: `${name}.batchUpdate`,
      path,
      method: 'BATCH_PARTIAL_UPDATE',
      respond(request) {
        const account = table.resolveParent(request)
        return { body: batchUpdate(request, (id, body) => update(request, account, id, body)) }
      },
    }),
  ]
}

function classifyFields(fields: Readonly<Record<string, EntityField>>) {
  const writableFields = Object.entries(fields).flatMap(([name, field]) =>
    field.by === 'platform' ? [] : [{ name, ...field }],
  )
  const toNames = (fieldEntries: readonly { readonly name: string }[]) => fieldEntries.map(({ name }) => name)
  return {
    schema: Object.fromEntries(writableFields.map(({ name, kind }) => [name, kind])),
    required: toNames(writableFields.filter(({ required }) => required)),
    removable: toNames(writableFields.filter(({ removable }) => removable)),
    readOnly: Object.keys(fields).filter((name) => fields[name]?.by !== 'editor'),
  }
}

/** Returns the problems of the fields, each checked separately, in the order of the table. */
function entityFieldProblems(
  fields: Readonly<Record<string, EntityField>>,
  entity: JsonRecord,
  { currency }: ProAdAccount,
): InputError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.by === 'platform' || entity[name] === undefined) return []
    if (field.kind === 'schedule') return scheduleProblems(name, scheduleField(entity, name))
    const money = field.kind === 'money' ? moneyField(entity, name) : undefined
    return field.kind !== 'money' || money === undefined
      ? []
      : moneyProblems(name, money, currency, field.minimum)
  })
}

function scheduleProblems(name: string, schedule: RunSchedule | undefined): InputError[] {
  if (schedule?.end === undefined || schedule.end > schedule.start) return []
  return [
    {
      code: 'START_DATE_AFTER_END_DATE',
      fieldPath: `/${name}/end`,
      description: `${name} end must be after ${name} start`,
    },
  ]
}
