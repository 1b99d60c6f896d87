/** One window of a real browser, driven as a visitor uses it. */
export interface Engine {
  version: string
  visit(url: string): Promise<void>
  /** Evaluates an expression in the page; its value is copied as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Moves the pointer to a point of the window, in CSS pixels. */
  point(x: number, y: number): Promise<void>
  /** Presses and releases the main button where the pointer is. */
  press(): Promise<void>
  type(text: string): Promise<void>
  key(name: Key): Promise<void>
  /** Sets the size of the page's window, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** A picture of the window as PNG. */
  picture(): Promise<Uint8Array>
  [Symbol.asyncDispose](): Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'
