import { type ConnectionHealth, connectionHealths } from '@adrail/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { listConnections } from '../linking/connectionList.ts'
import { findConnectionById } from '../store/connections.ts'
import { instant, type PageOptions, show, tellOfMore, timesIn, withPageOptions } from './listOptions.ts'
import { AdminError, inWorkspace, minute } from './terminal.ts'

interface ConnectionsAskedFor extends PageOptions {
  readonly health?: readonly ConnectionHealth[]
}

export function addConnectionCommands(program: Command): void {
  const connections = program.command('connections').description('accounts that users have linked')

  withPageOptions(connections.command('list <workspaceId>'))
    .description('list the connections of a workspace, newest first')
    .option('-H, --health <list>', `separated by commas, of ${connectionHealths.join(', ')}`, parseHealths)
    .action((workspaceId: string, options: ConnectionsAskedFor) =>
      inWorkspace(workspaceId, async ({ db }) => {
        const { user, health = [], limit, after: last } = options
        const after = last === undefined ? undefined : await findConnectionById(db, workspaceId, last)
        if (last !== undefined && !after)
          throw new AdminError(`There is no connection ${last} to go on after.`)
        const wanted = {
          ...timesIn(options),
          healths: health,
          ...(user === undefined ? {} : { userId: user }),
          ...(after ? { after } : {}),
        }
        const listed = (await listConnections(db, workspaceId, wanted, limit)).map((connection) => ({
          id: connection.id,
          userId: connection.user_id,
          platform: connection.platform,
          health: connection.told.health,
          reason: connection.told.reason,
          expiresAt: connection.told.expiresAt,
          createdAt: instant(connection.created_at),
        }))
        show(
          listed,
          [
            { title: 'id', cell: ({ id }) => id },
            { title: 'user', cell: ({ userId }) => userId },
            { title: 'platform', cell: ({ platform }) => platform },
            { title: 'health', cell: (row) => row.health },
            { title: 'made', cell: ({ createdAt }) => minute(Date.parse(createdAt)) },
            {
              title: 'ends',
              cell: ({ expiresAt }) => (expiresAt === '' ? '' : minute(Date.parse(expiresAt))),
            },
            { title: 'reason', cell: ({ reason }) => reason },
          ],
          options,
        )
        tellOfMore(listed, options)
      }),
    )
}

function parseHealths(text: string): readonly ConnectionHealth[] {
  return text.split(',').map((word) => {
    const found = connectionHealths.find((health) => health === word.trim())
    if (!found) throw new InvalidArgumentError(`"${word}" is not one of ${connectionHealths.join(', ')}.`)
    return found
  })
}
