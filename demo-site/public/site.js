// Links marked with data-ask put their question to the widget once it is ready; until then, and
// wherever the widget cannot run, they lead to the page that answers it.
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
