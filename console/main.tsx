import { render } from 'preact'
import { App } from './app.tsx'
import { followChanges } from './changes.ts'
import { guardDrafts } from './drafts.ts'
import { followLinks } from './location.ts'
import './styles/base.css'
import './styles/controls.css'
import './styles/parts.css'
import './styles/screens.css'
import './styles/frame.css'
import './styles/knowledge.css'
import { followTabs, nameOrganization, rememberSession } from './session.ts'
import { chooseLanguage, preferredLanguage } from './strings.ts'

followLinks()
guardDrafts()
await chooseLanguage(preferredLanguage())
render(<App />, document.body)
followChanges()
followTabs()
nameOrganization()
rememberSession()
