import { lineOf } from '../platform/http/words.ts';
import { parseMailAddress } from '../platform/mail/address.ts';

/** What somebody has typed into a sign-up form, ours or one on any other site. */
export type Wish = {
  /** Null when it is none. */
  address: string | null;
  /** What was typed for it. */
  typed: string;
  /** Ids or names. */
  tags: string[];
  metadata: Record<string, string>;
  utm_campaign: string;
  utm_medium: string;
  utm_source: string;
  /** Whether a field is filled in that people do not see. */
  trapped: boolean;
  /** Whether it is the form on the newsletter's own page. */
  own_form: boolean;
  captcha: string;
};

const most = { tags: 20, metadata: 20 };
const metadataKey = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,49}$/;

/** The wish in a form's fields; whatever cannot be used is passed over. */
export function readWish(form: URLSearchParams): Wish {
  const line = (name: string, longest = 500) => lineOf(form.get(name) ?? '', longest);
  const metadata = [...form]
    .filter(([name]) => name.startsWith('metadata__'))
    .map(([name, value]) => [name.slice('metadata__'.length), lineOf(value, 500)] as const)
    .filter(([name, value]) => metadataKey.test(name) && name !== '__proto__' && value !== '')
    .slice(0, most.metadata);
  return {
    address: parseMailAddress(form.get('email') ?? ''),
    typed: line('email'),
    tags: [...form.getAll('tag'), ...form.getAll('tags')]
      .map(tag => lineOf(tag, 100))
      .filter(Boolean)
      .slice(0, most.tags),
    metadata: Object.fromEntries(metadata),
    utm_campaign: line('utm_campaign'),
    utm_medium: line('utm_medium'),
    utm_source: line('utm_source'),
    trapped: (form.get('website') ?? '') !== '',
    own_form: form.get('form') === 'own',
    captcha: (form.get('h-captcha-response') ?? form.get('cf-turnstile-response') ?? '').slice(0, 10_000),
  };
}

/** The same fields as a JSON object: `tag` or `tags` may be a list, and `metadata` an object. */
export function formOf(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  if (typeof body !== 'object' || body === null) return form;
  const { metadata, ...fields } = body as Record<string, unknown>;
  if (fields.email === undefined) fields.email = fields.email_address;
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat().slice(0, 100)) if (typeof one === 'string') form.append(name, one);
  if (typeof metadata === 'object' && metadata !== null)
    for (const [name, value] of Object.entries(metadata).slice(0, 100))
      if (['string', 'number', 'boolean'].includes(typeof value))
        form.append(`metadata__${name}`, String(value));
  return form;
}
