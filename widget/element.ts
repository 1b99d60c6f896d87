import { createLauncher, type FetchPanel, type Launcher, type Verb } from './launcher.ts'

/** What `<svc-chat>` offers to scripts: the verbs of `window.svc` (completions 16). */
export interface SvcChatElement extends HTMLElement {
  call(verb: Verb, text?: string): Promise<void>
}

/**
 * Defines `<svc-chat widget-key base-url inline>` (completions 16), once. The class is made here
 * and not at import, so that a page rendered on a server may import this module too.
 */
export function defineSvcChat(fetchPanel: FetchPanel) {
  if (customElements.get('svc-chat')) return
  class SvcChat extends HTMLElement implements SvcChatElement {
    #root = this.attachShadow({ mode: 'open' })
    #launcher?: Launcher | undefined

    connectedCallback() {
      // Moved: the browser forgets how far the transcript was scrolled, so it shows its end again.
      if (this.#launcher) this.#root.querySelector('.scroller')?.scrollTo(0, 1e9)
      else this.#launcher = createLauncher(this, this.#root, fetchPanel)
    }

    /**
     * Frees everything, unless it was only moved; put back into the page later, the element restores
     * the conversation.
     */
    disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#launcher?.leave()
        this.#launcher = undefined
      })
    }

    /** Resolves once it is done, and does nothing where the page may not show the widget. */
    async call(verb: Verb, text?: string) {
      await this.#launcher?.call(verb, text)
    }
  }
  customElements.define('svc-chat', SvcChat)
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-chat': SvcChatElement
  }
}
