/** What the tag of a website says. */
export interface Tag {
  src: string
  key: string
  /** Of a script that is pinned to its version. */
  integrity?: string | undefined
}

/** Platforms with code of their own; the others take the plain tag (platforms.md of the guide). */
export const platforms = {
  html: 'HTML',
  wordpress: 'WordPress',
  shopify: 'Shopify',
  webflow: 'Webflow',
  docusaurus: 'Docusaurus',
  mkdocs: 'MkDocs',
  react: 'React',
  next: 'Next.js',
  gtm: 'Tag Manager',
} as const
export type Platform = keyof typeof platforms

/** The code to paste on a platform. */
export function codeFor(platform: Platform, tag: Tag): string {
  switch (platform) {
    case 'wordpress':
      return `add_action('wp_footer', function () {
    ?>
${indent(plain(tag, ' data-cfasync="false"'), 4)}
    <?php
});`
    case 'docusaurus':
      return `export default {
  scripts: [
    {
      src: '${tag.src}',
      async: true,${tag.integrity ? `\n      integrity: '${tag.integrity}',\n      crossorigin: 'anonymous',` : ''}
      'data-widget-key': '${tag.key}',
    },
  ],
}`
    case 'mkdocs':
      return `{% extends "base.html" %}
{% block scripts %}
  {{ super() }}
${indent(plain(tag), 2)}
{% endblock %}`
    case 'next':
      return nextCode(tag)
    case 'gtm':
      return tagManagerCode(tag)
    case 'html':
    case 'shopify':
    case 'webflow':
    case 'react':
      return plain(tag)
  }
}

function plain({ src, key, integrity }: Tag, more = ''): string {
  const pinned = integrity ? `\n  integrity="${integrity}" crossorigin="anonymous"` : ''
  return `<script async src="${src}"${pinned}\n  data-widget-key="${key}"${more}></script>`
}

function nextCode({ src, key, integrity }: Tag): string {
  const pinned = integrity
    ? `\n          integrity="${integrity}"\n          crossOrigin="anonymous"`
    : ''
  return `import Script from 'next/script'

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script
          src="${src}"${pinned}
          data-widget-key="${key}"
          strategy="afterInteractive"
        />
      </body>
    </html>
  )
}`
}

function tagManagerCode({ src, key, integrity }: Tag): string {
  const pinned = integrity
    ? `\n    tag.integrity = '${integrity}';\n    tag.crossOrigin = 'anonymous';`
    : ''
  return `<script>
  (function () {
    var tag = document.createElement('script');
    tag.async = true;
    tag.src = '${src}';${pinned}
    tag.setAttribute('data-widget-key', '${key}');
    document.body.appendChild(tag);
  })();
</script>`
}

function indent(text: string, spaces: number): string {
  return text.replace(/^/gm, ' '.repeat(spaces))
}
