/** Turns an attribute of a box on or off, and tells the state of the button that does it. */
export function toggle({ currentTarget }: Event, box: Element | null | undefined, name: string) {
  ;(currentTarget as Element).ariaPressed = `${box?.toggleAttribute(name)}`
}
