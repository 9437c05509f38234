// Starts the console: renders the application and loads the session.

import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import './look/frame.css'
import './look/parts.css'
import './look/forms.css'
import './look/pictures.css'
import './look/table.css'
import { handleNavigation } from './address/address.ts'
import { App } from './app.tsx'
import { loadSession, redeemDemoLink } from './session/session.ts'

handleNavigation()
const root = document.getElementById('app')
if (root) {
  render(<App />, root)
  void redeemDemoLink().then(loadSession)
}
