import { referralField } from '../../links/referrals.ts';
import { lineOf } from '../../platform/http/words.ts';
import { canonicalTag } from '../../platform/languages/tag.ts';
import { parseMailAddress } from '../../platform/mail/address.ts';

/** The fields of a sent sign-up form, ours or one on another site. */
export type Wish = {
  /** Null if it is not an address. */
  address: string | null;
  /** The text as entered. */
  typed: string;
  /** Ids or names. */
  tags: string[];
  metadata: Record<string, string>;
  utm_campaign: string;
  utm_medium: string;
  utm_source: string;
  /** Where the visitor came from, if the form says so. */
  referrer_url: string;
  /** Whether a field that people cannot see is filled in. */
  trapped: boolean;
  /** Whether the form is the one on the newsletter's own page. */
  own_form: boolean;
  /** Whether the form is ours in a frame on another site. */
  embedded: boolean;
  captcha: string;
  /** The language that the form asks for, or that of its page if it differs from the newsletter's; empty: none. */
  lang: string;
  /** The code of the reader who brought them, as entered; empty: nobody. */
  referral_code: string;
};

/** The value of the hidden field `form` in the framed form. */
export const embeddedForm = 'embed';

const most = { tags: 20, metadata: 20 };
/** The names that metadata from a form may have. */
export const metadataKey = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,49}$/;

/** Reads the fields of a form and the query of its address, which may also name tags. Ignores all values that it cannot use. */
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
    lang: canonicalTag(line('lang', 60)) ?? '',
    referral_code: line(referralField, 100) || lineOf([query[referralField] ?? ''].flat()[0] ?? '', 100),
  };
}

/** Returns the tags in the query of the form's own address or of the page's. */
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
