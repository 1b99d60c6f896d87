import type { Forms } from '../forms.ts'

export const setup = {
  title: 'First steps',
  lead: 'Five short steps to an assistant on your website. You can leave at any time and go on later.',
  steps: {
    name: 'Name and colour',
    knowledge: 'Knowledge',
    questions: 'First questions',
    tag: 'Tag',
    visit: 'First visit',
  },
  done: '(done)',
  open: '(not done yet)',
  preview: 'Preview of the chat',
  nameTitle: 'What is it called?',
  nameLabel: 'Name of the assistant',
  nameHint: 'Visitors read it above the chat.',
  color: 'Colour',
  colorHint:
    'Your brand’s colour. Where text could not be read on it, it is made darker or lighter.',
  noColor: 'This is not a colour. Try something like #1c3fc4.',
  toKnowledge: 'Continue with your knowledge',
  arriving: 'What is coming in',
  toQuestions: 'Ask the first questions',
  questionsTitle: 'Ask it something',
  questionsLead: 'These questions come from your documents. Click one, and watch the answer.',
  questionsOwn: 'Or write a question of your own into the chat.',
  toTag: 'Put it on your website',
  websiteTitle: 'Where will it be shown?',
  websiteLead: 'The chat appears only on websites that you name.',
  websiteLabel: 'Address of your website',
  websiteSubmit: 'Get the tag',
  tagTitle: 'Paste this tag into your website',
  tagLead: 'The key in it is public: it works only on your websites.',
  toVisit: 'I have pasted it',
  waiting: 'Waiting for the first visit',
  waitingLead: 'Open a page of your website in a new tab. This page turns green by itself.',
  backToTag: 'Show the tag again',
  visited: 'It is on your website',
  visitedLead: 'A page of {name} showed the chat: {time}.',
  finish: 'Go to the overview',
}

export const tag = {
  platforms: 'Platform of your website',
  code: 'Code to paste',
  where: {
    html: 'Paste it before </body>, on every page where the chat should be.',
    wordpress:
      'Put it into the functions.php of your child theme, or into a plugin for code snippets. Then empty the caches.',
    shopify:
      'Online Store → Themes → Edit code → layout/theme.liquid: paste it before </body>. Also allow your .myshopify.com address for previews.',
    webflow: 'Site settings → Custom code → Footer code: paste it, save and publish.',
    docusaurus: 'Add this to docusaurus.config.js.',
    mkdocs:
      'Set custom_dir: overrides below theme in mkdocs.yml, and put this into overrides/main.html.',
    react: 'Paste it into index.html, outside of the element that React renders into.',
    next: 'Put the Script into the root layout, app/layout.jsx, or into pages/_app.jsx.',
    gtm: 'Create a tag of the type Custom HTML with the trigger All Pages, and paste this into it.',
  },
}

export const reach = {
  obstacles: {
    local:
      'This tag works on this computer only: its address is {script}, which no visitor can reach. Run the service on a server, and set SVC_PUBLIC_URL to its address, for instance https://help.example.com. Until then you can try the chat here.',
    elsewhere:
      'You opened the console at {here}, but the service takes {script} for its address, which works on its own computer only. Set SVC_PUBLIC_URL to the address that visitors reach.',
    insecure:
      'Pages with https load no script from {script}, which has no encryption. Put a reverse proxy with TLS in front of the service, and set SVC_PUBLIC_URL to its https address.',
  },
  ways: {
    'docs/manual/installation': 'Installing on a server',
    'docs/manual/proxies': 'Examples of reverse proxies with TLS',
    'widget/check': 'Check whether a page can show the chat',
  },
}

export const origin = {
  hint: 'For instance: www.example.com',
  problem: 'Please enter the address of a website, such as www.example.com.',
  understood: 'Allows {origin}.',
  cut: 'A website counts as a whole, so the part after the name is left out.',
  insecure: 'This is http without encryption. Most websites have https.',
  twin: 'Also allow {origin}',
}

export const refusals = {
  title: 'Refused pages',
  times: { one: 'Once, at {time}', other: '{n} times, last at {time}' } as Forms,
  allow: 'Allow {origin}',
  allowed: '{origin} may show the chat now.',
  reasons: {
    origin_not_allowed: 'This website is not allowed.',
    revoked: 'The tag has a key that was revoked. Paste the current tag.',
    expired: 'The tag has a key that has expired. Paste the current tag.',
    rate_limited: 'Too many requests came from there.',
  },
}
