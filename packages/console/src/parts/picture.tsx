import { useState } from 'preact/hooks'

/** Stands beside words that say what it is. What cannot be had leaves its frame. */
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
