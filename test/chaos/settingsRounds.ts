// The pairs of changes that T45 makes at the same time.

import type { Installation } from '@adrail/server/testing/processes'
import { userId, withStore, workspaceId } from '@adrail/server/testing/worlds'

export type Results = Readonly<Record<string, unknown>>
type Call = (operation: string, body: object) => Promise<Results>
type Change = () => Promise<unknown>

/** Two changes that are made at once, and whether both are there afterwards. */
export interface Round {
  readonly changes: readonly [Change, Change]
  bothHold(): Promise<boolean>
}

export interface Callers {
  readonly place: Installation
  /** On two processes, or on one where there is one. */
  readonly one: Call
  readonly other: Call
  /** On the second process, also when it is refused; by another key where one is given. */
  readonly mayRefuse: (operation: string, body: object, apiKey?: string) => Promise<Results>
  /** On the admin command line. */
  command(...words: string[]): Promise<void>
}

/** By their names; the number makes every round set other values. */
export async function makeRounds({
  place,
  one,
  other,
  mayRefuse,
  command,
}: Callers): Promise<Readonly<Record<string, (number: number) => Round | Promise<Round>>>> {
  const set = (by: Call, change: object) => () => by('workspace/update_settings', change)
  const settings = (whose = {}) => one('workspace/get_settings', whose)
  const guard = (number: number) => ({ currencies: [], maxCreationsPerHour: number + 1 })
  const rule = (number: number) => ({ kinds: ['CREATE'], currencies: [], expiresAfterHours: number + 1 })
  const holds = async (expected: object, whose = {}) => {
    const found = await settings(whose)
    return Object.entries(expected).every(([name, value]) => includes(found[name], value))
  }
  const newKey = { name: 'Of a round', scopes: ['read'] }
  const makeKey = async () => textIn(await one('workspace/create_key', newKey), 'key', 'keyId')
  /** A key that creates others, and the request of the second process that creates one with it. */
  const newCreator = async () => {
    const made = await one('workspace/create_key', { name: 'Creator', scopes: ['read', 'admin'] })
    const created: Promise<Results>[] = []
    const create = () => {
      const response = mayRefuse('workspace/create_key', newKey, String(made['apiKey']))
      created.push(response)
      return response
    }
    /** The id of the key that was created, if it was. */
    const createdId = async () => {
      const key = (await created[0])?.['key'] as Results | undefined
      return key && String(key['keyId'])
    }
    return { keyId: textIn(made, 'key', 'keyId'), create, createdId }
  }
  const url = 'http://localhost:9/first'
  const endpointId = textIn(await one('webhook/create_endpoint', { url }), 'endpoint', 'endpointId')
  const endpoint = async () => {
    const { endpoints } = await one('webhook/list_endpoints', {})
    return (endpoints as Results[]).find((each) => each['endpointId'] === endpointId) ?? {}
  }
  return {
    limitsBesideRules: (number) => ({
      changes: [set(one, { guard: guard(number) }), set(other, { approval: rule(number) })],
      bothHold: () => holds({ guard: guard(number), approval: rule(number) }),
    }),
    limitsBesideRulesOfUser: (number) => ({
      changes: [set(one, { userId, guard: guard(number) }), set(other, { userId, approval: rule(number) })],
      bothHold: () => holds({ guard: guard(number), approval: rule(number) }, { userId }),
    }),
    // Without limits the row of the workspace is removed, with rules it must stay.
    noLimitsBesideRules: (number) => ({
      changes: [set(one, { guard: {} }), set(other, { approval: rule(number) })],
      bothHold: () => holds({ guard: { currencies: [] }, approval: rule(number) }),
    }),
    adminLimitsBesideRules: (number) => ({
      changes: [
        () => command('spending', 'limit', workspaceId, JSON.stringify(guard(number))),
        set(other, { approval: rule(number) }),
      ],
      bothHold: () => holds({ operator: { guard: guard(number) }, approval: rule(number) }),
    }),
    // The limits of the operator and those of the workspace are in one row.
    adminLimitsBesideLimits: (number) => ({
      changes: [
        () => command('spending', 'limit', workspaceId, JSON.stringify(guard(number + 100))),
        set(other, { guard: guard(number) }),
      ],
      bothHold: () => holds({ operator: { guard: guard(number + 100) }, guard: guard(number) }),
    }),
    // So are their freezes.
    adminFreezeBesideFreeze: (number) => {
      const frozen = number % 2 === 0
      return {
        changes: [
          () => command('spending', frozen ? 'freeze' : 'thaw', workspaceId),
          set(other, { freeze: { frozen, reason: 'Round' } }),
        ],
        async bothHold() {
          const freezes = (await settings())['freezes'] as Results[]
          const operators = freezes.map(({ byOperator }) => byOperator)
          return operators.sort().join() === (frozen ? 'false,true' : '')
        },
      }
    },
    limitsBesideFreeze: (number) => ({
      changes: [
        set(one, { guard: guard(number) }),
        set(other, { freeze: { frozen: number % 2 === 0, reason: 'Round' } }),
      ],
      bothHold: async () => {
        const frozen = (await settings())['freezes'] as unknown[]
        return (await holds({ guard: guard(number) })) && frozen.length === (number % 2 === 0 ? 1 : 0)
      },
    }),
    partsOfBrand: (number) => ({
      changes: [
        set(one, { brand: { name: `Brand ${number}` } }),
        set(other, { brand: { supportUrl: `https://example.com/${number}` } }),
      ],
      bothHold: () =>
        holds({ brand: { name: `Brand ${number}`, supportUrl: `https://example.com/${number}` } }),
    }),
    adminBrandBesideBrand: (number) => ({
      changes: [
        () => command('workspace', 'brand', workspaceId, '--privacy', `https://example.com/p${number}`),
        set(other, { brand: { name: `Name ${number}` } }),
      ],
      bothHold: () =>
        holds({ brand: { name: `Name ${number}`, privacyUrl: `https://example.com/p${number}` } }),
    }),
    redirectAddresses: (number) => {
      const uris = ['a', 'b'].map((name) => `https://example.com/${name}${number}`)
      return {
        changes: [
          () => command('redirect', 'add', workspaceId, uris[0] ?? ''),
          () => command('redirect', 'add', workspaceId, uris[1] ?? ''),
        ],
        bothHold: () =>
          withStore(place, async ({ db }) => {
            const rows = await db.selectFrom('redirect_uris').select('uri').execute()
            return uris.every((uri) => rows.some((row) => row.uri === uri))
          }),
      }
    },
    newKeys: (number) => {
      const names = ['a', 'b'].map((name) => `Key ${name}${number}`)
      return {
        changes: [
          () => one('workspace/create_key', { ...newKey, name: names[0] }),
          () => other('workspace/create_key', { ...newKey, name: names[1] }),
        ],
        bothHold: () =>
          withStore(place, async ({ db }) => {
            const rows = await db.selectFrom('api_keys').select('name').execute()
            return names.every((name) => rows.some((row) => row.name === name))
          }),
      }
    },
    // A key that is limited and then rotated has a limited successor.
    limitsBesideRotation: async (number) => {
      const keyId = await makeKey()
      return {
        changes: [
          set(one, { keyId, guard: guard(number) }),
          () => other('workspace/rotate_key', { keyId, overlapHours: 1 }),
        ],
        bothHold: () =>
          withStore(place, async ({ db }) =>
            isCopied(db, keyId, await successorOf(db, keyId), 'key.rotated'),
          ),
      }
    },
    // A key that is limited and then creates another one has created a limited key.
    limitsBesideCreatedKey: async (number) => {
      const { keyId, create, createdId } = await newCreator()
      return {
        changes: [set(one, { keyId, guard: guard(number) }), create],
        async bothHold() {
          const id = await createdId()
          return id !== undefined && (await withStore(place, ({ db }) => isCopied(db, keyId, id)))
        },
      }
    },
    // A revoked key creates no other one.
    revocationBesideCreatedKey: async () => {
      const { keyId, create, createdId } = await newCreator()
      return {
        changes: [() => one('workspace/revoke_key', { keyId }), create],
        async bothHold() {
          const id = await createdId()
          return await withStore(place, async ({ db }) => {
            const revoked = await auditNumber(db, 'key.revoked', keyId)
            const created = id === undefined ? 0 : await auditNumber(db, 'key.created', id)
            return revoked !== undefined && created !== undefined && created < revoked
          })
        },
      }
    },
    // A key is revoked or has a successor that was created before: no successor of a revoked key.
    revocationBesideRotation: async () => {
      const keyId = await makeKey()
      const rotate = () => mayRefuse('workspace/rotate_key', { keyId, overlapHours: 1 })
      return {
        changes: [() => one('workspace/revoke_key', { keyId }), rotate],
        bothHold: () =>
          withStore(place, async (store) => {
            const revoked = await auditNumber(store.db, 'key.revoked', keyId)
            const rotated = await auditNumber(store.db, 'key.rotated', keyId)
            return revoked !== undefined && (rotated === undefined || rotated < revoked)
          }),
      }
    },
    users: (number) => {
      const user = { name: 'Of a round', externalId: `round-${number}` }
      const created: Promise<Results>[] = []
      const create = (by: Call) => () => {
        const answer = by('user/create_user', user)
        created.push(answer)
        return answer
      }
      return {
        changes: [create(one), create(other)],
        async bothHold() {
          const ids = (await Promise.all(created)).map(({ user: found }) => (found as Results)['userId'])
          return ids.length === 2 && new Set(ids).size === 1
        },
      }
    },
    partsOfEndpoint: (number) => ({
      changes: [
        () => one('webhook/update_endpoint', { endpointId, description: `Round ${number}` }),
        () => other('webhook/update_endpoint', { endpointId, url: `http://localhost:9/${number}` }),
      ],
      async bothHold() {
        const { description, url } = await endpoint()
        return description === `Round ${number}` && url === `http://localhost:9/${number}`
      },
    }),
    // Whichever comes last: an endpoint that is enabled has no reason for being disabled.
    statusOfEndpoint: () => ({
      changes: [
        () => one('webhook/update_endpoint', { endpointId, status: 'disabled' }),
        () => other('webhook/update_endpoint', { endpointId, status: 'enabled' }),
      ],
      async bothHold() {
        const { status, reason } = await endpoint()
        return (status === 'disabled') === (reason === 'caller')
      },
    }),
  }
}

type Db = Parameters<Parameters<typeof withStore>[1]>[0]['db']

/** Where a change stands in the record of the workspace; nothing when it is not in there. */
async function auditNumber(db: Db, event: string, subject: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('audit_entries')
    .select('number')
    .where('event', '=', event)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.number
}

async function successorOf(db: Db, keyId: string): Promise<string> {
  const found = await db
    .selectFrom('api_keys')
    .select('id')
    .where('line', '=', keyId)
    .executeTakeFirstOrThrow()
  return found.id
}

/** Whether the key has its limits, and the new key too if the first one was limited before. */
async function isCopied(
  db: Db,
  keyId: string,
  newKeyId: string,
  event: 'key.created' | 'key.rotated' = 'key.created',
): Promise<boolean> {
  const rows = await db.selectFrom('spend_limits').select('subject').execute()
  const isLimited = (id: string) => rows.some(({ subject }) => subject === `key/${id}`)
  const limited = await auditNumber(db, 'workspace.settings_changed', `key/${keyId}`)
  const copied = await auditNumber(db, event, event === 'key.rotated' ? keyId : newKeyId)
  if (limited === undefined || copied === undefined || !isLimited(keyId)) return false
  return limited > copied || isLimited(newKeyId)
}

function includes(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return found === expected
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(expected).every(([name, value]) => includes((found as Results)[name], value))
}

function textIn(results: Results, record: string, name: string): string {
  return String((results[record] as Results)[name])
}
