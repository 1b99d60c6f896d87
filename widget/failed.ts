/** Said by the launcher when the panel, with which the languages come, cannot be loaded. */
const FAILED: Record<string, string> = {
  ar: 'تعذّر التحميل. أعد المحاولة.',
  de: 'Nicht erreichbar. Noch einmal versuchen.',
  en: 'Unreachable. Try again.',
  es: 'No disponible. Inténtelo de nuevo.',
  fr: 'Injoignable. Réessayez.',
  he: 'לא זמין. כדאי לנסות שוב.',
  it: 'Non raggiungibile. Riprovi.',
  ja: '接続できません。もう一度お試しください。',
  ko: '연결할 수 없습니다. 다시 시도해 주세요.',
  nl: 'Niet bereikbaar. Probeer het opnieuw.',
  pl: 'Brak połączenia. Proszę spróbować ponownie.',
  pt: 'Indisponível. Tente novamente.',
  ru: 'Недоступно. Повторите попытку.',
  tr: 'Ulaşılamıyor. Tekrar deneyin.',
  uk: 'Недоступно. Повторіть спробу.',
  zh: '无法连接，请重试。',
}

/** The failure in the language of the element, the page or the browser. */
export function failedText(host: Element): string {
  const tags = [host.getAttribute('locale'), document.documentElement.lang, ...navigator.languages]
  const texts = tags.map((tag) => FAILED[(tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? ''])
  return texts.find(Boolean) ?? `${FAILED['en']}`
}
