import { CommandError } from '../command.ts';

/** An email in the form of a file: its fields by their names in the API, and its body. */
export type Text = { fields: Record<string, unknown>; body: string };

/** The fields in their order, with their usual values, which are left out of a file. */
const usual: Readonly<Record<string, unknown>> = {
  id: undefined,
  subject: undefined,
  status: undefined,
  slug: undefined,
  publish_date: null,
  email_type: 'public',
  included_tags: [],
  excluded_tags: [],
  filters: { filters: [], groups: [], predicate: 'and' },
  description: '',
  image: '',
  canonical_url: '',
  metadata: {},
  attachments: [],
  should_send_teaser: false,
  custom_teaser: '',
  archival_mode: 'enabled',
  featured: false,
  commenting_mode: 'disabled',
  related_email_ids: [],
  template: null,
  locale: '',
  ignores_cap: false,
  reader_time: null,
  ab_test: null,
};
export const fieldNames = Object.keys(usual);

/**
 * Writes the fields as front matter, one line each, before the body. A value is JSON, and so also YAML, except that text which cannot be
 * read as anything else stands without quotes.
 */
export function writeText({ fields, body }: Text): string {
  const lines = fieldNames
    .filter(name => fields[name] !== undefined && !isUsual(name, fields[name]))
    .map(name => `${name}: ${writeValue(fields[name])}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}

function isUsual(name: string, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(usual[name]);
}

function writeValue(value: unknown): string {
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** Returns whether YAML reads the text, without quotes, as this text. */
function isPlain(text: string): boolean {
  return (
    /^[\p{L}\d](?:[^\p{Cc}#]*[^\p{Cc}\s#:])?$/u.test(text) &&
    !/:\s|^[\d.+-]+$|^\d{4}-\d\d-\d\d$|^(?:true|false|null|yes|no|on|off|y|n)$|^0[xo]/i.test(text) &&
    !/^\d[\d_.]*e/i.test(text)
  );
}

/**
 * Reads a file. In a file with CRLF, that is only the form of its lines, so the body gets LF. Throws CommandError, naming the line, for
 * anything but fields of emails on one line each.
 */
export function readText(content: string, file: string): Text {
  const isWindows = /^\uFEFF?---\r\n/.test(content);
  const text = (isWindows ? content.replaceAll('\r\n', '\n') : content).replace(/^\uFEFF/, '');
  const [, head, body] = /^---\n((?:(?!---\n).*\n)*)---(?:\n\n?([\s\S]*))?$/.exec(text) ?? [];
  if (head === undefined)
    throw new CommandError(
      `${file}: begin the file with a line ---, then fields such as "subject: Hello", then another line ---`,
    );
  const fields: Record<string, unknown> = {};
  for (const [at, line] of head.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([a-z_]+):(?: (.*))?$/.exec(line) ?? [];
    if (!fieldNames.includes(name))
      throw new CommandError(
        `${file}, line ${at + 2}: write a field of emails and its value on one line, such as "subject: Hello". The fields are ${fieldNames.join(', ')}`,
      );
    if (Object.hasOwn(fields, name))
      throw new CommandError(`${file}, line ${at + 2}: ${name} is there twice. Remove one`);
    fields[name] = readValue(value.trim(), `${file}, line ${at + 2}`);
  }
  return { fields, body: body ?? '' };
}

function readValue(text: string, place: string): unknown {
  if (text === '') return '';
  if (/^["[{]/.test(text) || /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      throw new CommandError(
        `${place}: write lists, objects and text in quotes as JSON, such as ["news", "tides"]`,
      );
    }
  }
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return text;
}

/** Returns the fields whose values differ, as a PATCH takes them: a field that is missing afterwards gets its usual value. */
export function changedFields(before: Text, after: Text): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const name of fieldNames) {
    if (name === 'id') continue;
    const [was, is] = [before, after].map(({ fields }) => fields[name] ?? usual[name]);
    if (JSON.stringify(was) !== JSON.stringify(is) && is !== undefined) changes[name] = is;
  }
  if (before.body !== after.body) changes.body = after.body;
  return changes;
}
