import { Component, type ComponentChildren } from 'preact'

interface Props {
  children: ComponentChildren
}

/**
 * Renders its children again only when they are another object. Wrap reused vnodes in a new `Memo`
 * for each frame: Preact links a vnode to its parents, so a vnode reused without it would keep the
 * whole frame in memory in which it was created.
 */
export class Memo extends Component<Props> {
  override shouldComponentUpdate({ children }: Props) {
    return children !== this.props.children
  }

  override render({ children }: Props) {
    return children
  }
}
