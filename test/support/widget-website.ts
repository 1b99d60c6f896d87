interface SitePage {
  widgetKey: string
  attributes: string
  body: string
  language: string
  direction: string
  withWidget: boolean
}

/** HTML of the website of the tests, with the script tag. */
export function websitePage(
  base: string,
  { widgetKey, attributes, body, language, direction, withWidget }: SitePage,
): string {
  const tag = `<script async src="${base}/svc/widget.js" data-widget-key="${widgetKey}" ${attributes}></script>`
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>A website</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/site.css"></head>
<body><main><h1>A website</h1><p>Some text, and <a href="#">a link</a>.</p>${body}</main>
${withWidget ? tag : ''}
</body></html>`
}

/** Rules of the website that must not affect the panel. */
export const SITE_CSS = `
* { letter-spacing: 1px; box-sizing: content-box; }
body { font: italic 20px serif; margin: 40px; text-align: right; background: light-dark(#fafafa, #0d0f12); color: light-dark(#222, #ddd); }
:root { color-scheme: light dark; }
button, p, li { color: red !important; text-transform: uppercase; }
`
