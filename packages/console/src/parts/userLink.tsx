import { toHref } from '../address/address.ts'

/** Links to a user by name. Shows the id alone when the user was deleted. */
export function UserLink({ userId, name }: { readonly userId: string; readonly name: string | undefined }) {
  if (userId === '') return <>–</>
  return (
    <a class={name ? 'name' : ''} href={toHref(`users/${userId}`)} title={userId}>
      {name || userId}
    </a>
  )
}
