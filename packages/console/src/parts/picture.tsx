import { useState } from 'preact/hooks'

/**
 * A decorative picture next to a text that describes it. A picture that fails to load leaves an empty frame.
 */
export function Picture({ src }: { readonly src: string | undefined }) {
  const [failedSource, setFailedSource] = useState<string>()
  return (
    <span class="picture">
      {src !== undefined && src !== failedSource && (
        <img src={src} alt="" loading="lazy" onError={() => setFailedSource(src)} />
      )}
    </span>
  )
}
