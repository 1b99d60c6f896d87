import { Component, type ComponentChildren } from 'preact'

interface Props {
  children: ComponentChildren
}

/**
 * Draws what is in it once, as long as it is the same. Made anew around it for each picture: Preact
 * ties what it draws to what stands around it, and a piece that was drawn as it is would keep all of
 * the picture that it was new in.
 */
export class Once extends Component<Props> {
  override shouldComponentUpdate({ children }: Props) {
    return children !== this.props.children
  }

  override render({ children }: Props) {
    return children
  }
}
