import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../strings.ts'

let isFirst = true

/**
 * The heading of a screen, and the title of its tab. It gets the focus when the screen is opened
 * from another one, so that keyboard and screen reader begin there.
 */
export function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { product } = texts.value
  useEffect(() => {
    document.title = `${children} · ${product}`
  }, [children, product])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
