import { createLauncher, type FetchPanel, type Launcher } from './launcher.ts'

/** What `<svc-chat>` offers to scripts. Each resolves once it is done, and does nothing when refused. */
export interface SvcChatElement extends HTMLElement {
  open(): Promise<void>
  close(): Promise<void>
  toggle(): Promise<void>
  ask(text?: string): Promise<void>
  forget(): Promise<void>
}

/**
 * Defines `<svc-chat widget-key base-url inline>` (completions 16), once. The class is made here
 * and not at import, so that a page rendered on a server may import this module too.
 */
export function defineSvcChat(fetchPanel: FetchPanel) {
  if (customElements.get('svc-chat')) return
  class SvcChat extends HTMLElement implements SvcChatElement {
    #launcher: Launcher | null = null

    connectedCallback() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      this.#launcher = createLauncher(this, root, fetchPanel)
    }

    /** Frees everything; put back into the page, the element restores the conversation. */
    disconnectedCallback() {
      this.#launcher?.leave()
      this.#launcher = null
    }

    async open() {
      await this.#launcher?.open()
    }

    async close() {
      await this.#launcher?.close()
    }

    async toggle() {
      await this.#launcher?.toggle()
    }

    async ask(text?: string) {
      await this.#launcher?.ask(text)
    }

    async forget() {
      await this.#launcher?.forget()
    }
  }
  customElements.define('svc-chat', SvcChat)
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-chat': SvcChatElement
  }
}
