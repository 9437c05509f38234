import { declarationOf, operationNames } from '@adrail/contract'
import { expect, test } from 'vitest'
import { expectRefusal, withoutRequestId } from '../../testing/expectations.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()

const forUser = operationNames.filter((operation) => 'userId' in declarationOf(operation).input.shape)

test('all operations but those that need no user act for one [R5.2]', () => {
  const others = operationNames.filter((operation) => !forUser.includes(operation))
  // Endpoints, API keys, sessions and decisions about writes are the workspace's own; a report names its users in a list.
  expect(
    others.filter((operation) => !/^(webhook|approval|report)\/|_(key|session)s?$/.test(operation)),
  ).toEqual([
    'auth/get_link_status',
    'user/create_user',
    'user/list_users',
    'search/generate_keyword_ideas',
    // Names its users in a list.
    'campaign/pause_campaigns',
    'operation/get_operation',
    'operation/settle_operation',
    'operation/undo_operation',
  ])
})

test.each(forUser)(
  "%s answers for another workspace's user as for an unknown one, byte for byte [R5.4.workspace, R7.3.unknown-user]",
  async (operation) => {
    const other = await service.newWorkspace()
    const { results } = await service.call('user/create_user', { name: 'Theirs' }, { apiKey: other.apiKey })
    const send = (userId: string) => {
      const { externalId: _, ...example } = declarationOf(operation).example.body
      return readResponse(
        service.send(`/${operation}`, {
          method: 'POST',
          headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({ ...example, userId }),
        }),
      )
    }
    const unknown = await send('usr_01kf0000000000000000000000')
    const foreign = await send(results.user.userId)
    expectRefusal(unknown, 'USER_NOT_FOUND')
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown))
    // What the other workspace did a moment ago changes nothing about it.
    await service.call('user/get_profile', { userId: results.user.userId }, { apiKey: other.apiKey })
    expect(withoutRequestId(await send(results.user.userId))).toEqual(withoutRequestId(unknown))
  },
)
