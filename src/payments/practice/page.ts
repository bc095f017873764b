import { markup } from '../../platform/http/markup.ts';

export type Button = { value: string; label: string };

/** Makes a page of a practice: its text, a button for everything that can be done, and the way back. */
export function practicePage(title: string, lines: string[], buttons: Button[], back: string): string {
  const style = { html: styles };
  const forms = buttons.map(
    ({ value, label }) =>
      markup`<form method="post"><input type="hidden" name="do" value="${value}"><button>${label}</button></form>`,
  );
  return markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>
<p><strong>This is a practice: nothing is charged.</strong> Stripe's own page will be here.</p>
${lines.map(line => markup`<p>${line}</p>`)}${forms}<p><a href="${back}">Back to the newsletter</a></p></main></body></html>`
    .html;
}

const styles =
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1.5rem}button{font:inherit;min-height:44px;padding:.4rem 1.2rem;margin:0 0 .6rem;cursor:pointer}';
