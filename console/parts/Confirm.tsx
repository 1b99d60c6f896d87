import { Dialog } from './Dialog.tsx'

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  lead,
  keep,
  submit,
  onConfirm,
  onClose,
}: {
  title: string
  lead: string
  /** The button that changes nothing. */
  keep: string
  submit: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{lead}</p>
      <form class="actions" method="dialog">
        <button class="button" type="submit">
          {keep}
        </button>
        <button class="button danger" type="submit" onClick={onConfirm}>
          {submit}
        </button>
      </form>
    </Dialog>
  )
}
