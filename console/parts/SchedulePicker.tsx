import type { Schedule } from '../schedule.ts'
import { weekdays } from '../schedule.ts'
import { fill, language, texts } from '../strings.ts'
import { TextField } from './TextField.tsx'

/** When a source is read again, in the words and the time zone of the reader. */
export function SchedulePicker({
  value,
  zone,
  onChange,
}: {
  value: Schedule
  zone: string
  onChange: (value: Schedule) => void
}) {
  const { schedule: words } = texts.value
  const { how, time, day, cron } = value
  const hasTime = how === 'daily' || how === 'weekly'
  return (
    <fieldset class="field-group">
      <legend>{words.label}</legend>
      <select
        aria-label={words.label}
        value={how}
        onChange={({ currentTarget }) =>
          onChange({ ...value, how: currentTarget.value as Schedule['how'] })
        }
      >
        {Object.entries(words.how).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      {how === 'weekly' && (
        <select
          aria-label={words.day}
          value={day}
          onChange={({ currentTarget }) => onChange({ ...value, day: currentTarget.value })}
        >
          {weekdays(language.value).map(([number, name]) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
      )}
      {hasTime && (
        <TextField
          label={words.time}
          hint={fill(words.zone, { zone })}
          type="time"
          value={time}
          onInput={(text) => onChange({ ...value, time: text })}
        />
      )}
      {how === 'custom' && (
        <TextField
          label={words.cron}
          hint={fill(words.zone, { zone })}
          value={cron}
          maxLength={100}
          placeholder="0 4 * * 1-5"
          onInput={(text) => onChange({ ...value, cron: text })}
        />
      )}
    </fieldset>
  )
}
