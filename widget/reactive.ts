import { effect } from '@preact/signals-core'
import { Component, type ComponentChildren } from 'preact'

/**
 * A component that draws itself again when one of its props is another value or a signal that it
 * read has changed, and otherwise never. `@preact/signals` offers the same and more on top of
 * Preact's hooks, at 1.8 kB more; the panel needs neither of them.
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

/** A `Reactive` component that is nothing but the function that draws it. */
export function reactive<Props, Context>(
  draw: (props: Props, context: Context) => ComponentChildren,
) {
  return class extends Reactive<Props, Context> {
    override draw(props: Props, context: Context) {
      return draw(props, context)
    }
  }
}
