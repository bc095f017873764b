import type { Email } from 'postal-mime';
import { type Markup, markup } from '../http/markup.ts';
import { number, sizeOf } from '../sentences/counted.ts';
import type { Line } from './list.ts';
import { decodeSource, showFrom } from './message.ts';
import type { StoredMessage } from './store.ts';

export const views = ['html', 'text', 'source'] as const;
type View = (typeof views)[number];

type List = {
  lines: Line[];
  /** How many messages have ever arrived. `count` is how many are listed on all pages. */
  total: number;
  count: number;
  to: string[] | undefined;
  page: number;
  page_size: number;
  origin: string;
  now: Date;
};

const longestShown = 500_000;
const viewNames = { html: 'HTML', text: 'Text', source: 'Source' };

/** Makes the page with the list, or with advice on how to fill it. */
export function listPage(list: List): Markup {
  const { lines, total, count, to, now } = list;
  const received = `${number(total)} ${total === 1 ? 'message' : 'messages'} received`;
  const older = total > count && !to ? `, the newest ${number(count)} kept` : '';
  return page('Inbox', [
    markup`<div class="heading">
      <div><h1>Inbox</h1><p>${received}${older}</p></div>
      ${total > 0 && search(to)}
    </div>`,
    lines.length > 0
      ? markup`<ol class="messages">${lines.map(line => listLine(line, now))}</ol>${pager(list)}`
      : to
        ? noMatch(to)
        : total > 0
          ? markup`<p class="nothing">Nothing on this page. <a href="/inbox">Go to the newest messages</a></p>`
          : welcome(list.origin),
  ]);
}

/** Makes the page for a browser without access. */
export function closedPage(token_was_wrong: boolean): Markup {
  return page('Inbox', [
    markup`<section class="welcome">
      <h1>The inbox opens with a link</h1>
      <p>${token_was_wrong ? 'The link you followed is not valid, or no longer valid, for this inbox. ' : ''}Postrider prints the link in its terminal each time it starts. This command prints it again, on the machine that Postrider runs on:</p>
      <pre class="command">npx postrider inbox</pre>
      <p>Your browser then stays signed in for 30 days.</p>
    </section>`,
  ]);
}

/** Makes the page of one message: sender, date, and its HTML, text or source. */
export function messagePage(stored: StoredMessage, mail: Email, view?: View): Markup {
  const shown = view ?? (mail.html ? 'html' : mail.text ? 'text' : 'source');
  const subject = mail.subject || '(no subject)';
  const from = showFrom(mail, stored.sender);
  return page(subject, [
    markup`<nav class="back"><a href="/inbox">← Inbox</a></nav>
    <article>
      <h1><bdi>${subject}</bdi></h1>
      <dl class="facts">
        <dt>From</dt><dd><bdi>${from}</bdi></dd>
        <dt>To</dt><dd><a href="/inbox?to=${encodeURIComponent(stored.recipient)}" title="All mail to this address"><bdi>${stored.recipient}</bdi></a></dd>
        <dt>Received</dt><dd><time datetime="${stored.date}">${fullDate(stored.date)}</time></dd>
        <dt>Size</dt><dd>${sizeOf(stored.source.length)}</dd>
        ${mail.attachments.length > 0 && markup`<dt>Files</dt><dd>${mail.attachments.map(part => markup`<span class="part"><bdi>${part.filename ?? part.contentId ?? 'unnamed'}</bdi> ${part.mimeType}</span>`)}</dd>`}
      </dl>
      <details>
        <summary>All headers</summary>
        <dl class="facts headers">${mail.headers.map(({ originalKey, value }) => markup`<dt>${originalKey}</dt><dd>${value}</dd>`)}</dl>
      </details>
      <nav class="tabs" aria-label="View">
        ${views.map(name => markup`<a href="?view=${name}"${name === shown && markup` aria-current="page"`}>${viewNames[name]}</a>`)}
        ${alone(stored.id, mail, shown)}
      </nav>
      ${body(stored, mail, shown)}
    </article>`,
  ]);
}

function listLine({ id, from, recipient, subject, size, date }: Line, now: Date): Markup {
  return markup`<li><a href="/inbox/messages/${id}">
    <span class="subject"><bdi>${subject || '(no subject)'}</bdi></span>
    <span class="when"><time datetime="${date}" title="${fullDate(date)}">${age(date, now)}</time></span>
    <span class="people"><bdi>${from}</bdi> <span class="arrow" aria-label="to">→</span> <bdi class="to">${recipient}</bdi></span>
    <span class="size">${sizeOf(size)}</span>
  </a></li>`;
}

function search(to: string[] | undefined): Markup {
  return markup`<form action="/inbox" role="search">
    <input type="search" name="to" value="${to?.[0]}" placeholder="Recipient’s address" aria-label="Show mail to this address only" autocapitalize="off" spellcheck="false">
    <button>Find</button>
  </form>`;
}

function pager({ lines, count, to, page, page_size }: List): Markup | false {
  if (count <= page_size && page === 1) return false;
  const first = (page - 1) * page_size + 1;
  const filter = (to ?? []).map(address => `to=${encodeURIComponent(address)}&`).join('');
  const address = (number: number) => `/inbox?${filter}page=${number}`;
  return markup`<nav class="pager" aria-label="Pages">
    ${page > 1 ? markup`<a href="${address(page - 1)}" rel="prev">← Newer</a>` : markup`<span></span>`}
    <span>${number(first)}–${number(first + lines.length - 1)} of ${number(count)}</span>
    ${page * page_size < count ? markup`<a href="${address(page + 1)}" rel="next">Older →</a>` : markup`<span></span>`}
  </nav>`;
}

function noMatch(to: string[]): Markup {
  return markup`<p class="nothing">No mail to <bdi>${to.join(', ')}</bdi> so far. <a href="/inbox">Show all mail</a></p>`;
}

function welcome(origin: string): Markup {
  const head = (path: string) =>
    `curl -X POST ${origin}${path} \\\n  -H "Authorization: Token $KEY" \\\n  -H "Content-Type: application/json" \\\n`;
  return markup`<section class="welcome">
    <h2>Nothing here yet. Send your first newsletter</h2>
    <p>No mail server is set up, so what Postrider sends stays here, on this machine. Nobody else gets it.</p>
    <ol class="steps">
      <li><p>Copy the key that was printed at the first start.</p><pre class="command">export KEY=…</pre></li>
      <li><p>Add a subscriber. Any address will do.</p><pre class="command">${head('/v1/subscribers')}  -d '{"email_address": "ada@example.org", "type": "regular"}'</pre></li>
      <li><p>Send an email. It is here a second later: <a href="/inbox">look again</a>.</p><pre class="command">${head('/v1/emails')}  -d '{"subject": "Hello", "body": "# Hello\\n\\nThis is my **first** newsletter."}'</pre></li>
    </ol>
  </section>`;
}

function alone(id: string, mail: Email, view: View): Markup | false {
  if (view === 'html' && mail.html)
    return markup`<a class="alone" href="/inbox/messages/${id}/html" target="_blank" rel="noopener">Open in a new tab ↗</a>`;
  return view === 'source' && markup`<a class="alone" href="/inbox/messages/${id}/source">Plain ↗</a>`;
}

function body({ id, source }: StoredMessage, mail: Email, view: View): Markup {
  if (view === 'html' && mail.html) {
    return markup`<iframe src="/inbox/messages/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" title="The message"></iframe>`;
  }
  const text = view === 'source' ? decodeSource(source) : view === 'text' ? mail.text : undefined;
  if (!text)
    return markup`<p class="nothing">This message has no ${view === 'html' ? 'HTML' : 'text'} part.</p>`;
  return markup`<pre class="plain">${text.slice(0, longestShown)}</pre>${text.length > longestShown && markup`<p class="nothing">The rest is in the <a href="/inbox/messages/${id}/source">plain source</a>.</p>`}`;
}

function page(title: string, content: Markup[]): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Postrider</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/inbox/inbox.css">
</head>
<body>
<header class="top"><a href="/inbox">${icon} Postrider</a></header>
<main>${content}</main>
</body>
</html>
`;
}

const icon = markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M7 5.5h13.5l-2 13H5"/><path d="m7 5.5 5.8 6.3 7.7-6.3"/><path d="M1.5 10h4M2.5 14h2.3"/></svg>`;

function fullDate(date: string): string {
  return new Date(date).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
}

function age(date: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(date)) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}
