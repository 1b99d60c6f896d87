import { useSignal } from '@preact/signals'
import { Chart } from '../parts/Chart.tsx'
import { Check } from '../parts/Check.tsx'
import { Choice } from '../parts/Choice.tsx'
import { ColorField } from '../parts/ColorField.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Skeleton } from '../parts/Loaded.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Table } from '../parts/Table.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { TextField } from '../parts/TextField.tsx'
import { Title } from '../parts/Title.tsx'
import { notify } from '../parts/Toast.tsx'
import '../styles/overview.css'
import '../styles/parts-page.css'

/** Colours of the console by their names in base.css. */
const TOKENS = [
  'paper',
  'sheet',
  'sunken',
  'rule',
  'rule-strong',
  'ink',
  'ink-soft',
  'pen',
  'pen-hover',
  'pen-subtle',
  'pen-contrast',
  'highlight',
  'on-highlight',
  'fine',
  'problem',
  'problem-subtle',
]

const STATES = ['succeeded', 'active', 'failed', 'skipped']

/** Tokens and parts on one page, for whoever builds screens: only in builds for development. */
export default function Parts() {
  const text = useSignal('text')
  const color = useSignal('#1c3fc4')
  const isOn = useSignal(true)
  return (
    <>
      <Title>{'parts'}</Title>
      <section class="card">
        <h2>{'tokens'}</h2>
        <ul class="tokens">
          {TOKENS.map((token) => (
            <li key={token}>
              <i data-token={token} />
              <code>{`--${token}`}</code>
            </li>
          ))}
        </ul>
      </section>
      <section class="card">
        <h2>{'buttons'}</h2>
        <div class="actions">
          {['', 'primary', 'danger', 'small'].map((kind) => (
            <button key={kind} class={`button ${kind}`} type="button" onClick={() => notify(kind)}>
              {kind || 'button'}
            </button>
          ))}
          <Choice name="view" label="view" options={{ one: 'one', two: 'two' }} />
        </div>
      </section>
      <section class="card">
        <h2>{'fields'}</h2>
        <TextField label="field" hint="hint" value={text.value} onInput={set(text)} />
        <TextField label="field" problem="problem" value={text.value} onInput={set(text)} />
        <TextArea label="area" value={text.value} maxLength={80} onInput={set(text)} />
        <ColorField label="colour" value={color.value} onChange={set(color)} />
        <Check label="check" isChecked={isOn.value} onChange={set(isOn)} />
        <Copy text="text" label="copy" />
      </section>
      <section class="card">
        <h2>{'messages'}</h2>
        <Notice kind="problem">{'problem'}</Notice>
        <Notice kind="note">{'note'}</Notice>
        {STATES.map((status) => (
          <div key={status} class="state" data-status={status}>
            <p>{status}</p>
          </div>
        ))}
        <p>
          {'text '}
          <mark>{'marked'}</mark>
          <span class="cite">1</span>
        </p>
        <Skeleton />
      </section>
      <section class="card">
        <h2>{'views'}</h2>
        <Tabs name="tab" label="tabs" tabs={{ first: 'first', second: 'second' }}>
          {(tab) => <p>{tab}</p>}
        </Tabs>
        <Table
          caption="table"
          columns={[
            { label: 'name', show: ({ id }) => id },
            { label: 'number', show: ({ id }) => id.length },
          ]}
          items={TOKENS.slice(0, 3).map((id) => ({ id }))}
        />
        <Chart
          bars={[3, 5, 2, 8].map((n) => ({ label: `${n}`, whole: n, part: Math.ceil(n / 2) }))}
        />
      </section>
    </>
  )
}

function set<Value>(held: { value: Value }) {
  return (value: Value) => {
    held.value = value
  }
}
