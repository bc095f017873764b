/** What front matter may say, and in which form. Everything else is refused: a mistyped name could mail the wrong people. */
const forms = /** @type {const} */ ({
  subject: 'text',
  title: 'text',
  description: 'text',
  slug: 'text',
  image: 'text',
  canonical_url: 'text',
  email_type: 'text',
  archival_mode: 'text',
  commenting_mode: 'text',
  template: 'text',
  locale: 'text',
  publish_date: 'text',
  included_tags: 'list',
  excluded_tags: 'list',
  featured: 'flag',
});

/** The mistake in a file, and the line where it is. */
export class Mistake extends Error {
  /** @param {number} line @param {string} message */
  constructor(line, message) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads a Markdown file that begins with front matter, the part of YAML that emails need: `name: value`, lists as `[a, b]` or in lines
 * that begin with `-`. Throws Mistake for everything else.
 * @param {string} text
 * @returns {Record<string, unknown> & { subject: string, body: string }}
 */
export function readEmail(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end === -1)
    throw new Mistake(
      1,
      'The file must begin with front matter: a line ---, subject: and its text, and another line ---.',
    );
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (let at = 1; at < end; at++) {
    const line = lines[at] ?? '';
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, value] = /^([a-z_]+):(?:\s+(.*))?$/.exec(line) ?? [];
    if (name === undefined)
      throw new Mistake(at + 1, `"${line.trim()}" cannot be read. Write a name, a colon and a value.`);
    if (!isKnown(name))
      throw new Mistake(
        at + 1,
        `"${name}" is not a field of an email. Use ${Object.keys(forms).join(', ')}.`,
      );
    if (name in fields) throw new Mistake(at + 1, `"${name}" is there twice. Remove one.`);
    const items = [];
    while ((value ?? '').trim() === '' && /^\s*-\s/.test(lines[at + 1] ?? '') && at + 1 < end)
      items.push(readText(lines[++at]?.replace(/^\s*-/, '') ?? '', at + 1));
    fields[name] =
      items.length > 0 && forms[name] === 'list' ? items : readValue(forms[name], value ?? '', at + 1);
  }
  const { title, ...others } = fields;
  const subject = others.subject ?? title;
  if (typeof subject !== 'string' || subject === '')
    throw new Mistake(1, 'The email has no subject. Add one to the front matter.');
  return {
    ...others,
    subject,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

/** @param {string} name @returns {name is keyof typeof forms} */
function isKnown(name) {
  return Object.hasOwn(forms, name);
}

/** @param {'text' | 'list' | 'flag'} form @param {string} value @param {number} line */
function readValue(form, value, line) {
  if (form === 'text') return readText(value, line);
  if (form === 'flag') {
    if (/^(true|false)\s*(#.*)?$/.test(value)) return value.startsWith('true');
    throw new Mistake(line, 'The value must be true or false.');
  }
  const [, inner] = /^\[(.*)\]\s*(?:#.*)?$/.exec(value) ?? [];
  if (inner === undefined) throw new Mistake(line, 'The value must be a list, such as [vip, "early birds"].');
  const items = inner.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? [];
  return items.filter(item => item.trim() !== '').map(item => readText(item.trim(), line));
}

/** A text of YAML on one line. @param {string} value @param {number} line */
function readText(value, line) {
  const text = value.trim();
  const [, double, single] = /^(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)')(?:\s+#.*)?$/.exec(text) ?? [];
  if (double !== undefined) return readDouble(double, line);
  if (single !== undefined) return single.replaceAll("''", "'");
  if (/^["'|>&*!%@`{[]/.test(text))
    throw new Mistake(line, 'The value must be text on one line. Put it in quotation marks.');
  return text.replace(/\s+#.*$/, '');
}

/** What JSON and YAML write the same way. @param {string} text @param {number} line @returns {string} */
function readDouble(text, line) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Mistake(line, 'The value has a backslash that means nothing. Use single quotation marks.');
  }
}
