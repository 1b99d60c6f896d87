/** CSS of the API reference, inlined into the page. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a1d21, #e8eaed);
  --muted: light-dark(#565d66, #a6adb7);
  --line: light-dark(#dfe3e8, #343a42);
  --ground: light-dark(#ffffff, #15181c);
  --sunken: light-dark(#f5f6f8, #1d2126);
  --link: light-dark(#1c3fc4, #9db1ff);
}
* { box-sizing: border-box }
html { scroll-padding-block-start: 1rem }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
a { color: var(--link) }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875em }
code { overflow-wrap: anywhere }
nav { padding: 1rem 1.25rem; background: var(--sunken); font-size: 0.875rem }
nav h2 { margin: 1rem 0 0.25rem; font-size: 1rem }
nav ul { margin: 0; padding: 0; list-style: none }
nav li { padding-block: 0.125rem }
nav a { display: inline-block; min-block-size: 1.5rem; text-decoration: none }
nav a:hover { text-decoration: underline }
main { padding: 1rem 1.25rem 4rem; max-inline-size: 60rem }
small { color: var(--muted); font-weight: normal }
section > h2 { margin-block-start: 3rem; border-block-end: 1px solid var(--line) }
article { margin-block: 2rem; padding-block-end: 1rem; border-block-end: 1px solid var(--line) }
article h3 { margin-block-end: 0.25rem }
article h3 a { color: inherit; text-decoration: none }
.route b { color: var(--link) }
pre { overflow: auto; margin: 0.5rem 0; padding: 0.75rem; border-radius: 0.375rem; background: var(--sunken) }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.9375rem }
th { padding-inline-end: 0.75rem; text-align: start; vertical-align: bottom }
td { padding: 0.25rem 0.75rem 0.25rem 0; border-block-start: 1px solid var(--line); vertical-align: top }
td table { margin-block-start: 0.25rem }
.skip { position: absolute; inset-inline-start: -999rem }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 1rem; padding: 0.5rem; background: var(--ground) }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
  nav { position: sticky; inset-block-start: 0; block-size: 100vh; overflow: auto }
}
`
