// Images in the form of a new campaign: chosen, dropped, previewed and removed.

import { expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { buildPng } from '../../testing/images.ts'
import { newLinkedUser } from '../../testing/linked.ts'

const { service, newSignedInVisitor } = useConsole()
const png = (shade: number) => buildPng({ width: 1200, height: 628, shade })
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test.each([
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)(
  'a chosen image is uploaded and shown in form and preview at %i pixels in %s colors, and a reload keeps both',
  async (width, colorScheme) => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    const visitor = await newSignedInVisitor({ viewport: { width, height: 900 }, colorScheme })
    const { page } = visitor
    await visitor.open(`${service.url}/console/users/${userId}/pro/new`)
    const area = page.getByRole('group', { name: 'Upload' })
    await area.scrollIntoViewIfNeeded()
    await page.locator('input[type=file]').setInputFiles(file('rye.png', png(1)))
    await page.getByText(/1200 × 628/).waitFor()
    expect(await page.locator('.upload-preview img').getAttribute('src')).toMatch(/^data:image\//)
    expect(await page.getByRole('region', { name: 'Preview of ad 1' }).locator('img').count()).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await page.reload()
    await page.getByText(/rye.png/).waitFor()
    await page.getByRole('button', { name: /^Remove rye.png/ }).click()
    await area.waitFor()
  },
)

test('texts that a person enters during an upload stay in the form', async () => {
  const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
  const visitor = await newSignedInVisitor()
  const { page } = visitor
  await visitor.open(`${service.url}/console/users/${userId}/pro/new`)
  const upload = Promise.withResolvers<void>()
  await page.route('**/media/upload_image', async (route) => {
    await upload.promise
    await route.continue()
  })
  await page.locator('input[type=file]').setInputFiles(file('late.png', png(3)))
  await page.getByText('Uploading late.png').waitFor()
  await page.getByLabel('Headline').fill('Typed during the upload')
  upload.resolve()
  await page.getByText(/1200 × 628/).waitFor()
  expect(await page.getByLabel('Headline').inputValue()).toBe('Typed during the upload')
})

test('a dropped image is uploaded, and a file that is no image shows the reason at the field', async () => {
  const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
  const visitor = await newSignedInVisitor()
  const { page } = visitor
  await visitor.open(`${service.url}/console/users/${userId}/pro/new`)
  const area = page.getByRole('group', { name: 'Upload' })
  const drop = async (name: string, content: Buffer) => {
    const bytes = JSON.stringify([...content])
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${bytes})], '${name}', { type: 'image/png' }))
      return transfer
    })()`)
    await area.dispatchEvent('drop', { dataTransfer: transfer })
  }
  await drop('notes.png', Buffer.from('not an image'))
  await area.getByRole('alert').getByText('not a JPEG or PNG').waitFor()
  await drop('wide.png', png(2))
  await page.getByText(/1200 × 628/).waitFor()
})
