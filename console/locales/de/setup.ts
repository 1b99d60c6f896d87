import type { Messages } from '../en.ts'

export const setup: Messages['setup'] = {
  title: 'Erste Schritte',
  lead: 'Fünf kurze Schritte zum Assistenten auf Ihrer Website. Sie können jederzeit unterbrechen und später weitermachen.',
  steps: {
    name: 'Name und Farbe',
    knowledge: 'Wissen',
    questions: 'Erste Fragen',
    tag: 'Code einbauen',
    visit: 'Erster Besuch',
  },
  done: '(erledigt)',
  open: '(noch offen)',
  preview: 'Vorschau des Chats',
  nameTitle: 'Wie soll er heißen?',
  nameLabel: 'Name des Assistenten',
  nameHint: 'Besucher lesen ihn über dem Chat.',
  color: 'Farbe',
  colorHint:
    'Die Farbe Ihrer Marke. Wo Text darauf nicht lesbar wäre, wird sie dunkler oder heller.',
  noColor: 'Das ist keine Farbe. Versuchen Sie es mit etwas wie #1c3fc4.',
  toKnowledge: 'Weiter zum Wissen',
  arriving: 'Was gerade ankommt',
  toQuestions: 'Die ersten Fragen stellen',
  questionsTitle: 'Fragen Sie ihn etwas',
  questionsLead:
    'Diese Fragen stammen aus Ihren Dokumenten. Klicken Sie eine an und sehen Sie zu, wie die Antwort entsteht.',
  questionsOwn: 'Oder schreiben Sie eine eigene Frage in den Chat.',
  toTag: 'Auf die Website bringen',
  websiteTitle: 'Wo soll er erscheinen?',
  websiteLead: 'Der Chat erscheint nur auf Websites, die Sie nennen.',
  websiteLabel: 'Adresse Ihrer Website',
  websiteSubmit: 'Code anzeigen',
  tagTitle: 'Fügen Sie diesen Code in Ihre Website ein',
  tagLead: 'Der Schlüssel darin ist öffentlich: Er gilt nur auf Ihren Websites.',
  toVisit: 'Ich habe ihn eingefügt',
  waiting: 'Warten auf den ersten Besuch',
  waitingLead:
    'Öffnen Sie eine Seite Ihrer Website in einem neuen Tab. Diese Seite wird von selbst grün.',
  backToTag: 'Den Code noch einmal zeigen',
  visited: 'Er ist auf Ihrer Website',
  visitedLead: 'Eine Seite von {name} hat den Chat gezeigt: {time}.',
  finish: 'Zur Übersicht',
}

export const tag: Messages['tag'] = {
  platforms: 'System Ihrer Website',
  code: 'Code zum Einfügen',
  where: {
    html: 'Fügen Sie ihn vor </body> ein, auf jeder Seite, auf der der Chat erscheinen soll.',
    wordpress:
      'Gehört in die functions.php Ihres Child-Themes oder in ein Plugin für Code-Snippets. Leeren Sie danach die Caches.',
    shopify:
      'Onlineshop → Themes → Code bearbeiten → layout/theme.liquid: vor </body> einfügen. Erlauben Sie für Vorschauen auch Ihre .myshopify.com-Adresse.',
    webflow: 'Site settings → Custom code → Footer code: einfügen, speichern und veröffentlichen.',
    docusaurus: 'Ergänzen Sie damit docusaurus.config.js.',
    mkdocs:
      'Setzen Sie in mkdocs.yml unter theme custom_dir: overrides, und legen Sie dies als overrides/main.html ab.',
    react: 'Fügen Sie ihn in index.html ein, außerhalb des Elements, das React rendert.',
    next: 'Das Script gehört ins Root-Layout app/layout.jsx oder in pages/_app.jsx.',
    gtm: 'Legen Sie ein Tag vom Typ „Benutzerdefiniertes HTML“ mit dem Trigger „All Pages“ an und fügen Sie dies ein.',
  },
}

export const reach: Messages['reach'] = {
  obstacles: {
    local:
      'Dieser Code funktioniert nur auf diesem Computer: Seine Adresse ist {script}, und die erreicht niemand sonst. Betreiben Sie den Dienst auf einem Server und setzen Sie SVC_PUBLIC_URL auf dessen Adresse, etwa https://hilfe.example.com. Bis dahin können Sie den Chat hier ausprobieren.',
    elsewhere:
      'Sie haben die Konsole unter {here} geöffnet, der Dienst hält aber {script} für seine Adresse, und die gilt nur auf seinem eigenen Computer. Setzen Sie SVC_PUBLIC_URL auf die Adresse, die Besucher erreichen.',
    insecure:
      'Seiten mit https laden kein Skript von {script}, das keine Verschlüsselung hat. Stellen Sie einen Reverse Proxy mit TLS vor den Dienst und setzen Sie SVC_PUBLIC_URL auf dessen https-Adresse.',
  },
  ways: {
    'docs/manual/installation': 'Auf einem Server installieren',
    'docs/manual/proxies': 'Beispiele für Reverse Proxys mit TLS',
    'widget/check': 'Prüfen, ob eine Seite den Chat zeigen kann',
  },
}

export const origin: Messages['origin'] = {
  hint: 'Zum Beispiel: www.example.com',
  problem: 'Bitte geben Sie die Adresse einer Website an, zum Beispiel www.example.com.',
  understood: 'Erlaubt {origin}.',
  cut: 'Eine Website zählt als Ganzes; der Teil hinter dem Namen entfällt.',
  insecure: 'Das ist http ohne Verschlüsselung. Die meisten Websites haben https.',
  twin: 'Auch {origin} erlauben',
}

export const refusals: Messages['refusals'] = {
  title: 'Abgewiesene Seiten',
  times: { one: 'Einmal, {time}', other: '{n}-mal, zuletzt {time}' },
  allow: '{origin} erlauben',
  allowed: '{origin} darf den Chat jetzt zeigen.',
  reasons: {
    origin_not_allowed: 'Diese Website ist nicht erlaubt.',
    revoked: 'Der Code enthält einen widerrufenen Schlüssel. Fügen Sie den aktuellen ein.',
    expired: 'Der Code enthält einen abgelaufenen Schlüssel. Fügen Sie den aktuellen ein.',
    rate_limited: 'Von dort kamen zu viele Anfragen.',
  },
}
