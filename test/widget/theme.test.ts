import { expect } from 'chai'
import type { PaletteColor } from '../../server/branding/widget-theme.ts'
import { createLook, createSheet } from '../../widget/look.ts'

const PALETTE: PaletteColor[] = [
  ['brand', '#2b50c8', '#94a9ff'],
  ['surfaceRaised', '#ffffff', '#21262e'],
]

let host: HTMLElement

beforeEach(() => {
  host = document.createElement('div')
  document.body.append(host)
})
afterEach(() => {
  host.remove()
  document.documentElement.removeAttribute('data-svc-theme')
})

describe('the look of a widget', () => {
  it('gives every colour of the palette a light and a dark value', () => {
    const look = dress()

    look.setColors(PALETTE)
    look.set({ 'color-scheme': 'light' })
    expect(shown('--svc-color-brand')).to.equal('rgb(43, 80, 200)')
    expect(shown('--svc-color-surface-raised')).to.equal('rgb(255, 255, 255)')
    look.set({ 'color-scheme': 'dark' })
    expect(shown('--svc-color-brand')).to.equal('rgb(148, 169, 255)')
    expect(shown('--svc-color-surface-raised')).to.equal('rgb(33, 38, 46)')
  })

  it('prefers the colours of the brand to those of the platform, for light and dark separately', () => {
    const look = dress({ colors: { light: { brand: '#ff0000' } } })

    look.setColors(PALETTE)
    look.set({ 'color-scheme': 'light' })
    expect(shown('--svc-color-brand')).to.equal('rgb(255, 0, 0)')
    look.set({ 'color-scheme': 'dark' })
    expect(shown('--svc-color-brand')).to.equal('rgb(148, 169, 255)')
  })

  it('replaces its rule with each change, as WebKit takes note of nothing else', () => {
    const look = dress()
    const [before] = look.sheet.cssRules

    look.applyColorScheme()

    expect(look.sheet.cssRules).to.have.length(1)
    expect(look.sheet.cssRules[0]).to.not.equal(before)
  })

  it('gives way to a property that the page sets on the element', () => {
    dress({ colors: { light: { brand: '#ff0000' } } }).setColors(PALETTE)

    host.style.setProperty('--svc-color-brand', '#00ff00')
    expect(shown('--svc-color-brand')).to.equal('rgb(0, 255, 0)')
  })

  it('lets no value of a brand set another property', () => {
    const evil = '#fff;} :host { display: none' as `#${string}`
    dress({ colors: { light: { brand: evil } } }).setColors(PALETTE)

    expect(getComputedStyle(host).display).to.equal('block')
    expect(shown('--svc-color-surface-raised')).to.not.equal('')
  })

  it('follows the visitor’s colour scheme until the page, tag or brand sets one', () => {
    const look = dress({ modeDefault: 'dark' })
    const choices: [expected: string, choose: () => void][] = [
      ['dark', () => {}],
      ['light', () => document.documentElement.setAttribute('data-svc-theme', 'light')],
      ['dark', () => host.setAttribute('theme', 'dark')],
      ['light', () => host.setAttribute('data-svc-theme', 'light')],
      ['light dark', () => host.setAttribute('data-svc-theme', 'system')],
    ]
    for (const [expected, choose] of choices) {
      choose()
      look.applyColorScheme()
      expect(getComputedStyle(host).colorScheme).to.equal(expected)
    }
  })
})

function dress(theme?: Parameters<typeof createLook>[1]) {
  const look = createLook(host, theme)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createSheet(':host { display: block }'), look.sheet]
  return look
}

/** Computed value of a colour of the element. */
function shown(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  host.shadowRoot?.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
