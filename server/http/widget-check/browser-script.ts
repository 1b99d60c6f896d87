/**
 * Checks that only the visitor's browser can make: whether it reaches the script and the API at the
 * service's public address, and whether the script arrives unmodified. Plain JavaScript, served as
 * it is.
 */
export const browserScript = `'use strict'
const { base, integrity } = document.currentScript.dataset

function show(id, state, text) {
  const item = document.getElementById(id)
  item.dataset.state = state
  item.querySelector('i').textContent = state === 'ok' ? 'OK' : 'Problem'
  item.querySelector('.text').textContent = text
}

function get(path, options) {
  return fetch(base + path, { credentials: 'omit', cache: 'no-store', ...options })
}

async function checkScript() {
  const response = await get('/svc/widget.js').catch(() => null)
  if (!response) {
    return show('script', 'problem', 'This browser cannot fetch ' + base + '/svc/widget.js. Check the address, the certificate, blocking extensions, and the proxy in front of the service.')
  }
  if (!response.ok) {
    return show('script', 'problem', base + '/svc/widget.js responds with status ' + response.status + '. Check that the proxy in front forwards /svc/, and that the widget has been built.')
  }
  const same = await get('/svc/widget.js', { integrity }).then(() => true, () => false)
  if (same) show('script', 'ok', 'It arrives unmodified.')
  else show('script', 'problem', 'It arrives modified. Turn off script rewriting in the proxy or the content delivery network.')
}

async function checkApi() {
  const reachable = await get('/svc/api/v1/health', { mode: 'no-cors' }).catch(() => null)
  if (!reachable) show('api', 'problem', 'This browser cannot reach ' + base + '/svc/api/v1.')
  else if (reachable.type !== 'opaque' && !reachable.ok) show('api', 'problem', 'It responds with status ' + reachable.status + '.')
  else show('api', 'ok', 'It responds.')
}

checkScript()
checkApi()
`
