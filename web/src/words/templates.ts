// Templates with which new emails can begin.
import { counted } from './counted.ts';

export const templates = {
  make: 'New template',
  empty: 'No templates yet',
  empty_detail:
    'A new email can start from a template, with its subject, text and audience. Make one here, or save an email as a template while you write it.',
  note: (subject: string, words: number) => [subject, counted(words, 'word')].filter(Boolean).join(' · '),
  name: 'Name',
  subject: 'Subject',
  subject_hint: '{{ email.secondary_id }} is the number of the issue.',
  body: 'Text',
  edit: 'Edit',
  edit_title: (name: string) => `Change “${name}”`,
  edit_hint: 'Emails that started from it stay as they are.',
  more: (name: string) => `More about “${name}”`,
  remove: 'Delete …',
  made: (name: string) => `The template “${name}” is saved.`,
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: 'Emails that started from it stay as they are.',
  delete_act: 'Delete',
  deleted: (name: string) => `“${name}” deleted.`,
  save_title: 'Save as a template',
  save_hint: 'New emails can start from this subject, text, audience by type, layout and language.',
  save_act: 'Save the template',
  begin: 'Start from',
  last: 'Like your last issue',
} as const;

/** The built-in templates, with which every newsletter can begin an email. */
export const firstTemplates = [
  {
    name: 'Letter',
    detail: 'A greeting, a story, a goodbye',
    subject: '',
    body: `Hello {{ subscriber.metadata.first_name | default: "there" }},

What happened since the last letter?

## The story

Tell one thing, from its beginning.

---

Until next time!`,
  },
  {
    name: 'Reading list',
    detail: 'Links, each with a reason to follow it',
    subject: 'Worth reading, no. {{ email.secondary_id }}',
    body: `What did you read, and why does it matter?

## Three to read

<a class="bookmark" href="https://"><strong>Title</strong><br>Why it is worth their time</a>

<a class="bookmark" href="https://"><strong>Title</strong><br>Why it is worth their time</a>

<a class="bookmark" href="https://"><strong>Title</strong><br>Why it is worth their time</a>

## In short

- One more thing, in a line`,
  },
  {
    name: 'Announcement',
    detail: 'One piece of news and what to do',
    subject: '',
    body: `Say the news in one sentence.

## What is new

What changes for your readers, and from when?

## Why

What did you hear from them, or learn yourself?

<a class="button" href="https://">See it</a>

Any questions? Reply to this email.`,
  },
  {
    name: 'Interview',
    detail: 'Somebody, in their own words',
    subject: '',
    body: `Who is it, and why should your readers meet them?

## How did you begin?

Their answer.

> The sentence that people will remember.

## What are you working on now?

Their answer.

## What should we read?

Their answer.`,
  },
  {
    name: 'Invitation',
    detail: 'When, where, and how to come',
    subject: 'Come along:',
    body: `What happens, and who is it for?

| | |
| --- | --- |
| When | Day and time |
| Where | Place, or a link |
| Price | Free |

<div class="cta"><p>Places are limited.</p><p><a class="button" href="https://">Save a place</a></p></div>

If you cannot come, reply, and I will tell you about the next one.`,
  },
] as const;
