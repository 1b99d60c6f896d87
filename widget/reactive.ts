import { effect } from '@preact/signals-core'
import { Component, type ComponentChildren } from 'preact'

/**
 * A component that renders again only when a prop changes identity or a signal that it has read
 * changes. `@preact/signals` offers the same on top of Preact's hooks, at 1.8 kB more.
 */
export abstract class Reactive<Props, Context = unknown> extends Component<Props> {
  #unsubscribe = () => {}

  abstract draw(props: Props, context: Context): ComponentChildren

  override shouldComponentUpdate(next: Props) {
    for (const name in next) if (next[name] !== this.props[name]) return true
    return false
  }

  override render() {
    let drawn: ComponentChildren
    let isDrawing = true
    this.#unsubscribe()
    this.#unsubscribe = effect(() => {
      if (isDrawing) drawn = this.draw(this.props, this.context)
      else this.forceUpdate()
    })
    isDrawing = false
    return drawn
  }

  override componentWillUnmount() {
    this.#unsubscribe()
  }
}

/** Makes a `Reactive` component of its render function. */
export function reactive<Props, Context>(
  draw: (props: Props, context: Context) => ComponentChildren,
) {
  return class extends Reactive<Props, Context> {
    override draw(props: Props, context: Context) {
      return draw(props, context)
    }
  }
}
