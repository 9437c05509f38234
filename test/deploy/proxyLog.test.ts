import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { installPackages } from '../debianPackages.ts'
import { findFreePort } from '../deployment/freePort.ts'
import { nginx, stopProxy } from '../deployment/proxies.ts'

const secret = 'c2VjcmV0LW9mLWEtbGluaw'
const paths = [
  `/connect/${secret}`,
  `/connect/${secret}/select`,
  `/callback/social?code=${secret}&state=${secret}`,
  `/hooks/search/${secret}`,
]

beforeAll(() => {
  if (!nginx.isInstalled()) installPackages('nginx')
})

/** The certificate is self-signed. */
const statusAt = (port: number, path: string) =>
  new Promise<number>((resolve) => {
    request({ host: '127.0.0.1', port, path, rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .once('error', () => resolve(0))
      .end()
  })

test('the sample configuration of nginx masks the secrets of connect, callback and hook URLs in its log', async ({
  skip,
}) => {
  if (!nginx.isInstalled()) {
    if (process.env['CI']) throw new Error('nginx is needed, and could not be installed.')
    console.warn('Skipped: nginx is not installed, and can be installed by root on Debian alone.')
    return skip()
  }
  const folder = newFolder('adrail-nginx-')
  const port = await findFreePort()
  const child = nginx.start(folder, port, [1, 1])
  onTestFinished(() => stopProxy(child))
  await expect.poll(() => statusAt(port, '/docs/')).toBeGreaterThan(0)
  for (const path of paths) await statusAt(port, path)
  const log = () => readFileSync(join(folder, 'access.log'), 'utf8')
  await expect.poll(log).toContain('/hooks/search/***')
  expect(log()).toContain('/connect/***/select')
  expect(log()).not.toContain(secret)
})
