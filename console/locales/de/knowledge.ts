import type { Messages } from '../en.ts'

export const knowledgeTexts: Pick<
  Messages,
  'knowledge' | 'uploading' | 'arriving' | 'job' | 'source'
> = {
  knowledge: {
    title: 'Wissen',
    lead: 'Die Dokumente, aus denen Ihr Assistent antwortet.',
    emptyTitle: 'Noch nichts, woraus er antworten kann',
    empty:
      'Fügen Sie ein paar Dokumente hinzu oder die Adresse Ihrer Website. Wenige Minuten später können Sie danach fragen.',
    emptyReader:
      'Inhaber, Administratoren und Redakteure Ihrer Organisation können Dokumente hinzufügen.',
    noSources: 'Noch keine Dokumente.',
    addTitle: 'Wissen hinzufügen',
    collection: 'Sammlung',
    firstCollection: 'Wissen',
    dropTitle: 'Dateien oder Ordner hierher ziehen',
    dropHint:
      'PDF, Word, PowerPoint, Excel, Markdown, HTML, Text und mehr, je bis 32 MB, auch in Zip-Archiven.',
    choose: 'Dateien auswählen',
    chooseFolder: 'Ordner auswählen',
    uploading: 'Wird gesendet …',
    files: 'Dateien',
    website: 'Adresse einer Website',
    websiteHint:
      'Alle ihre Seiten werden über die Links gefunden und jede Woche neu gelesen. Zum Beispiel: docs.example.com',
    websiteAdd: 'Website hinzufügen',
    websiteProblem: 'Bitte geben Sie die Adresse einer Website an, zum Beispiel docs.example.com.',
    taken:
      'Eine Quelle dieses Namens gibt es schon. Öffnen Sie sie, oder geben Sie dieser unter „Weitere Wege“ einen anderen Namen.',
    types: {
      upload: 'Dateien',
      folder: 'Ordner auf dem Server',
      website: 'Internetseiten',
      feed: 'Newsfeed',
      openapi: 'API-Beschreibung',
      git: 'Git-Repository',
      s3: 'S3-Bucket',
      other: 'Quelle',
    },
    documents: { one: '{n} Dokument', other: '{n} Dokumente' },
    passages: { one: '{n} Textstelle', other: '{n} Textstellen' },
  },
  uploading: {
    title: 'Gewählte Dateien',
    files: { one: '{n} Datei', other: '{n} Dateien' },
    summary: 'Aus {done} von {total} kann geantwortet werden.',
    failed: { one: 'Bei {n} gibt es ein Problem.', other: 'Bei {n} gibt es ein Problem.' },
    states: {
      waiting: 'Wartet',
      sending: 'Wird gesendet',
      sent: 'Gesendet, wird gelesen',
      read: 'Gelesen',
      failed: 'Nicht gelesen',
    },
    reasons: {
      too_large: 'Sie ist größer als 32 MB und wurde deshalb nicht gesendet.',
      payload_too_large: 'Sie ist dem Dienst zu groß.',
      unreadable: 'Sie ließ sich auf Ihrem Gerät nicht öffnen.',
    },
    again: 'Noch einmal senden',
    clear: 'Liste leeren',
  },
  arriving: {
    looking: '{name} wird aufgesucht …',
    found: {
      one: '{name} wird gelesen. Bisher ist {n} Seite gefunden.',
      other: '{name} wird gelesen. Bisher sind {n} Seiten gefunden.',
    },
    read: {
      one: 'Aus {n} Seite von {name} kann geantwortet werden.',
      other: 'Aus {n} Seiten von {name} kann geantwortet werden.',
    },
    open: 'Seiten ansehen',
    correct: 'Adresse berichtigen',
    remove: 'Wieder entfernen',
  },
  job: {
    none: 'Noch nicht gelesen',
    waiting: 'Wartet darauf, gelesen zu werden',
    retrying: 'Hat nicht geklappt; bald wird es noch einmal versucht',
    finding: 'Sucht, was es zu lesen gibt',
    running: 'Wird gelesen: {done} von {total}',
    succeeded: 'Aktuell seit {time}',
    partial: 'Gelesen {time}, aber nicht alles',
    cancelled: 'Abgebrochen {time}',
    progress: 'Fortschritt',
    left: 'Noch etwa {time}',
    reasons: {
      other: 'Das Lesen ist fehlgeschlagen.',
      collection_archived: 'Die Sammlung ist archiviert.',
      source_unreachable: 'Die Quelle ist nicht erreichbar.',
      source_forbidden: 'Die Quelle verweigert den Zugriff.',
      source_empty: 'Dort wurde nichts gefunden, was sich lesen lässt.',
      limit_exceeded: 'Sie ist größer, als die Grenzen erlauben.',
      embedding_failure: 'Das Embedding-Modell ist nicht erreichbar.',
      embedding_mismatch: 'Das Embedding-Modell liefert andere Vektoren als zuvor.',
      storage_full: 'Die Festplatte des Dienstes ist voll.',
      timeout: 'Das Lesen hat zu lange gedauert.',
      interrupted: 'Das Lesen wurde unterbrochen.',
      set_aside:
        'Das Auffinden der Dokumente hat zu viel Zeit oder Speicher gebraucht. Ihr Zeitplan ruht, bis Sie sie neu lesen lassen.',
      deletions_withheld:
        'Viele Dokumente oder ihre Texte fehlen jetzt in der Quelle. Sie bleiben, bis Sie bestätigen, dass sie gelöscht werden dürfen.',
    },
  },
  source: {
    back: 'Alles Wissen',
    read: 'Neu lesen',
    cancel: 'Abbrechen',
    confirm: 'Fehlende löschen',
    delete: 'Löschen …',
    deleteTitle: '„{name}“ löschen?',
    deleteLead:
      'Auch die Dokumente werden gelöscht, und Antworten verwenden sie nicht mehr. Das lässt sich nicht rückgängig machen.',
    deleteSubmit: 'Löschen',
    keep: 'Behalten',
    deleted: '„{name}“ ist gelöscht.',
    documents: 'Dokumente',
    filter: 'Anzeigen',
    all: 'Alle',
    empty: 'Hier sind keine Dokumente.',
    statuses: {
      ingested: 'Lesbar',
      skipped: 'Ausgelassen',
      failed: 'Nicht lesbar',
      excluded: 'Ausgeschlossen',
      other: 'Unbekannt',
    },
  },
}
