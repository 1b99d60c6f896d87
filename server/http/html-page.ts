import { escapeHtml } from './escape-html.ts'

/** A page of the service by itself, which search engines leave out; `body` is HTML. */
export function htmlPage({
  title,
  style,
  body,
}: {
  title: string
  style?: string
  body: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>${style ? `\n<style>${style}</style>` : ''}
</head>
<body>
${body}
</body>
</html>
`
}
