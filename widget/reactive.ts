import { effect } from '@preact/signals'
import { Component, type ComponentChildren } from 'preact'

/**
 * A component that draws itself again when one of its props is another value or a signal that it
 * read has changed, and otherwise never. The whole of what the panel needs to tie signals to Preact;
 * the build takes the core of `@preact/signals` only, whose own tie is 2 kB more.
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
