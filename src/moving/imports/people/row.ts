import { originColumns } from '../../../audience/filter/fields.ts';
import { typeOf } from '../../../audience/standing/type.ts';
import { newId } from '../../../platform/ids.ts';
import { canonicalTag } from '../../../platform/languages/tag.ts';
import { normalAddress, parseMailAddress } from '../../../platform/mail/address.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonLine } from '../columns/line.ts';
import { planOf } from './plan.ts';
import { mailStateOf } from './statuses.ts';
import type { TagNumbers } from './tags.ts';

/** The columns of `staged_people`, in the order of writing. */
export const stagedColumns = [
  'import_key',
  'place',
  'file',
  'line',
  'id',
  'email_address',
  'normal_address',
  'address_hashes',
  'type',
  'mail_state',
  'standing',
  'plan',
  'is_asked',
  'tags',
  'metadata',
  'notes',
  ...originColumns,
  'creation_date',
  'confirmation_date',
  'unsubscription_date',
  'unsubscription_reason',
  'has_consent',
  'consent_date',
  'consent_ip_address',
  'consent_page_url',
  'consent_text',
] as const;

/** The values that a row needs in addition to its line. */
export type RowContext = {
  import_key: number;
  /** Whether new people are asked to confirm. */
  confirm: boolean;
  tags: TagNumbers;
  /** The tags that everybody gets. */
  tags_for_all: string[];
  /** Returns the hashes of an address, to recognise erased people; undefined if nobody was erased. */
  hashesOf: ((normal_address: string) => Buffer[]) | undefined;
  now: Date;
};

/** The reason why a line cannot be imported, as a sentence. */
class Refusal extends Error {}

const longestNotes = 20_000;
const longestUrl = 2000;
const longestText = 500;
const longestReason = 2000;
const longestAddress = 100;
const longestFormText = 20_000;
const longestMetadata = 1_000_000;
const mostTagsEach = 1000;

/** Returns the row in PostgreSQL's text format for COPY, or the reason why the line is refused. */
export function rowOf(line: PersonLine, place: number, context: RowContext): string | { refusal: string } {
  try {
    return writeRow(line, place, context);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

function writeRow(line: PersonLine, place: number, context: RowContext): string {
  const { import_key, confirm, hashesOf, now } = context;
  const email_address = addressOf(line.email_address);
  const normal_address = normalAddress(email_address);
  const mail_state = mailStateOf[line.status ?? 'active'] ?? 'subscribed';
  const planned = planOf(line, now);
  const standing = planned?.standing ?? 'regular';
  const type = typeOf({ mail_state, standing });
  const { consent } = line;
  const signed_up = line.creation_date ?? consent?.date;
  const creation_date = past(signed_up, now);
  const row = [
    String(import_key),
    String(place),
    text(line.file, 'file', longestUrl),
    String(line.line),
    newId(),
    email_address,
    normal_address,
    hashesOf ? cell(`{${hashesOf(normal_address).map(hash => `"\\\\x${hash.toString('hex')}"`)}}`) : missing,
    type,
    mail_state,
    standing,
    planned ? cell(JSON.stringify(planned.plan)) : missing,
    confirm && (type === 'regular' || type === 'unactivated') ? 't' : 'f',
    numbersOf([...context.tags_for_all, ...(line.tags ?? [])], context.tags),
    metadataOf(line.metadata),
    text(line.notes, 'notes', longestNotes),
    text(line.referrer_url, 'referrer_url', longestUrl),
    single(line.utm_campaign, 'utm_campaign', longestText),
    single(line.utm_medium, 'utm_medium', longestText),
    single(line.utm_source, 'utm_source', longestText),
    single(line.ip_address ?? consent?.ip_address, 'ip_address', longestAddress),
    canonicalTag(line.locale?.trim() ?? '') ?? '',
    creation_date,
    past(line.confirmation_date, now),
    past(line.unsubscription_date, now),
    text(line.unsubscription_reason, 'unsubscription_reason', longestReason),
    consent ? 't' : 'f',
    consent?.date === signed_up ? creation_date : past(consent?.date, now),
    single(consent?.ip_address, 'consent.ip_address', longestAddress),
    text(consent?.page_url, 'consent.page_url', longestUrl),
    text(consent?.text, 'consent.text', longestFormText),
  ];
  return `${row.join('\t')}\n`;
}

function addressOf(given: string): string {
  const address = parseMailAddress(given);
  if (address !== null) return address;
  const shown = JSON.stringify(given.trim().slice(0, 100).toWellFormed());
  throw new Refusal(
    given.trim() === '' ? sentence('lines.no_address') : sentence('lines.bad_address', { text: shown }),
  );
}

function numbersOf(words: string[], { numberOf }: TagNumbers): string {
  if (words.length === 0) return '{}';
  const numbers = new Set<number>();
  for (const word of words) {
    const number = numberOf(word);
    if (number === undefined) throw new Refusal(sentence('lines.too_many_tags'));
    if (number > 0) numbers.add(number);
  }
  if (numbers.size > mostTagsEach)
    throw new Refusal(sentence('lines.too_many_tags_each', { most: mostTagsEach }));
  return `{${[...numbers].join()}}`;
}

function metadataOf(metadata: Record<string, unknown> | undefined): string {
  if (metadata === undefined) return '{}';
  const json = JSON.stringify(metadata);
  if (json.length > longestMetadata)
    throw new Refusal(sentence('lines.metadata_too_long', { most: longestMetadata }));
  // JSON writes NUL characters and lone surrogates as escapes, which jsonb refuses. The same escape as plain text is harmless.
  if (/\\u(0000|d[89a-f])/i.test(json) && !isStorable(metadata))
    throw new Refusal(sentence('lines.metadata_unreadable'));
  return cell(json);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one));
}

function text(value: string | undefined, field: string, longest: number): string {
  return value === undefined || value === '' ? '' : cell(checked(value, field, longest));
}

function checked(value: string, field: string, longest: number): string {
  if (value.length > longest) throw new Refusal(sentence('lines.field_too_long', { field, most: longest }));
  if (value.includes('\0')) throw new Refusal(sentence('lines.field_nul', { field }));
  return value;
}

/** Returns text that can be written into a header of a mail: line breaks become spaces. */
function single(value: string | undefined, field: string, longest: number): string {
  return value === undefined || value === ''
    ? ''
    : cell(checked(value, field, longest).replace(control, ' '));
}
const control = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Returns the date in UTC. A date in the future, which comes from a wrong time zone, becomes now; a date that nobody can read is missing.
 */
function past(value: string | undefined, now: Date): string {
  if (value === undefined || value === '') return missing;
  const date = new Date(Math.min(Date.parse(value), now.getTime()));
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : missing;
}

const missing = '\\N';
const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Writes a value in the text format of COPY (PostgreSQL's manual, "COPY", Text Format). */
function cell(value: string): string {
  return value.replace(special, character => escapes[character]!);
}
