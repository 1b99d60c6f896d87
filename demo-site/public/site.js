// Links with data-ask send their question to the widget once it is ready: to the one in the page
// where there is one. Until then, and without the widget, they open the page that answers it.
let widget
document.addEventListener('svc:ready', ({ target }) => {
  if (!target.hidden) widget = target
})

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-ask]') : null
  if (!link || !widget || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  widget.call('ask', link.getAttribute('data-ask'))
})
