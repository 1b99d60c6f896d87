// Links with data-ask send their question to the widget once it is ready. Until then, and without
// the widget, they open the page that answers it.
let ready = false
document.addEventListener('svc:ready', () => {
  ready = true
})

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-ask]') : null
  if (!link || !ready || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const question = link.getAttribute('data-ask')
  if (question) window.svc('ask', question)
  else window.svc('open')
})
