import type { Email } from '../../../src/client/schema.ts';
import { words } from '../words.ts';
import { isSettled, merge, type Piece, resolve } from './merge.ts';
import { isUntitled } from './untitled.ts';

const names = [
  'subject',
  'body',
  'email_type',
  'included_tags',
  'excluded_tags',
  'slug',
  'description',
  'image',
  'canonical_url',
  'template',
  'locale',
  'archival_mode',
  'featured',
  'commenting_mode',
  'should_send_teaser',
  'custom_teaser',
  'publish_date',
  'reader_time',
  'ignores_cap',
  'ab_test',
] as const satisfies (keyof Email)[];
export type FieldName = (typeof names)[number];
/** The fields that the editor of an email can change. */
export type Fields = Omit<Pick<Email, FieldName>, 'body'> & { body: string };

const empty: Fields = {
  subject: '',
  body: '',
  email_type: 'public',
  included_tags: [],
  excluded_tags: [],
  slug: '',
  description: '',
  image: '',
  canonical_url: '',
  template: null,
  locale: '',
  archival_mode: 'enabled',
  featured: false,
  commenting_mode: 'disabled',
  should_send_teaser: false,
  custom_teaser: '',
  publish_date: null,
  reader_time: null,
  ignores_cap: false,
  ab_test: null,
};

/** Returns the fields of the email, or of a new one. An email without a subject is saved as untitled; its subject is empty here. */
export function fieldsOf(email: Email | undefined): Fields {
  if (!email) return empty;
  const fields = Object.fromEntries(names.map(name => [name, email[name]])) as Fields;
  return {
    ...fields,
    body: email.body ?? '',
    subject: isUntitled(email.subject) ? '' : email.subject,
  };
}

const isEqual = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields of `after` that differ from `before`. */
export function changesOf(before: Fields, after: Fields): Partial<Fields> {
  const changed = names.filter(name => !isEqual(before[name], after[name]));
  return Object.fromEntries(changed.map(name => [name, after[name]])) as Partial<Fields>;
}

/** Returns the value of a field in words, with the names of tags. */
export function shownValue(value: Fields[FieldName], tags: readonly { id: string; name: string }[]): string {
  if (Array.isArray(value)) return value.map(id => tags.find(tag => tag.id === id)?.name ?? id).join(', ');
  if (typeof value === 'boolean') return value ? words.parts.yes : words.parts.no;
  if (value !== null && typeof value === 'object')
    return 'at' in value
      ? value.at
      : value.variants.map(({ subject, from_name, body }) => subject ?? from_name ?? body).join(', ');
  return value ?? '';
}

/** Two merged versions of the fields that both started from `base`. */
export type Merged = {
  /** The merged fields. Where both have changed the same thing, these are mine. */
  fields: Fields;
  theirs: Fields;
  /** The body in pieces. */
  pieces: Piece[];
  /** The other fields that both have changed in different ways. */
  disputed: FieldName[];
};

/** Merges the changes made here into those made elsewhere. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const pieces = merge(base.body, mine.body, theirs.body);
  const disputed: FieldName[] = [];
  const fields = { ...theirs, ...changesOf(base, mine), body: resolve(pieces, new Map()) };
  for (const name of names) {
    if (name === 'body' || isEqual(mine[name], theirs[name])) continue;
    if (!isEqual(base[name], mine[name]) && !isEqual(base[name], theirs[name])) disputed.push(name);
  }
  return { fields, theirs, pieces, disputed };
}

/** Returns true if somebody has to choose. */
export function needsChoice({ pieces, disputed }: Merged): boolean {
  return disputed.length > 0 || !isSettled(pieces);
}

/** Counts the words that readers read, without markup, addresses and Liquid. */
export function countWords(body: string): number {
  const read = body.replace(/\{[{%].*?[}%]\}|<[^>]*>|\]\([^)]*\)/g, ' ');
  return read.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
}
