// The frame around every page, and which page an address shows.

import { useEffect } from 'preact/hooks'
import { address } from './address/address.ts'
import { forgetAll } from './calls/read.ts'
import { Frame } from './frame.tsx'
import { Loading } from './parts/states.tsx'
import { pageAt } from './screens/pages.tsx'
import { session } from './session/session.ts'
import { SignIn } from './session/signIn.tsx'

export function App() {
  const known = session.value
  const keyId = known?.signedIn ? known.key.keyId : ''
  useEffect(forgetAll, [keyId])
  if (known === undefined) return <Loading />
  if (!known.signedIn) return <SignIn demo={known.demo} />
  return <Frame signedIn={known}>{pageAt(address.value.path)}</Frame>
}
