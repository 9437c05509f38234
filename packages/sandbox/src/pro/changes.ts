// Create and partial update of a resource from the table of its fields.

import type { Call } from '../core/exchange.ts'
import { nextNumber } from '../core/state.ts'
import { mustEdit, type Role, urn } from './access.ts'
import { batchUpdate } from './batch.ts'
import { restCall } from './call.ts'
import { type InputError, refusal, ruleRefusal } from './errors.ts'
import {
  type MemberKind,
  type Members,
  membersOf,
  moneyMember,
  requireMembers,
  scheduleMember,
  textMember,
} from './fields.ts'
import { moneyProblems } from './money.ts'
import { pastWith } from './past.ts'
import { changeOf } from './patch.ts'
import type { RestRequest } from './request.ts'
import type { AccountEntity, AccountResource } from './resource.ts'
import { type RestliValue, reducedKey } from './restli.ts'
import type { AdAccount, RunSchedule } from './state.ts'
import { mustBeAlive, statusOf } from './status.ts'

/** Who may set a member: the platform alone, whoever creates the entity, or also whoever edits it later. */
export type Field = { readonly by: 'platform' } | WrittenField

/** Members that nobody but the platform writes. */
export function byPlatform(...members: string[]): Readonly<Record<string, Field>> {
  return Object.fromEntries(members.map((member) => [member, { by: 'platform' }]))
}

type WrittenField = {
  readonly by: 'creator' | 'editor'
  readonly required?: true
  /** A patch may delete it. Deleting any other member is accepted and changes nothing. */
  readonly removable?: true
} & (
  | { readonly kind: Exclude<MemberKind, 'money'> }
  /** Budgets have a smallest amount, bids have none. */
  | { readonly kind: 'money'; readonly lowest: 'daily' | 'none' }
)

/** What the platform objects to in an entity as it would be. */
export interface Objections {
  readonly errors: readonly InputError[]
  /** Members that do not go together. */
  readonly pairs: readonly InputError[]
}

export interface ChangeTable<Draft extends Omit<AccountEntity, 'id'>> {
  readonly fields: Readonly<Record<string, Field>>
  readonly editors: readonly Role[]
  /** Ids of new entities are counted from here. */
  readonly firstId: number
  /** What the ledger calls it: `adCampaign.created`. */
  readonly effect: string
  readonly batchUpdates?: true
  readonly status: {
    readonly member: string
    readonly words: readonly string[]
    problems(request: RestRequest, before: Draft, to: string): InputError[]
    /** Whether DELETE works; drafts only when absent. */
    deletable?(request: RestRequest, before: Draft): boolean
  }
  /** A new entity from members that fit the fields. Refuses what refers to nothing. */
  begin(request: RestRequest, account: AdAccount, given: Members): Draft
  /** Members that every update sets. */
  stamp(request: RestRequest, before: Draft): Partial<Draft>
  /** Rules over the entity as a whole; `sound` when nothing is wrong with its members one by one. */
  rules?(
    request: RestRequest,
    next: Draft,
    sound: boolean,
    before?: Draft & { readonly id: number },
  ): Objections
  /** What the ledger keeps of a new entity, and of one before it is updated. */
  createdDetail(draft: Draft): Readonly<Record<string, unknown>>
  beforeDetail?(before: Draft): Readonly<Record<string, unknown>>
}

function keyOf(table: { readonly keyedByUrn?: true; readonly urnKind: string }, id: number): string {
  return table.keyedByUrn ? urn(table.urnKind, id) : String(id)
}

function refuseUnlessSound<Draft extends Omit<AccountEntity, 'id'>>(
  changes: ChangeTable<Draft>,
  request: RestRequest,
  next: Draft,
  account: AdAccount,
  earlier: readonly InputError[],
  before?: Draft & { readonly id: number },
): void {
  const errors = [...earlier, ...fieldProblems(changes.fields, { ...next }, account)]
  const whole = changes.rules?.(request, next, errors.length === 0, before) ?? { errors: [], pairs: [] }
  const all = [...errors, ...whole.errors]
  if (all.length + whole.pairs.length > 0) throw ruleRefusal(all, whole.pairs)
}

/** Makes an entity from a body; its number. */
export function createAs<Draft extends Omit<AccountEntity, 'id'>>(
  table: AccountResource<Draft & { readonly id: number }>,
  changes: ChangeTable<Draft>,
  request: RestRequest,
  account: AdAccount,
  body: unknown,
): number {
  const { exchange } = request
  mustEdit(request, account, changes.editors)
  const { schema, required } = sortedFields(changes.fields)
  const given = membersOf(body, schema)
  requireMembers(given, required)
  const draft = changes.begin(request, account, given)
  refuseUnlessSound(changes, request, draft, account, [])
  const id = changes.firstId + nextNumber(exchange.state, `pro.${table.key}`)
  table.rows(exchange.state.pro)[id] = { ...draft, id }
  exchange.effect(`${changes.effect}.created`, keyOf(table, id), changes.createdDetail(draft))
  return id
}

export function changeCalls<Draft extends Omit<AccountEntity, 'id'>>(
  table: AccountResource<Draft & { readonly id: number }>,
  changes: ChangeTable<Draft>,
): Call[] {
  const { name, path, key, resource, source } = table
  const facts = { resource, source, scopes: ['rw_ads'] }
  const { schema, readOnly, removable } = sortedFields(changes.fields)
  const keyText = (id: number) => keyOf(table, id)

  const create = (request: RestRequest): string => {
    const account = table.around(request)
    // The header takes the reduced form, in which a URN's colons are escaped.
    return reducedKey(keyText(createAs(table, changes, request, account, request.json())))
  }

  const update = (
    request: RestRequest,
    account: AdAccount,
    given: RestliValue | undefined,
    body: unknown,
  ): void => {
    const { exchange } = request
    const before = table.find(request, account, given)
    if (before === undefined) throw refusal('NOT_FOUND')
    mustEdit(request, account, changes.editors)
    const { set, removed } = changeOf(body, { ...before }, schema, readOnly)
    const { member, words, problems } = changes.status
    const from = textMember({ ...before }, member) ?? ''
    mustBeAlive(from)
    const wanted = textMember(set, member)
    const to = wanted === undefined ? from : statusOf(wanted, words)
    const members: Members = {
      ...before,
      ...set,
      [member]: to,
      ...changes.stamp(request, before),
      past: pastWith({ ...before }, member, request.now),
    }
    for (const gone of removed) if (removable.includes(gone)) delete members[gone]
    // The entity it was, but for members whose kinds the schema has vouched for.
    const next = members as typeof before
    const moves = wanted === undefined ? [] : problems(request, before, to)
    refuseUnlessSound(changes, request, next, account, moves, before)
    table.rows(exchange.state.pro)[before.id] = next
    exchange.effect(`${changes.effect}.updated`, keyText(before.id), {
      set,
      removed,
      ...(changes.beforeDetail && { before: changes.beforeDetail(before) }),
    })
  }

  /** Only what never went live can be deleted outright; everything else is marked to be. */
  const remove = (request: RestRequest): void => {
    const { exchange } = request
    const account = table.around(request)
    const before = table.find(request, account, request.keys[key])
    if (before === undefined) throw refusal('NOT_FOUND')
    mustEdit(request, account, changes.editors)
    const { member, deletable } = changes.status
    const status = textMember({ ...before }, member)
    if (status !== 'DRAFT' && !deletable?.(request, before))
      throw ruleRefusal([
        {
          code: 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
          fieldPath: `/${member}`,
          description: `Only drafts can be deleted, and this is ${status}; set it to PENDING_DELETION`,
        },
      ])
    delete table.rows(exchange.state.pro)[before.id]
    exchange.effect(`${changes.effect}.deleted`, keyText(before.id))
  }

  const calls = [
    restCall({
      ...facts,
      name: `${name}.delete`,
      path: `${path}/{${key}}`,
      method: 'DELETE',
      answer(request) {
        remove(request)
        return { status: 204 }
      },
    }),
    restCall({
      ...facts,
      name: `${name}.create`,
      path,
      method: 'CREATE',
      answer: (request) => ({ status: 201, id: create(request) }),
    }),
    restCall({
      ...facts,
      name: `${name}.update`,
      path: `${path}/{${key}}`,
      method: 'PARTIAL_UPDATE',
      answer(request) {
        update(request, table.around(request), request.keys[key], request.json())
        return { status: 204 }
      },
    }),
  ]
  if (!changes.batchUpdates) return calls
  return [
    ...calls,
    restCall({
      ...facts,
      name: `${name}.batchUpdate`,
      path,
      method: 'BATCH_PARTIAL_UPDATE',
      answer(request) {
        const account = table.around(request)
        return { body: batchUpdate(request, (id, body) => update(request, account, id, body)) }
      },
    }),
  ]
}

function sortedFields(fields: Readonly<Record<string, Field>>) {
  const written = Object.entries(fields).flatMap(([name, field]) =>
    field.by === 'platform' ? [] : [{ name, ...field }],
  )
  const named = (those: readonly { readonly name: string }[]) => those.map(({ name }) => name)
  return {
    schema: Object.fromEntries(written.map(({ name, kind }) => [name, kind])),
    required: named(written.filter(({ required }) => required)),
    removable: named(written.filter(({ removable }) => removable)),
    readOnly: Object.keys(fields).filter((name) => fields[name]?.by !== 'editor'),
  }
}

/** What is wrong with the members one by one, in the order of the table. */
function fieldProblems(
  fields: Readonly<Record<string, Field>>,
  entity: Members,
  { currency }: AdAccount,
): InputError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.by === 'platform' || entity[name] === undefined) return []
    if (field.kind === 'schedule') return scheduleProblems(name, scheduleMember(entity, name))
    const money = field.kind === 'money' ? moneyMember(entity, name) : undefined
    return field.kind !== 'money' || money === undefined
      ? []
      : moneyProblems(name, money, currency, field.lowest)
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
