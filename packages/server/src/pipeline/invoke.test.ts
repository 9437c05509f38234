import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectEnvelope, expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { addExampleUsers } from '../../testing/users.ts'
import { deleteUser, selectUserPage } from '../store/users.ts'

const service = useService()

beforeEach(async () => {
  // The example of user/delete_user deletes a user, so each test starts with new users.
  for (const { id } of await selectUserPage(service.app.store.db, service.workspaceId, {
    limit: 10,
  }).execute())
    await deleteUser(service.app.store.db, service.workspaceId, id)
  await addExampleUsers(service)
  // The cached lookups of the deleted users expire.
  service.clock.advance(5000)
})

const post = (operation: string, body: unknown, headers: Record<string, string> = {}) =>
  readResponse(
    service.send(`/${operation}`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

const takesFile = (operation: OperationName) => declarationOf(operation).binaryBody !== undefined
const jsonOperations = operationNames.filter((operation) => !takesFile(operation))

test('every operation of the contract is served at POST /<group>/<operation> [R1.operations, R1.1]', async () => {
  for (const operation of operationNames)
    expect((await post(operation, [])).status).toBe(takesFile(operation) ? 415 : 400)
})

test.each(jsonOperations)(
  '%s refuses a wrong API key, media type, JSON body or idempotency key',
  async (operation) => {
    const { body } = declarationOf(operation).example
    // The number of wrong keys per second is limited, and each second allows one more.
    service.clock.advance(1000)
    expectRefusal(await post(operation, body, { 'x-api-key': 'x' }), 'UNAUTHENTICATED')
    expectRefusal(await post(operation, body, { 'content-type': 'text/plain' }), 'UNSUPPORTED_MEDIA_TYPE')
    expectRefusal(await post(operation, []), 'INVALID_JSON')
    expectRefusal(await post(operation, body, { 'idempotency-key': '' }), 'INVALID_IDEMPOTENCY_KEY')
  },
)

test.each(jsonOperations)('%s accepts its documented example in all request checks', async (operation) => {
  const response = await post(operation, declarationOf(operation).example.body)
  expectEnvelope(response)
  expect([400, 401, 403, 405, 413, 415, 429, 500]).not.toContain(response.status)
})

describe('the Idempotency-Key header', () => {
  const list = (key: string) => post('user/list_users', {}, { 'idempotency-key': key })

  test.each([
    'a',
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
    '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~',
    'x'.repeat(255),
    `"${'x'.repeat(255)}"`,
  ])('may be %s', async (key) => {
    expectSuccess('user/list_users', await list(key))
  })

  test.each([
    '',
    '""',
    'two words',
    '"two words"',
    'a\tb',
    'caf\u00e9',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('must not be %j', async (key) => {
    expectRefusal(await list(key), 'INVALID_IDEMPOTENCY_KEY')
  })
})
