import { signal } from '@preact/signals'

/** An entry that is not saved, and the saved value that it began from, as JSON. */
interface Kept {
  /** Absent until the next change of an entry that was made while an earlier one was saved. */
  from?: string
  entry: unknown
}

/** What is being edited. It outlives the screen and a reload, so that no entry is ever lost. */
export interface Draft<Value> {
  entry: Value
  set: (entry: Value) => void
  /** Ends it once `entry` is saved; what was entered meanwhile stays. */
  saved: () => void
  /** Shows what is saved. */
  discard: () => void
  isChanged: boolean
  /** Somebody else saved another value since the editing began. */
  isOutdated: boolean
}

const STORE = 'svc-console-drafts'

/** Kept for the tab alone: a shared computer shows them to nobody else. */
const kept = signal<Record<string, Kept>>(JSON.parse(sessionStorage.getItem(STORE) ?? '{}'))

/** The draft of a saved value; `name` is unique among all forms, with the id of what is edited. */
export function draftOf<Value>(name: string, saved: Value): Draft<Value> {
  const current = JSON.stringify(saved)
  const draft = kept.value[name]
  return {
    entry: draft ? (draft.entry as Value) : saved,
    set(entry) {
      const isSaved = JSON.stringify(entry) === current
      keep(name, isSaved ? undefined : { from: draft?.from ?? current, entry })
    },
    saved() {
      const latest = kept.peek()[name]
      keep(name, latest && latest !== draft ? { entry: latest.entry } : undefined)
    },
    discard: () => keep(name, undefined),
    isChanged: draft !== undefined,
    isOutdated: draft?.from !== undefined && draft.from !== current,
  }
}

/** Removes all drafts, as when the person signs out. */
export function forgetDrafts(): void {
  store({})
}

/** Asks before the tab is closed while something is not saved. */
export function guardDrafts(): void {
  addEventListener('beforeunload', (event) => {
    if (Object.keys(kept.peek()).length > 0) event.preventDefault()
  })
}

function keep(name: string, draft: Kept | undefined): void {
  const { [name]: _, ...others } = kept.peek()
  store(draft ? { ...others, [name]: draft } : others)
}

function store(drafts: Record<string, Kept>): void {
  kept.value = drafts
  sessionStorage.setItem(STORE, JSON.stringify(drafts))
}
