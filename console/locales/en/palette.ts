export const palette = {
  title: 'Go to a page',
  none: 'No page has this name.',
  keys: 'Keys',
  ctrl: 'Ctrl',
  goTo: 'Go to any page',
  help: 'Show these keys',
  tryIt: 'Try the assistant beside any page',
  next: 'Next conversation',
  previous: 'Previous conversation',
  escapeKey: 'Esc',
  escape: 'Close a dialog or a menu',
}
