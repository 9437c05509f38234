// Defines the pairs of concurrent changes that T45 sends.

import type { Installation } from '@adrail/server/testing'
import { userId, withStore, workspaceId } from '@adrail/server/testing'

export type Results = Readonly<Record<string, unknown>>
type Call = (operation: string, body: object) => Promise<Results>
type Change = () => Promise<unknown>

/** Two changes that run at the same time, and a check that both took effect. */
export interface SettingsRace {
  readonly changes: readonly [Change, Change]
  areBothApplied(): Promise<boolean>
}

export interface RaceCallers {
  readonly installation: Installation
  /** Calls an operation. `callSecond` uses the second process where the test has two. */
  readonly callFirst: Call
  readonly callSecond: Call
  /**
   * Calls an operation on the second process and accepts refusals. Uses the given API key instead of the
   * default one.
   */
  readonly callAllowingRefusal: (operation: string, body: object, apiKey?: string) => Promise<Results>
  /** Runs a command on the admin command line. */
  runAdminCommand(...words: string[]): Promise<void>
}

/** Returns the races by name. The number gives every round different values. */
export async function createSettingsRaces({
  installation,
  callFirst,
  callSecond,
  callAllowingRefusal,
  runAdminCommand,
}: RaceCallers): Promise<Readonly<Record<string, (number: number) => SettingsRace | Promise<SettingsRace>>>> {
  const updateSettings = (call: Call, change: object) => () => call('workspace/update_settings', change)
  const getSettings = (target = {}) => callFirst('workspace/get_settings', target)
  const buildGuard = (number: number) => ({ currencies: [], maxCreationsPerHour: number + 1 })
  const buildRule = (number: number) => ({ kinds: ['CREATE'], currencies: [], expiresAfterHours: number + 1 })
  const settingsInclude = async (expected: object, target = {}) => {
    const current = await getSettings(target)
    return Object.entries(expected).every(([name, value]) => containsValues(current[name], value))
  }
  const keyRequest = { name: 'Of a round', scopes: ['read'] }
  const createKey = async () =>
    stringField(await callFirst('workspace/create_key', keyRequest), 'key', 'keyId')
  /** Creates an API key that can create others, and the second process's request to create one with it. */
  const createCreatorKey = async () => {
    const creator = await callFirst('workspace/create_key', { name: 'Creator', scopes: ['read', 'admin'] })
    const pendingCreations: Promise<Results>[] = []
    const create = () => {
      const response = callAllowingRefusal('workspace/create_key', keyRequest, String(creator['apiKey']))
      pendingCreations.push(response)
      return response
    }
    /** Returns the id of the created key, or undefined if none was created. */
    const getCreatedId = async () => {
      const key = (await pendingCreations[0])?.['key'] as Results | undefined
      return key && String(key['keyId'])
    }
    return { keyId: stringField(creator, 'key', 'keyId'), create, createdId: getCreatedId }
  }
  const url = 'http://localhost:9/first'
  const endpointId = stringField(
    await callFirst('webhook/create_endpoint', { url }),
    'endpoint',
    'endpointId',
  )
  const readEndpoint = async () => {
    const { endpoints } = await callFirst('webhook/list_endpoints', {})
    return (endpoints as Results[]).find((candidate) => candidate['endpointId'] === endpointId) ?? {}
  }
  return {
    limitsAndRules: (number) => ({
      changes: [
        updateSettings(callFirst, { guard: buildGuard(number) }),
        updateSettings(callSecond, { approval: buildRule(number) }),
      ],
      areBothApplied: () => settingsInclude({ guard: buildGuard(number), approval: buildRule(number) }),
    }),
    userLimitsAndRules: (number) => ({
      changes: [
        updateSettings(callFirst, { userId, guard: buildGuard(number) }),
        updateSettings(callSecond, { userId, approval: buildRule(number) }),
      ],
      areBothApplied: () =>
        settingsInclude({ guard: buildGuard(number), approval: buildRule(number) }, { userId }),
    }),
    // An update without limits deletes the row of the workspace, but an update with rules must keep the row.
    noLimitsAndRules: (number) => ({
      changes: [
        updateSettings(callFirst, { guard: {} }),
        updateSettings(callSecond, { approval: buildRule(number) }),
      ],
      areBothApplied: () => settingsInclude({ guard: { currencies: [] }, approval: buildRule(number) }),
    }),
    adminLimitsAndRules: (number) => ({
      changes: [
        () => runAdminCommand('spending', 'limit', workspaceId, JSON.stringify(buildGuard(number))),
        updateSettings(callSecond, { approval: buildRule(number) }),
      ],
      areBothApplied: () =>
        settingsInclude({ operator: { guard: buildGuard(number) }, approval: buildRule(number) }),
    }),
    // The limits of the operator and those of the workspace share one row.
    adminLimitsAndLimits: (number) => ({
      changes: [
        () => runAdminCommand('spending', 'limit', workspaceId, JSON.stringify(buildGuard(number + 100))),
        updateSettings(callSecond, { guard: buildGuard(number) }),
      ],
      areBothApplied: () =>
        settingsInclude({ operator: { guard: buildGuard(number + 100) }, guard: buildGuard(number) }),
    }),
    // The freezes of the operator and those of the workspace share one row.
    adminFreezeAndFreeze: (number) => {
      const frozen = number % 2 === 0
      return {
        changes: [
          () => runAdminCommand('spending', frozen ? 'freeze' : 'thaw', workspaceId),
          updateSettings(callSecond, { freeze: { frozen, reason: 'Round' } }),
        ],
        async areBothApplied() {
          const freezes = (await getSettings())['freezes'] as Results[]
          const operatorFlags = freezes.map(({ byOperator }) => byOperator)
          return operatorFlags.sort().join() === (frozen ? 'false,true' : '')
        },
      }
    },
    limitsAndFreeze: (number) => ({
      changes: [
        updateSettings(callFirst, { guard: buildGuard(number) }),
        updateSettings(callSecond, { freeze: { frozen: number % 2 === 0, reason: 'Round' } }),
      ],
      areBothApplied: async () => {
        const frozen = (await getSettings())['freezes'] as unknown[]
        return (
          (await settingsInclude({ guard: buildGuard(number) })) &&
          frozen.length === (number % 2 === 0 ? 1 : 0)
        )
      },
    }),
    brandFields: (number) => ({
      changes: [
        updateSettings(callFirst, { brand: { name: `Brand ${number}` } }),
        updateSettings(callSecond, { brand: { supportUrl: `https://example.com/${number}` } }),
      ],
      areBothApplied: () =>
        settingsInclude({ brand: { name: `Brand ${number}`, supportUrl: `https://example.com/${number}` } }),
    }),
    adminBrandAndBrand: (number) => ({
      changes: [
        () =>
          runAdminCommand('workspace', 'brand', workspaceId, '--privacy', `https://example.com/p${number}`),
        updateSettings(callSecond, { brand: { name: `Name ${number}` } }),
      ],
      areBothApplied: () =>
        settingsInclude({ brand: { name: `Name ${number}`, privacyUrl: `https://example.com/p${number}` } }),
    }),
    redirectAddresses: (number) => {
      const uris = ['a', 'b'].map((name) => `https://example.com/${name}${number}`)
      return {
        changes: [
          () => runAdminCommand('redirect', 'add', workspaceId, uris[0] ?? ''),
          () => runAdminCommand('redirect', 'add', workspaceId, uris[1] ?? ''),
        ],
        areBothApplied: () =>
          withStore(installation, async ({ db }) => {
            const rows = await db.selectFrom('redirect_uris').select('uri').execute()
            return uris.every((uri) => rows.some((row) => row.uri === uri))
          }),
      }
    },
    newKeys: (number) => {
      const names = ['a', 'b'].map((name) => `Key ${name}${number}`)
      return {
        changes: [
          () => callFirst('workspace/create_key', { ...keyRequest, name: names[0] }),
          () => callSecond('workspace/create_key', { ...keyRequest, name: names[1] }),
        ],
        areBothApplied: () =>
          withStore(installation, async ({ db }) => {
            const rows = await db.selectFrom('api_keys').select('name').execute()
            return names.every((name) => rows.some((row) => row.name === name))
          }),
      }
    },
    // The successor of a limited key must be limited too.
    limitsAndRotation: async (number) => {
      const keyId = await createKey()
      return {
        changes: [
          updateSettings(callFirst, { keyId, guard: buildGuard(number) }),
          () => callSecond('workspace/rotate_key', { keyId, overlapHours: 1 }),
        ],
        areBothApplied: () =>
          withStore(installation, async ({ db }) =>
            areLimitsCopied(db, keyId, await findSuccessorId(db, keyId), 'key.rotated'),
          ),
      }
    },
    // A key that a limited key creates must be limited too.
    limitsAndCreatedKey: async (number) => {
      const { keyId, create, createdId } = await createCreatorKey()
      return {
        changes: [updateSettings(callFirst, { keyId, guard: buildGuard(number) }), create],
        async areBothApplied() {
          const id = await createdId()
          return (
            id !== undefined && (await withStore(installation, ({ db }) => areLimitsCopied(db, keyId, id)))
          )
        },
      }
    },
    // A revoked key must not create another key.
    revocationAndCreatedKey: async () => {
      const { keyId, create, createdId } = await createCreatorKey()
      return {
        changes: [() => callFirst('workspace/revoke_key', { keyId }), create],
        async areBothApplied() {
          const id = await createdId()
          return await withStore(installation, async ({ db }) => {
            const revokedNumber = await findAuditNumber(db, 'key.revoked', keyId)
            const createdNumber = id === undefined ? 0 : await findAuditNumber(db, 'key.created', id)
            return revokedNumber !== undefined && createdNumber !== undefined && createdNumber < revokedNumber
          })
        },
      }
    },
    // A revoked key must not get a successor. A successor that was created before the revocation is valid.
    revocationAndRotation: async () => {
      const keyId = await createKey()
      const rotate = () => callAllowingRefusal('workspace/rotate_key', { keyId, overlapHours: 1 })
      return {
        changes: [() => callFirst('workspace/revoke_key', { keyId }), rotate],
        areBothApplied: () =>
          withStore(installation, async (store) => {
            const revokedNumber = await findAuditNumber(store.db, 'key.revoked', keyId)
            const rotatedNumber = await findAuditNumber(store.db, 'key.rotated', keyId)
            return (
              revokedNumber !== undefined && (rotatedNumber === undefined || rotatedNumber < revokedNumber)
            )
          }),
      }
    },
    users: (number) => {
      const user = { name: 'Of a round', externalId: `round-${number}` }
      const pendingCreations: Promise<Results>[] = []
      const create = (call: Call) => () => {
        const response = call('user/create_user', user)
        pendingCreations.push(response)
        return response
      }
      return {
        changes: [create(callFirst), create(callSecond)],
        async areBothApplied() {
          const ids = (await Promise.all(pendingCreations)).map(
            ({ user: createdUser }) => (createdUser as Results)['userId'],
          )
          return ids.length === 2 && new Set(ids).size === 1
        },
      }
    },
    endpointFields: (number) => ({
      changes: [
        () => callFirst('webhook/update_endpoint', { endpointId, description: `Round ${number}` }),
        () => callSecond('webhook/update_endpoint', { endpointId, url: `http://localhost:9/${number}` }),
      ],
      async areBothApplied() {
        const { description, url } = await readEndpoint()
        return description === `Round ${number}` && url === `http://localhost:9/${number}`
      },
    }),
    // Both orders are valid, but an enabled endpoint must not have a reason for being disabled.
    endpointStatus: () => ({
      changes: [
        () => callFirst('webhook/update_endpoint', { endpointId, status: 'disabled' }),
        () => callSecond('webhook/update_endpoint', { endpointId, status: 'enabled' }),
      ],
      async areBothApplied() {
        const { status, reason } = await readEndpoint()
        return (status === 'disabled') === (reason === 'caller')
      },
    }),
  }
}

type Db = Parameters<Parameters<typeof withStore>[1]>[0]['db']

/** Returns the number of the change in the audit log, or undefined if the log does not contain the change. */
async function findAuditNumber(db: Db, event: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('number')
    .where('event', '=', event)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.number
}

async function findSuccessorId(db: Db, keyId: string): Promise<string> {
  const row = await db.selectFrom('api_keys').select('id').where('line', '=', keyId).executeTakeFirstOrThrow()
  return row.id
}

/**
 * Returns whether the key has its limits, and whether the new key has them too if the first key was limited
 * before.
 */
async function areLimitsCopied(
  db: Db,
  keyId: string,
  newKeyId: string,
  event: 'key.created' | 'key.rotated' = 'key.created',
): Promise<boolean> {
  const rows = await db.selectFrom('spend_limits').select('subject').execute()
  const isLimited = (id: string) => rows.some(({ subject }) => subject === `key/${id}`)
  const limitedNumber = await findAuditNumber(db, 'workspace.settings_changed', `key/${keyId}`)
  const copiedNumber = await findAuditNumber(db, event, event === 'key.rotated' ? keyId : newKeyId)
  if (limitedNumber === undefined || copiedNumber === undefined || !isLimited(keyId)) return false
  return limitedNumber > copiedNumber || isLimited(newKeyId)
}

function containsValues(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(expected).every(([name, value]) => containsValues((actual as Results)[name], value))
}

function stringField(results: Results, record: string, name: string): string {
  return String((results[record] as Results)[name])
}
