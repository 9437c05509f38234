import { declarationOf, operationNames } from '@adrail/contract'
import { expect, test } from 'vitest'
import { expectRefusal, withoutSentId } from '../../testing/expectations.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()

const forUser = operationNames.filter((operation) => 'userId' in declarationOf(operation).input.shape)

test('every operation has a userId field, except the operations that need no single user [R5.2]', () => {
  const others = operationNames.filter((operation) => !forUser.includes(operation))
  // Endpoints, API keys, sessions and approvals belong to the workspace. A report takes a list of users.
  expect(
    others.filter((operation) => !/^(webhook|approval|report)\/|_(key|session)s?$/.test(operation)),
  ).toEqual([
    'auth/get_link_status',
    'user/create_user',
    'user/list_users',
    'search/generate_keyword_ideas',
    // Images belong to the workspace.
    'media/delete_image',
    'media/upload_image',
    // This operation takes a list of users.
    'campaign/pause_campaigns',
    'operation/get_operation',
    'operation/settle_operation',
    'operation/undo_operation',
  ])
})

test.each(forUser)(
  '%s returns the same bytes for a user of another workspace as for an unknown user [R5.4.workspace, R7.3.unknown-user]',
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
    const unknownId = 'usr_01kf0000000000000000000000'
    const { userId } = results.user
    const unknown = await send(unknownId)
    const foreign = await send(userId)
    expectRefusal(unknown, 'USER_NOT_FOUND')
    expect(withoutSentId(foreign, userId)).toEqual(withoutSentId(unknown, unknownId))
    // A recent call of the other workspace caches the user, which does not change the response.
    await service.call('user/get_profile', { userId }, { apiKey: other.apiKey })
    expect(withoutSentId(await send(userId), userId)).toEqual(withoutSentId(unknown, unknownId))
  },
)
