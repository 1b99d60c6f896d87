import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { Confirm } from './Confirm.tsx'

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({
  label,
  look,
  ...asked
}: Omit<ComponentProps<typeof Confirm>, 'onClose'> & { label: string; look?: 'small' | 'danger' }) {
  const isAsking = useSignal(false)
  return (
    <>
      <button
        class={look ? `button ${look}` : 'button'}
        type="button"
        onClick={() => {
          isAsking.value = true
        }}
      >
        {label}
      </button>
      {isAsking.value && (
        <Confirm
          {...asked}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}
