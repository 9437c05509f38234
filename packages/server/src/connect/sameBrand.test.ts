import { expect, test } from 'vitest'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const service = useService()
const brand = { name: 'Fox & Sons', colour: '#1f6f50', supportUrl: 'https://fox.example/help' }

async function startPage(workspaceName: string, language = 'en'): Promise<string> {
  const { id: workspaceId, apiKey } = await service.newWorkspace(workspaceName)
  const set = await service.call('workspace/update_settings', { brand }, { apiKey })
  expect(set.results).toMatchObject({ success: true })
  const userId = await newUser(service, { workspaceId })
  const { results } = await service.call('auth/create_link', { userId, platform: 'SOCIAL_A' }, { apiKey })
  return await (await fetch(results.link, { headers: { 'accept-language': language } })).text()
}

test('a link page with a brand that another workspace already uses shows the name of its workspace', async () => {
  const [own, copied] = [await startPage('Fox & Sons'), await startPage('Unrelated Ltd <script>')]
  expect(own).not.toContain('Workspace:')
  expect(copied).toContain('Workspace: Unrelated Ltd &lt;script&gt;')
  expect(await startPage('Andere', 'de')).toContain('Arbeitsbereich: Andere')
})
