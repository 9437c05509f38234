import { expect, test } from 'vitest'
import { type Place, post, useProcesses } from '../../testing/processes.ts'
import { openStore } from '../store/open.ts'

const { newPlace, start, admin } = useProcesses()

test('the audit commands print what was recorded, and tell and locate a changed and a removed entry', async () => {
  const place = await newPlace()
  const service = await start(place)
  const apiKey = await service.demoKey()
  for (const name of ['One', 'Two', 'Three']) await post(`${service.url}/user/create_user`, apiKey, { name })

  const printed = await admin(place, 'audit', 'print', 'ws_demo', '--json')
  expect(printed.exit).toBe(0)
  const entries = printed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1))
  const last = entries.length
  expect(entries.at(-1)).toMatchObject({ event: 'user.created', subject: expect.stringMatching(/^usr_/) })
  expect(await admin(place, 'audit', 'verify')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(`ws_demo: ${last} entries, whole.`),
  })

  await change(place, last - 1, { subject: 'usr_somebody_else' })
  expect(await admin(place, 'audit', 'verify', 'ws_demo')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining(`Entry ${last - 1} (user.created) was changed`),
  })

  await change(place, last - 1, undefined)
  expect(await admin(place, 'audit', 'verify', 'ws_demo')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining(`Entry ${last - 1} is missing.`),
  })
})

/** As somebody with access to the database would do it, past the service. */
async function change(place: Place, number: number, values: { subject: string } | undefined): Promise<void> {
  const store = await openStore(place)
  // Entries are never changed by the service: their columns cannot be set there.
  if (values)
    await store.db
      .updateTable('audit_entries')
      .set(values as never)
      .where('number', '=', number)
      .execute()
  else await store.db.deleteFrom('audit_entries').where('number', '=', number).execute()
  await store.close()
}
