// Runs the commands of docs/deploying.md for machines with systemd unchanged in a scratch root.

import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, makeCluster } from '../postgres.ts'
import {
  hasScratchRoots,
  repository,
  ScratchRoot,
  snapshotRepository,
  stop,
  waitUntilReady,
} from './scratchRoot.ts'
import { findUnitProblems, startUnit } from './systemdUnit.ts'

const text = readFileSync(join(repository, 'docs/deploying.md'), 'utf8')
const section = text.slice(text.indexOf('## With systemd'), text.indexOf('## The proxy'))
const [installs = '', starts = '', admin = '', upgrades = ''] = [
  ...section.matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, commands]) => commands)

const serves = /adrail serves at/

/** The platforms are live, with unknown apps. No test calls the platforms. */
const liveSettings = ['SOCIAL', 'SEARCH', 'PRO']
  .map((name) => `ADRAIL_${name}=live\n${name}_CLIENT_ID=1\n${name}_CLIENT_SECRET=none\n`)
  .join('')

test('systemd reports no problem in the unit file', () => {
  expect(findUnitProblems(join(repository, 'deploy/systemd/adrail@.service'))).toBe('')
})

describe.runIf(hasScratchRoots())('an installation with the commands of docs/deploying.md', () => {
  let cluster: Cluster
  beforeAll(async () => {
    const made = makeCluster()
    if (!made) throw new Error('There is no PostgreSQL on this machine.')
    cluster = made
    await cluster.start()
    return async () => {
      await cluster.stop()
      cluster.remove()
    }
  })

  test(
    'serves the console from the first start, and keeps the files of a running process intact during an upgrade',
    async () => {
      const root = await ScratchRoot.create({ systemctl: 'echo "$@" >> /var/log/systemctl' })
      const repositoryUrl = '/srv/adrail'
      mkdirSync(join(root.folder, repositoryUrl))
      await snapshotRepository(join(root.folder, repositoryUrl), 'v0.2.0', 'v0.3.0')
      const databaseUrl = new URL(cluster.url)
      const sockets = '/run/postgresql'
      root.bind(databaseUrl.searchParams.get('host') ?? '', sockets)
      databaseUrl.searchParams.set('host', sockets)
      for (const folder of ['etc/systemd/system', 'var/lib', 'var/cache', 'var/log'])
        mkdirSync(join(root.folder, folder), { recursive: true })
      const follow = async (commands: string) =>
        await root.run(['bash', '-e', '-c', commands.replace(' … /opt', ` ${repositoryUrl} /opt`)], {
          online: true,
        })

      await follow(installs)
      await follow(starts.replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${databaseUrl.href}`))
      appendFileSync(join(root.folder, 'etc/adrail/adrail.env'), liveSettings)
      expect(readFileSync(join(root.folder, 'var/log/systemctl'), 'utf8')).toBe(
        'daemon-reload\nenable --now adrail@1 adrail@2\n',
      )
      const first = await waitUntilReady(await startUnit(root, 'adrail@1'), serves)
      const second = await waitUntilReady(await startUnit(root, 'adrail@2'), serves)

      for (const port of [8080, 8082]) {
        expect(await root.fetchStatus(`http://127.0.0.1:${port}/readyz`)).toBe(200)
        expect(await root.fetchStatus(`http://127.0.0.1:${port}/console/`)).toBe(200)
        expect(await root.fetchStatus(`http://127.0.0.1:${port}/docs/linking`)).toBe(200)
      }
      expect(await root.run(['bash', '-c', admin])).toMatch(/ws_/)

      const build = root.run(['npm', 'run', 'build'], { cwd: '/opt/adrail/current', online: true })
      await expect(build).rejects.toThrow(/adrail runs from this folder \(process \d+\).* Nothing changed\./)
      await follow(upgrades)
      expect(await stop(first)).toBe(0)
      await waitUntilReady(await startUnit(root, 'adrail@1'), serves)

      // The files are compared by inode, because a process with separate mounts shows other paths.
      const processesIn = async (release: string) =>
        await root.run([
          'sh',
          '-c',
          `stat -L -c %i /proc/[0-9]*/cwd 2>/dev/null | grep -c "^$(stat -c %i /opt/adrail/${release})$"`,
        ])
      expect([await processesIn('0.2.0'), await processesIn('0.3.0')]).toEqual(['1\n', '1\n'])
      // Files that the old process loads only now still exist.
      expect(await root.fetchStatus('http://127.0.0.1:8082/docs/js/scalar.js')).toBe(200)
      expect(await root.fetchStatus('http://127.0.0.1:8080/console/')).toBe(200)
      expect(await stop(second)).toBe(0)
    },
    20 * 60_000,
  )
})
