// The engine that creates, changes and deletes campaigns, ad sets and ads from one table of fields each.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating

import { nextNumber } from '../../core/state.ts'
import { requireAdsWrite } from '../access.ts'
import { type GraphError, invalid } from '../errors.ts'
import type { Write } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import { accountOf, touch } from '../relations.ts'
import { type AdAccount, type AdObject, type ObjectStatus, type SocialState, statusOf } from '../state.ts'
import { objectStatuses } from '../status.ts'
import { readBudget } from './budget.ts'

/** The context in which a requested change is validated. */
export interface Asked<Item> {
  readonly request: GraphRequest
  readonly account: AdAccount
  readonly item: Item
}

/** A validated change that is not yet applied. */
export interface Change {
  apply(): void
  /** Refuses a valid change that exceeds a rate limit. Requests with `validate_only` are not counted. */
  readonly limit?: () => void
}

/** A writable field: its parameters, and their validation. */
export interface Field<Item> {
  readonly params: readonly string[]
  /** Returns `undefined` when the request does not name the field. Throws the platform's refusal. */
  read(asked: Asked<Item>): Change | undefined
}

/** The properties with which every new object begins. */
export type Beginning = Pick<AdObject, 'id' | 'account' | 'createdAt' | 'updatedAt'>

export interface ChangeableKind<Item extends AdObject> {
  readonly noun: string
  /** Name of the kind in effects and counters. */
  readonly word: string
  readonly idsAbove: bigint
  /** Fields in the order of their validation. */
  readonly fields: readonly Field<Item>[]
  /** Whether an archived object accepts neither a budget nor another status except deletion. */
  readonly archivedForGood: boolean
  readonly creation: {
    /** Parameters besides those of the fields. */
    readonly params: readonly string[]
    /** Validates the whole request, then returns a function that creates the object. */
    read(account: AdAccount, request: GraphRequest): (beginning: Beginning) => Item
  }
  readonly add: (social: SocialState, item: Item) => void
  readonly campaignOf: (item: Item) => string
  /** The properties that effects record. */
  readonly summary: (item: Item) => Readonly<Record<string, unknown>>
  /** The parents of the object, which the creation effect records. */
  readonly above: (item: Item) => Readonly<Record<string, unknown>>
}

export interface Writes<Item> {
  readonly create: Write<AdAccount>
  readonly update: Write<Item>
  readonly remove: Write<Item>
}

export function writesOf<Item extends AdObject>(kind: ChangeableKind<Item>): Writes<Item> {
  const params = ['status', 'execution_options', ...kind.fields.flatMap((field) => field.params)]
  return {
    create: {
      params: [...params, ...kind.creation.params],
      run(account, request) {
        requireAdsWrite(request, account)
        const make = kind.creation.read(account, request)
        if (isTrial(request)) return { success: true }
        const { now, exchange, social } = request
        const number = nextNumber(exchange.state, `social.${kind.word}`)
        const id = String(kind.idsAbove + BigInt(number) * 10n)
        const item = make({ id, account: account.id, createdAt: now, updatedAt: now })
        kind.add(social, item)
        exchange.effect(`${kind.word}.create`, id, { ...kind.above(item), ...kind.summary(item) })
        return { id }
      },
    },
    update: {
      params,
      run(item, request) {
        const account = accountOf(request.social, item)
        requireAdsWrite(request, account)
        const status = readStatus(request)
        refuseBygone(kind, item, request, status)
        const changes = kind.fields.flatMap((field) => field.read({ request, account, item }) ?? [])
        if (isTrial(request)) return { success: true }
        for (const change of changes) change.limit?.()
        return carryOut(kind, 'update', item, request, () => {
          for (const change of changes) change.apply()
          changeStatus(item, status, request.now)
        })
      },
    },
    remove: {
      params: [],
      run(item, request) {
        requireAdsWrite(request, accountOf(request.social, item))
        return carryOut(kind, 'delete', item, request, () => changeStatus(item, 'DELETED', request.now))
      },
    },
  }
}

/** Deleted objects are final, and archived ones mostly. */
function refuseBygone<Item extends AdObject>(
  kind: ChangeableKind<Item>,
  item: Item,
  request: GraphRequest,
  status: ObjectStatus | undefined,
): void {
  const present = statusOf(item)
  if (present === 'DELETED') throw cannotEdit(kind.noun, 'deleted')
  const budget = readBudget(request)
  const revived = budget !== undefined || status === 'ACTIVE' || status === 'PAUSED'
  if (kind.archivedForGood && present === 'ARCHIVED' && revived) throw cannotEdit(kind.noun, 'archived')
}

/**
 * Applies a change and records it with the state before and after. A change without a difference leaves no
 * trace.
 */
function carryOut<Item extends AdObject>(
  { word, campaignOf, summary }: ChangeableKind<Item>,
  verb: 'update' | 'delete',
  item: Item,
  request: GraphRequest,
  change: () => void,
): { success: true } {
  const whole = JSON.stringify(item)
  const before = summary(item)
  const campaign = campaignOf(item)
  change()
  if (JSON.stringify(item) !== whole) {
    item.updatedAt = request.now
    touch(request.social, campaign)
    const above = campaign === item.id ? {} : { campaign }
    request.exchange.effect(`${word}.${verb}`, item.id, { ...above, before, after: summary(item) })
  }
  return { success: true }
}

/** Declares a field of one parameter. */
export function field<Item, Value>(
  param: string,
  read: (params: Params, asked: Asked<Item>) => Value | undefined,
  set: (item: Item, value: Value) => void,
): Field<Item> {
  return {
    params: [param],
    read(asked) {
      const value = read(asked.request.params, asked)
      return value === undefined ? undefined : { apply: () => set(asked.item, value) }
    },
  }
}

/** Every object has a name. The name can change but not be empty. */
export const nameField: Field<{ name: string }> = field(
  'name',
  (params) => {
    const name = params.text('name')
    if (name !== undefined && name.trim() === '') throw lacks('name')
    return name
  },
  (item, name) => {
    item.name = name
  },
)

export function lacks(param: string): GraphError {
  return invalid(`The parameter ${param} is required.`, { blame: [param] })
}

/** `execution_options=["validate_only"]`: every check, no change. */
export function isTrial(request: GraphRequest): boolean {
  const options = request.params.choices('execution_options', [
    'validate_only',
    'include_recommendations',
    'synchronous_ad_review',
  ])
  return options?.includes('validate_only') ?? false
}

export function readStatus(request: GraphRequest): ObjectStatus | undefined {
  // `choice` returns only values of the list.
  return request.params.choice('status', objectStatuses) as ObjectStatus | undefined
}

function changeStatus(item: AdObject, status: ObjectStatus | undefined, now: number): void {
  if (status !== undefined && status !== statusOf(item)) append(item.statuses, { at: now, status })
}

/**
 * Keeps a history in order even if the clock moved backwards: entries after the present have not happened.
 */
export function append<Change extends { readonly at: number }>(history: Change[], change: Change): void {
  while ((history.at(-1)?.at ?? 0) > change.at) history.pop()
  history.push(change)
}

export function cannotEdit(what: string, state: string): GraphError {
  return invalid('Invalid parameter', {
    userTitle: `The ${what} is ${state}`,
    userMessage: `You cannot edit a ${what} that is ${state}.`,
  })
}
