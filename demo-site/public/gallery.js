// Shows the widget of the chosen brand. One at a time, since each is a deployment of its own.
const stage = document.querySelector('.stage')

function show(brand) {
  stage.querySelector('svc-chat')?.remove()
  const { content } = document.querySelector(`template.${brand}`)
  stage.append(content.cloneNode(true))
}

const brands = document.querySelector('.brands')
brands.addEventListener('change', ({ target }) => show(target.id))
show(brands.querySelector(':checked').id)
