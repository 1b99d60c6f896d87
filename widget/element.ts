import { createLauncher, type FetchPanel, type Launcher, type Verb } from './launcher.ts'

/** Script API of `<svc-chat>`: the verbs of `window.svc`. */
export interface SvcChatElement extends HTMLElement {
  call(verb: Verb, text?: string): Promise<void>
}

/**
 * Defines `<svc-chat widget-key base-url inline>`, once. The class is created here and not at
 * import, so that code that renders on a server can import this module.
 */
export function defineSvcChat(fetchPanel: FetchPanel) {
  if (customElements.get('svc-chat')) return
  class SvcChat extends HTMLElement implements SvcChatElement {
    #root = this.attachShadow({ mode: 'open' })
    #launcher?: Launcher | undefined

    connectedCallback() {
      if (this.#launcher) void this.#launcher.moved()
      else this.#launcher = createLauncher(this, this.#root, fetchPanel)
    }

    /**
     * Releases everything unless the element was only moved. Added to the page again, it restores
     * the conversation.
     */
    disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#launcher?.dispose()
        this.#launcher = undefined
      })
    }

    /** Resolves when the verb is done; does nothing when the page may not show the widget. */
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
