// The engine that creates, changes and deletes campaigns, ad sets and ads from one table of fields each.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating

import { nextNumber } from '../../../core/state.ts'
import { requireAdsWrite } from '../access.ts'
import { type GraphError, invalidParameter } from '../errors.ts'
import type { Write } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import { bumpRevision, getAccount } from '../relations.ts'
import {
  type AdAccount,
  type AdObject,
  currentStatus,
  type ObjectStatus,
  type SocialState,
} from '../state.ts'
import { objectStatuses } from '../status.ts'
import { readBudget } from './budget.ts'

/** The context in which a requested change is validated. */
export interface ChangeContext<Item> {
  readonly request: GraphRequest
  readonly account: AdAccount
  readonly item: Item
}

/** A validated change that is not yet applied. */
export interface PendingChange {
  apply(): void
  /** Refuses a valid change that exceeds a rate limit. Requests with `validate_only` are not counted. */
  readonly enforceLimit?: () => void
}

/** A writable field: its parameters, and their validation. */
export interface WritableField<Item> {
  readonly params: readonly string[]
  /** Returns `undefined` when the request does not name the field. Throws the platform's refusal. */
  read(context: ChangeContext<Item>): PendingChange | undefined
}

/** The properties with which every new object begins. */
export type BaseFields = Pick<AdObject, 'id' | 'account' | 'createdAt' | 'updatedAt'>

export interface ChangeableKind<Item extends AdObject> {
  readonly noun: string
  /** Name of the kind in effects and counters. */
  readonly slug: string
  readonly firstId: bigint
  /** Fields in the order of their validation. */
  readonly fields: readonly WritableField<Item>[]
  /** Whether an archived object accepts neither a budget nor another status except deletion. */
  readonly isArchiveFinal: boolean
  readonly creation: {
    /** Parameters besides those of the fields. */
    readonly params: readonly string[]
    /** Validates the whole request, then returns a function that creates the object. */
    read(account: AdAccount, request: GraphRequest): (base: BaseFields) => Item
  }
  readonly add: (social: SocialState, item: Item) => void
  readonly getCampaignId: (item: Item) => string
  /** The properties that effects record. */
  readonly summary: (item: Item) => Readonly<Record<string, unknown>>
  /** The parents of the object, which the creation effect records. */
  readonly parents: (item: Item) => Readonly<Record<string, unknown>>
}

export interface Writes<Item> {
  readonly create: Write<AdAccount>
  readonly update: Write<Item>
  readonly remove: Write<Item>
}

export function createWrites<Item extends AdObject>(kind: ChangeableKind<Item>): Writes<Item> {
  const params = ['status', 'execution_options', ...kind.fields.flatMap((writable) => writable.params)]
  return {
    create: {
      params: [...params, ...kind.creation.params],
      run(account, request) {
        requireAdsWrite(request, account)
        const build = kind.creation.read(account, request)
        if (isValidateOnly(request)) return { success: true }
        const { now, exchange, social } = request
        const number = nextNumber(exchange.state, `social.${kind.slug}`)
        const id = String(kind.firstId + BigInt(number) * 10n)
        const item = build({ id, account: account.id, createdAt: now, updatedAt: now })
        kind.add(social, item)
        exchange.effect(`${kind.slug}.create`, id, { ...kind.parents(item), ...kind.summary(item) })
        return { id }
      },
    },
    update: {
      params,
      run(item, request) {
        const account = getAccount(request.social, item)
        requireAdsWrite(request, account)
        const status = readStatus(request)
        assertNotFinal(kind, item, request, status)
        const changes = kind.fields.flatMap((writable) => writable.read({ request, account, item }) ?? [])
        if (isValidateOnly(request)) return { success: true }
        for (const change of changes) change.enforceLimit?.()
        return applyAndRecord(kind, 'update', item, request, () => {
          for (const change of changes) change.apply()
          changeStatus(item, status, request.now)
        })
      },
    },
    remove: {
      params: [],
      run(item, request) {
        requireAdsWrite(request, getAccount(request.social, item))
        return applyAndRecord(kind, 'delete', item, request, () => changeStatus(item, 'DELETED', request.now))
      },
    },
  }
}

/** Deleted objects are final, and archived ones mostly. */
function assertNotFinal<Item extends AdObject>(
  kind: ChangeableKind<Item>,
  item: Item,
  request: GraphRequest,
  status: ObjectStatus | undefined,
): void {
  const currentState = currentStatus(item)
  if (currentState === 'DELETED') throw cannotEditError(kind.noun, 'deleted')
  const budget = readBudget(request)
  const reactivates = budget !== undefined || status === 'ACTIVE' || status === 'PAUSED'
  if (kind.isArchiveFinal && currentState === 'ARCHIVED' && reactivates)
    throw cannotEditError(kind.noun, 'archived')
}

/**
 * Applies a change and records it with the state before and after. A change without a difference leaves no
 * trace.
 */
function applyAndRecord<Item extends AdObject>(
  { slug, getCampaignId, summary }: ChangeableKind<Item>,
  verb: 'update' | 'delete',
  item: Item,
  request: GraphRequest,
  change: () => void,
): { success: true } {
  const serialized = JSON.stringify(item)
  const before = summary(item)
  const campaign = getCampaignId(item)
  change()
  if (JSON.stringify(item) !== serialized) {
    item.updatedAt = request.now
    bumpRevision(request.social, campaign)
    const parents = campaign === item.id ? {} : { campaign }
    request.exchange.effect(`${slug}.${verb}`, item.id, { ...parents, before, after: summary(item) })
  }
  return { success: true }
}

/** Declares a field of one parameter. */
export function writableField<Item, Value>(
  param: string,
  read: (params: Params, context: ChangeContext<Item>) => Value | undefined,
  set: (item: Item, value: Value) => void,
): WritableField<Item> {
  return {
    params: [param],
    read(context) {
      const value = read(context.request.params, context)
      return value === undefined ? undefined : { apply: () => set(context.item, value) }
    },
  }
}

/** Every object has a name. The name can change but not be empty. */
export const nameField: WritableField<{ name: string }> = writableField(
  'name',
  (params) => {
    const name = params.text('name')
    if (name !== undefined && name.trim() === '') throw missingParameter('name')
    return name
  },
  (item, name) => {
    item.name = name
  },
)

export function missingParameter(param: string): GraphError {
  return invalidParameter(`The parameter ${param} is required.`, { blame: [param] })
}

/** `execution_options=["validate_only"]`: every check, no change. */
export function isValidateOnly(request: GraphRequest): boolean {
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
  if (status !== undefined && status !== currentStatus(item)) appendChange(item.statuses, { at: now, status })
}

/**
 * Keeps a history in order even if the clock moved backwards: entries after the present have not happened.
 */
export function appendChange<Entry extends { readonly at: number }>(history: Entry[], change: Entry): void {
  while ((history.at(-1)?.at ?? 0) > change.at) history.pop()
  history.push(change)
}

export function cannotEditError(noun: string, stateName: string): GraphError {
  return invalidParameter('Invalid parameter', {
    userTitle: `The ${noun} is ${stateName}`,
    userMessage: `You cannot edit a ${noun} that is ${stateName}.`,
  })
}
