import { type ConnectionHealth, connectionHealths } from '@adrail/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { listConnections } from '../linking/connectionList.ts'
import { findConnectionById } from '../store/connections.ts'
import {
  findPageStart,
  type PageOptions,
  printMoreHint,
  printRows,
  timeRange,
  toIsoTime,
  withPageOptions,
} from './listOptions.ts'
import { formatMinute, withWorkspaceStore } from './terminal.ts'

interface ConnectionListOptions extends PageOptions {
  readonly health?: readonly ConnectionHealth[]
}

export function addConnectionCommands(program: Command): void {
  const connections = program.command('connections').description('list the accounts that users have linked')

  withPageOptions(connections.command('list <workspaceId>'))
    .description('list the connections in a workspace, newest first')
    .option('-H, --health <list>', `comma-separated list of ${connectionHealths.join(', ')}`, parseHealths)
    .action((workspaceId: string, options: ConnectionListOptions) =>
      withWorkspaceStore(workspaceId, async ({ db }) => {
        const { user, health = [], limit } = options
        const after = await findPageStart(options, 'connection', (id) =>
          findConnectionById(db, workspaceId, id),
        )
        const filter = {
          ...timeRange(options),
          healths: health,
          ...(user === undefined ? {} : { userId: user }),
          ...(after ? { after } : {}),
        }
        const rows = (await listConnections(db, workspaceId, filter, limit)).map((connection) => ({
          id: connection.id,
          userId: connection.user_id,
          platform: connection.platform,
          health: connection.report.health,
          reason: connection.report.reason,
          expiresAt: connection.report.expiresAt,
          createdAt: toIsoTime(connection.created_at),
        }))
        printRows(
          rows,
          [
            { title: 'id', cell: ({ id }) => id },
            { title: 'user', cell: ({ userId }) => userId },
            { title: 'platform', cell: ({ platform }) => platform },
            { title: 'health', cell: (row) => row.health },
            { title: 'made', cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)) },
            {
              title: 'ends',
              cell: ({ expiresAt }) => (expiresAt === '' ? '' : formatMinute(Date.parse(expiresAt))),
            },
            { title: 'reason', cell: ({ reason }) => reason },
          ],
          options,
        )
        printMoreHint(rows, options)
      }),
    )
}

function parseHealths(text: string): readonly ConnectionHealth[] {
  return text.split(',').map((word) => {
    const match = connectionHealths.find((health) => health === word.trim())
    if (!match)
      throw new InvalidArgumentError(
        `"${word}" is not valid. Use one or more of: ${connectionHealths.join(', ')}.`,
      )
    return match
  })
}
