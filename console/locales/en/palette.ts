export const palette = {
  title: 'Go to a page',
  none: 'No page has this name.',
  keys: 'Keys',
  ctrl: 'Ctrl',
  goTo: 'Go to any page',
  help: 'Show these keys',
  next: 'Next conversation in the inbox',
  previous: 'Previous conversation in the inbox',
  escapeKey: 'Esc',
  escape: 'Close a dialog or a menu',
}
