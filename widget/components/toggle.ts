/** Turns an attribute of a box on or off, and tells the state of the button that does it. */
export function toggle({ currentTarget }: Event, box: Element | null | undefined, name: string) {
  const button = currentTarget as Element
  const state = `${box?.toggleAttribute(name)}`
  if (button.ariaExpanded) button.ariaExpanded = state
  else button.ariaPressed = state
}
