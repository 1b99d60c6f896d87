import { useSignal } from '@preact/signals'
import { refresh, send } from '../cache.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { TextField } from '../parts/TextField.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

const LENGTHS = [15, 60, 240] as const

/** For the operator's staff: looks into an organization that allows it. */
export default function StaffSupport() {
  const { support: words } = texts.value
  const organization = useSignal('')
  const reason = useSignal('')
  const minutes = useSignal<number>(60)
  const isShort = useSignal(false)

  const open = () =>
    attempt(
      async () => {
        const body = {
          organization: organization.value.trim(),
          reason: reason.value.trim(),
          minutes: minutes.value,
        }
        await send('openSupportSession', { body })
        refresh('getSession')
      },
      { not_found: words.closed },
    )

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    isShort.value = reason.value.trim().length < 3
    if (!isShort.value) void open()
  }

  return (
    <>
      <Title>{words.staffTitle}</Title>
      <p class="lead">{words.staffLead}</p>
      <section class="card">
        <form class="form" noValidate onSubmit={onSubmit}>
          <TextField
            label={words.slug}
            value={organization.value}
            maxLength={200}
            onInput={(text) => {
              organization.value = text
            }}
          />
          <TextField
            label={words.reason}
            value={reason.value}
            maxLength={500}
            problem={isShort.value ? words.reasonShort : null}
            onInput={(text) => {
              reason.value = text
            }}
          />
          <Labelled label={words.minutes}>
            {(ties) => (
              <select
                {...ties}
                value={minutes.value}
                onChange={({ currentTarget }) => {
                  minutes.value = Number(currentTarget.value)
                }}
              >
                {LENGTHS.map((one) => (
                  <option key={one} value={one}>
                    {words.lengths[one]}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <button class="button primary" type="submit">
            {words.open}
          </button>
        </form>
      </section>
    </>
  )
}
