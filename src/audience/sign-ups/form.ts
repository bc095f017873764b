import { lineOf } from '../../platform/http/words.ts';
import { parseMailAddress } from '../../platform/mail/address.ts';

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
  /** Where they came from, if the form says so. */
  referrer_url: string;
  /** Whether a field is filled in that people do not see. */
  trapped: boolean;
  /** Whether it is the form on the newsletter's own page. */
  own_form: boolean;
  /** Whether it is that form, shown in a frame on another site. */
  embedded: boolean;
  captcha: string;
};

/** What the hidden field `form` of the form in a frame says. */
export const embeddedForm = 'embed';

const most = { tags: 20, metadata: 20 };
const metadataKey = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,49}$/;

/** The wish in a form's fields and its address, which may name tags as well; whatever cannot be used is ignored. */
export function readWish(form: URLSearchParams, query: Record<string, string | string[]> = {}): Wish {
  const line = (name: string, longest = 500) => lineOf(form.get(name) ?? '', longest);
  const metadata = [...form]
    .filter(([name]) => name.startsWith('metadata__'))
    .map(([name, value]) => [name.slice('metadata__'.length), lineOf(value, 500)] as const)
    .filter(([name, value]) => metadataKey.test(name) && name !== '__proto__' && value !== '')
    .slice(0, most.metadata);
  return {
    address: parseMailAddress(form.get('email') ?? ''),
    typed: line('email'),
    tags: tagWords([...form.getAll('tag'), ...form.getAll('tags'), ...tagsInAddress(query)]),
    metadata: Object.fromEntries(metadata),
    utm_campaign: line('utm_campaign'),
    utm_medium: line('utm_medium'),
    utm_source: line('utm_source'),
    referrer_url: line('referrer_url', 2000),
    trapped: (form.get('website') ?? '') !== '',
    own_form: form.get('form') === 'own' || form.get('form') === embeddedForm,
    embedded: form.get('form') === embeddedForm,
    captcha: (form.get('h-captcha-response') ?? form.get('cf-turnstile-response') ?? '').slice(0, 10_000),
  };
}

/** What `tag` in an address says, as it may stand behind the form's own or behind that of the page. */
export function tagsInAddress(query: Record<string, string | string[]>): string[] {
  return tagWords([query.tag ?? [], query.tags ?? []].flat());
}

function tagWords(given: string[]): string[] {
  return given
    .map(tag => lineOf(tag, 100))
    .filter(Boolean)
    .slice(0, most.tags);
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
