import { Copy } from './Copy.tsx'
import { Notice } from './Notice.tsx'

/** A link or a key that the service shows only now. */
export interface Secret {
  title: string
  lead: string
  text: string
}

export function ShownOnce({ title, lead, text }: Secret) {
  return (
    <Notice kind="note">
      <h3>{title}</h3>
      <p>{lead}</p>
      <Copy text={text} label={title} />
    </Notice>
  )
}
