/** What `<svc-chat>` offers to scripts. */
export interface SvcChatElement extends HTMLElement {
  /** Resolves once it is done, and does nothing where the page may not show the widget. */
  call(verb: 'open' | 'close' | 'toggle' | 'ask' | 'forget', text?: string): Promise<void>
}

/** Defines `<svc-chat widget-key="…" base-url="…">`; does nothing the second time. */
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
    'svc:error': CustomEvent<{ code: string }>
  }
}
