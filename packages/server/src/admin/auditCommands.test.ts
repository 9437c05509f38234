import { expect, test } from 'vitest'
import { useProcesses } from '../../testing/processes.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const { admin: run } = useProcesses('file')
const audit = (...args: string[]) =>
  run({ dataDir: service.dataDir, databaseUrl: service.databaseUrl }, 'audit', ...args)

test('the audit commands print all entries, and report the number of a changed or deleted entry', async () => {
  const { workspaceId } = service
  for (const name of ['One', 'Two', 'Three']) await service.call('user/create_user', { name })

  const printed = await audit('print', workspaceId, '--json')
  expect(printed.exit).toBe(0)
  const entries = printed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1))
  const last = entries.length
  expect(entries.at(-1)).toMatchObject({ event: 'user.created', subject: expect.stringMatching(/^usr_/) })
  expect(await audit('verify')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(`${workspaceId}: ${last} entries, intact.`),
  })

  await change(last - 1, { subject: 'usr_somebody_else' })
  expect(await audit('verify', workspaceId)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining(`Entry ${last - 1} (user.created) or the entry before it was changed`),
  })

  await change(last - 1, undefined)
  expect(await audit('verify', workspaceId)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining(`Entry ${last - 1} is missing.`),
  })
})

test('audit verify reports an unknown workspace, and the deleted head of an audit chain', async () => {
  expect(await audit('verify', 'ws_typo')).toMatchObject({
    exit: 1,
    stderr: 'No workspace ws_typo. To list the workspaces, run "workspace list".\n',
  })
  const { id, apiKey } = await service.newWorkspace()
  await service.call('user/create_user', { name: 'Recorded' }, { apiKey })
  await service.app.store.db.deleteFrom('audit_heads').where('workspace_id', '=', id).execute()
  expect(await audit('verify')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining(`${id}: Entry 1 is after the recorded end of the log.`),
  })
})

/** Changes or deletes an entry directly in the database, as an attacker with database access can. */
async function change(number: number, values: { subject: string } | undefined): Promise<void> {
  const { db } = service.app.store
  // The service never changes entries, so the types of the table do not allow it.
  if (values)
    await db
      .updateTable('audit_entries')
      .set(values as never)
      .where('number', '=', number)
      .execute()
  else await db.deleteFrom('audit_entries').where('number', '=', number).execute()
}
