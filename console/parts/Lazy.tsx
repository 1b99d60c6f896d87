import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { LoadScreen } from '../routes.ts'
import { texts } from '../strings.ts'
import { Skeleton } from './Loaded.tsx'
import { Notice } from './Notice.tsx'

/** A screen that is loaded when it is first shown. Give it a key of the screen. */
export function Lazy({ load, id = '' }: { load: LoadScreen; id?: string }) {
  const loaded = useSignal<{ Screen: ComponentType<{ id: string }> } | 'failed' | null>(null)
  useEffect(() => {
    void (async () => {
      const module = await load().catch(() => null)
      loaded.value = module ? { Screen: module.default } : 'failed'
    })()
  }, [])
  if (loaded.value === null) return <Skeleton />
  if (loaded.value === 'failed') return <Outdated />
  const { Screen } = loaded.value
  return <Screen id={id} />
}

/** The service was updated under an open page, or cannot be reached. */
function Outdated() {
  const { failures, reload } = texts.value
  return (
    <Notice kind="problem">
      <p>{failures.unreachable}</p>
      <button class="button" type="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </Notice>
  )
}
