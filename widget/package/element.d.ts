/** Script API of `<svc-chat>`. */
export interface SvcChatElement extends HTMLElement {
  /** Resolves when the verb is done; does nothing when the page may not show the widget. */
  call(verb: 'open' | 'close' | 'toggle' | 'ask' | 'forget', text?: string): Promise<void>
}

/** Defines `<svc-chat widget-key="…" base-url="…">`; a second call does nothing. */
export declare function defineSvcChat(): void

declare global {
  interface HTMLElementTagNameMap {
    'svc-chat': SvcChatElement
  }

  interface HTMLElementEventMap {
    'svc:ready': CustomEvent
    'svc:open': CustomEvent
    'svc:close': CustomEvent
    'svc:question': CustomEvent<{ text: string }>
    'svc:answer': CustomEvent<{ text: string; state: 'answered' | 'abstained' | 'interrupted' }>
    'svc:rating': CustomEvent<{ rating: 'up' | 'down' | null }>
    'svc:source': CustomEvent<{ url: string }>
    'svc:error': CustomEvent<{ code: string }>
  }
}
