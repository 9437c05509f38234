// Fields for images: a URL, or files that a person chooses or drops, which are uploaded at once.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import type { FieldProps } from '../parts/field.tsx'
import { FieldError } from '../parts/field.tsx'
import { Picture } from '../parts/picture.tsx'
import { canCall } from '../session/session.ts'
import { describeValue, saveChoice } from './choiceStore.ts'
import { formatError } from './errorText.ts'
import { Chip } from './inputFields.tsx'
import { createThumbnail } from './thumbnail.ts'

const uploadOperation = 'media/upload_image'

export function isUploadedImage(url: string): boolean {
  return url.startsWith('adrail://')
}

/** An image by its URL, or an uploaded one with a preview. */
export function ImageInput({
  field,
  url,
  change,
}: {
  readonly field: FieldProps
  readonly url: string
  readonly change: (url: string) => void
}) {
  if (isUploadedImage(url)) {
    const { label, picture } = describeValue(url)
    return (
      <div class="combobox upload-preview">
        <Picture src={picture} />
        <span>{label}</span>
        <button
          {...field}
          type="button"
          class="plain small"
          aria-label={`Remove ${label}`}
          onClick={() => change('')}
        >
          Remove
        </button>
      </div>
    )
  }
  return (
    <>
      <input
        {...field}
        inputMode="url"
        placeholder="https://"
        value={url}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <UploadArea isMultiple={false} onUploaded={([first = '']) => change(first)} />
    </>
  )
}

/** Uploaded images as chips, and the URLs of other images, one in each line. */
export function ImageListInput({
  field,
  urls,
  change,
}: {
  readonly field: FieldProps
  readonly urls: readonly string[]
  readonly change: (urls: readonly string[]) => void
}) {
  const uploaded = urls.filter(isUploadedImage)
  const others = urls.filter((url) => !isUploadedImage(url))
  return (
    <>
      <ul class="chips">
        {uploaded.map((url) => (
          <Chip
            key={url}
            value={url}
            remove={() => {
              change(urls.filter((each) => each !== url))
              // The button that had the focus no longer exists.
              document.getElementById(field.id)?.focus()
            }}
          />
        ))}
      </ul>
      <textarea
        {...field}
        value={others.join('\n')}
        onInput={({ currentTarget: { value } }) =>
          change([...uploaded, ...(value === '' ? [] : value.split('\n'))])
        }
      />
      <UploadArea
        isMultiple
        onUploaded={(added) => change([...new Set([...uploaded, ...added]), ...others])}
      />
    </>
  )
}

function UploadArea({
  isMultiple,
  onUploaded,
}: {
  readonly isMultiple: boolean
  readonly onUploaded: (urls: readonly string[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [uploading, setUploading] = useState('')
  const [error, setError] = useState('')
  // People fill in other fields during an upload. An older callback would restore the former values of these
  // fields. Without a callback, the field no longer exists.
  const addToForm = useRef<typeof onUploaded>(undefined)
  useLayoutEffect(() => {
    addToForm.current = onUploaded
    return () => {
      addToForm.current = undefined
    }
  })
  if (!canCall(uploadOperation)) return null
  const upload = async (files: readonly File[]) => {
    setError('')
    const urls: string[] = []
    try {
      for (const file of isMultiple ? files : files.slice(0, 1)) {
        setUploading(file.name)
        urls.push(await uploadFile(file))
      }
    } catch (failure) {
      setError(formatError(failure instanceof Error ? failure.message : String(failure)))
    }
    setUploading('')
    if (urls.length > 0) addToForm.current?.(urls)
  }
  return (
    <fieldset
      class={`drop-area ${isOver ? 'over' : ''}`}
      aria-label="Upload"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (uploading === '') void upload([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple={isMultiple}
        hidden
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])])
          // The same file can be chosen again after an error.
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class="plain small"
        disabled={uploading !== ''}
        onClick={() => input.current?.click()}
      >
        {isMultiple ? 'Upload images' : 'Upload an image'}
      </button>
      <small role="status">
        {uploading === ''
          ? `Or drop ${isMultiple ? 'files' : 'a file'} here. JPEG or PNG, at most 10 MB.`
          : `Uploading ${uploading} …`}
      </small>
      <FieldError error={error} />
    </fieldset>
  )
}

/** Uploads a file and keeps its name and thumbnail in this tab, for the preview. */
async function uploadFile(file: File): Promise<string> {
  const [{ url, width, height }, picture] = await Promise.all([
    client.media.upload_image(file),
    createThumbnail(file),
  ])
  const label = `${file.name}, ${width} × ${height}`
  saveChoice({ value: url, label, detail: '', ...(picture === undefined ? {} : { picture }) })
  return url
}
