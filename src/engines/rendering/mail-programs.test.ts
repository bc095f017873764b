import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadDesigns } from '../../accounts/look/designs.ts';
import { emptyLook, type Look } from '../../accounts/look/fields.ts';
import type { EmailTemplate } from '../../platform/database/schema.ts';
import { loadCatalogue } from '../../platform/languages/catalogue.ts';
import { inProgram } from '../../platform/root.ts';
import { findLeftOut } from '../../testing/mail-programs.ts';
import { compileMessage } from './compile.ts';
import { themeOf } from './look.ts';
import type { MessageValues } from './message.ts';
import { loadTheme } from './theme.ts';

const folder = inProgram('themes/default');
const designs = loadDesigns(folder, inProgram('themes'));
const theme = loadTheme(folder, loadCatalogue(inProgram('themes/default/words')), designs);

const photo = '019a2c5e-1111-7c43-9f0a-2e6d1b8c4f55';
const pictures = { [photo]: { width: 1600, height: 900, content_type: 'image/webp', is_converted: true } };

/** A body with everything that Markdown can make. */
const body = `# A title

Words, **bold**, *slanted*, ~~gone~~, \`code\`, a [link](https://a.example.net/x) and a footnote[^1].

## A second title

### A third

> A quote
>
> > in a quote

- one
  - two
    1. three
- [ ] to do
- [x] done

| left | middle | right |
| :--- | :----: | ----: |
| 1    |   2    |     3 |

\`\`\`js
const answer = 42; // a line that is so long that it does not fit into the width of a mail, whatever the type is
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

---

![A photo](https://news.example.net/files/${photo}/photo.webp)

![A picture of another site](https://a.example.net/b.png)

<a class="button" href="https://a.example.net/buy">Buy</a>

<div class="callout">

A remark

</div>

<div class="gallery">

![One](https://news.example.net/files/${photo}/photo.webp) ![Other](https://a.example.net/b.png)

</div>

<div class="cta">

[Do it](https://a.example.net/do)

</div>

<a class="bookmark" href="https://a.example.net/page"><strong>A page</strong><br>About it</a>

<figure><img src="https://news.example.net/files/${photo}/photo.webp" alt="A photo"><figcaption>What it shows</figcaption></figure>

<p style="background:#fff3cd">A box, <a href="https://a.example.net">with a link</a></p>

<p style="color:#333">Gray words</p>

<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>

مرحبا بالعالم

[^1]: A note.
`;

const values: MessageValues = {
  subscriber: { email: 'ada@example.net', type: 'regular', tags: [], metadata: {} },
  newsletter: {
    name: 'The Harbour',
    description: 'Tides',
    postal_address: '1 Quay\nHarbour',
    header_image: 'https://news.example.net/files/1/head.png',
    logo: 'https://news.example.net/files/1/logo.png',
  },
  email: {
    subject: 'A title',
    absolute_url: 'https://news.example.net/harbour/archive/a/',
    secondary_id: 12,
    heading: {
      has_title: true,
      byline: [{ is: 'date', words: '1 May 2026' }],
      picture: 'https://news.example.net/files/1/lead.jpg',
    },
  },
  unsubscribe_url: 'https://news.example.net/unsubscribe/x',
  manage_subscription_url: 'https://news.example.net/manage/x',
  answer_url: 'https://news.example.org/manage/answer/token',
  referral_url: 'https://news.example.org/lighthouse?referral_code=code',
  subscribe_url: 'https://news.example.net/harbour',
  medium: 'email',
};

function mailOf(look: Partial<Look>, template: EmailTemplate | null, locale = 'en', text = body): string {
  const layout = themeOf(theme, template, { ...emptyLook, ...look, locale, formal_words: false, words: {} });
  const source = { subject: 'A title', description: 'A line', body: text, pictures };
  return compileMessage(source, layout).fill(values).html;
}

test('mails of every theme use nothing that Gmail or Outlook drops, unless there is something in its place', () => {
  for (const archive_theme of designs.keys())
    for (const template of [null, 'modern', 'classic', 'naked'] as const)
      for (const locale of ['en', 'ar', 'ja'])
        assert.deepEqual(
          findLeftOut(mailOf({ archive_theme }, template, locale)),
          [],
          `${archive_theme} ${template} ${locale}`,
        );
});

test('no setting of the look changes that', () => {
  const looks: Partial<Look>[] = [
    { background_color: '#111122', text_color: '#eeeeee', tint_color: '#ffcc00' },
    { typeface: 'typewriter', heading_typeface: 'geometric', text_size: 'large', corners: 'round' },
    { button_style: 'outlined', link_style: 'highlighted', title_alignment: 'center', page_width: 'wide' },
    { css: '.content p { margin: 0 0 10px } @media (max-width: 480px) { .content p { margin: 0 } }' },
  ];
  for (const look of looks) assert.deepEqual(findLeftOut(mailOf(look, null)), [], JSON.stringify(look));
});

test('the service’s own mails use nothing of that kind either', () => {
  for (const [name, mail] of Object.entries(theme.mails)) {
    const given = {
      ...values,
      confirm_url: 'https://news.example.net/confirm/x',
      grant: { kind: 'gift', message: 'For you', end: '1 May' },
    };
    const { html } = compileMessage(
      mail,
      themeOf(theme, null, { ...emptyLook, locale: 'de', formal_words: false, words: {} }),
    ).fill(given);
    assert.deepEqual(findLeftOut(html), [], name);
  }
});

test('a feature that one of them drops is found', () => {
  for (const [html, found] of [
    ['<div style="display:flex">x</div>', /display: flex/],
    ['<p style="color:var(--ink)">x</p>', /variables/],
    ['<p style="color:rgba(0,0,0,.5)">x</p>', /colors/],
    ['<p style="font-size:1rem">x</p>', /units/],
    ['<p style="margin:0 0 -8px">x</p>', /not below zero/],
    ['<p style="margin-inline-start:8px">x</p>', /unknown/],
    ['<p style="background-color:#fff;position:absolute">x</p>', /position/],
    ['<img alt="" src="https://a.net/files/1/a.jpg" style="max-width:100%">', /no limit/],
    ['<img alt="" src="https://a.net/files/1/a.webp" width="3">', /this picture/],
    ['<img alt="" src="data:image/png;base64,AA" width="3">', /this picture/],
    ['<img src="https://a.net/a.png" srcset="b 2x" alt="">', /srcset/],
    ['<div style="display:none">x</div>', /Outlook: shown/],
    ['<svg></svg>', /no such element/],
    ['<style>.a{color:red}</style>', /in the head/],
    ['<style>@media (prefers-color-scheme: dark){.a:not(.b){color:red}}</style>', /selectors/],
  ] as const)
    assert.match(findLeftOut(html).join('\n'), found, html);
});
