import { to } from '../address/address.ts'

/** A user by name, with the id behind it; by the id alone where the user is gone. */
export function UserLink({ userId, name }: { readonly userId: string; readonly name: string | undefined }) {
  if (userId === '') return <>–</>
  return (
    <a class={name ? 'name' : ''} href={to(`users/${userId}`)} title={userId}>
      {name || userId}
    </a>
  )
}
