import { useState } from 'preact/hooks'

/**
 * A decorative picture next to a text that describes it. A picture that fails to load leaves an empty frame.
 */
export function Picture({ src }: { readonly src: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span class="picture">
      {src !== undefined && src !== failed && (
        <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
      )}
    </span>
  )
}
