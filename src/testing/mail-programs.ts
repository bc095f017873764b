import { Parser } from 'htmlparser2';

/**
 * The HTML and CSS that Gmail and Outlook for Windows leave out of a mail, as far as our mails could use it, in our own words. The sources
 * are https://www.caniemail.com (read in 2026) and Outlook's use of Word. Anything that is in no list here counts as unknown, and a mail
 * must not use it before somebody has looked it up.
 */

type Element = { name: string; attributes: Record<string, string>; style: [string, string][] };
type Mail = { elements: Element[]; sheets: string[] };

/** Elements and properties that both show. */
const shownByBoth = new Set(
  `background-color border border-bottom border-bottom-color border-collapse border-left border-left-color border-right
  border-right-color border-top border-top-color color direction font-family font-size font-style font-weight height letter-spacing
  line-height list-style margin margin-bottom margin-left margin-right margin-top padding padding-bottom padding-left padding-right
  padding-top table-layout text-align text-decoration text-transform unicode-bidi vertical-align white-space width
  word-break`.split(/\s+/),
);

/** Elements and properties that at least one of them leaves out. `holds` tells whether the element still works then. */
const leftOut: Record<string, { why: string; holds: (element: Element) => boolean }> = {
  'border-radius': { why: 'Outlook: corners are square', holds: () => true },
  'max-height': {
    why: 'Outlook: no limit',
    holds: element => element.name === 'img' || has(element, 'display', /^none$/),
  },
  'max-width': {
    why: 'Outlook: no limit',
    // A table of the full width is inside another one for Outlook; text has the width of its cell; a picture needs an attribute.
    holds: ({ name, attributes }) =>
      name !== 'img' ||
      /^\d+$/.test(attributes.width ?? attributes.height ?? '') ||
      isForeign(attributes.src),
  },
  'mso-hide': { why: 'all others: they know display', holds: element => has(element, 'display', /^none$/) },
  overflow: { why: 'Outlook: nothing is cut', holds: element => has(element, 'mso-hide', /^all$/) },
  'overflow-x': { why: 'Outlook: wider than its place', holds: () => true },
  'text-decoration-color': {
    why: 'both: the line has the color of the text',
    holds: element => has(element, 'text-decoration', /underline|none/),
  },
  '-webkit-text-size-adjust': { why: 'all but Apple’s, which alone need it', holds: () => true },
};

/** Values of properties that both show, although one of them leaves out these values. */
const valuesLeftOut: {
  property: RegExp;
  value: RegExp;
  why: string;
  holds: (element: Element) => boolean;
}[] = [
  {
    property: /^display$/,
    value: /^none$/,
    why: 'Outlook: shown',
    holds: element => has(element, 'mso-hide', /^all$/),
  },
  {
    property: /^display$/,
    value: /^(?:block|inline-block)$/,
    why: 'Outlook: padding of a link is left out',
    // A background or a border still shows what it is.
    holds: element =>
      element.name === 'img' ||
      has(element, 'background-color', /^#/) ||
      has(element, 'border', /^1px solid #/),
  },
  {
    property: /^margin/,
    value: /(?:^|\s)-/,
    why: 'both: not below zero',
    holds: element => has(element, 'list-style', /^none$/),
  },
  { property: /^background-color$/, value: /^transparent$/, why: '', holds: () => true },
  // Both know the shorthand if its value is only a color.
  { property: /^background$/, value: /^#(?:[0-9a-f]{3}){1,2}$/, why: '', holds: () => true },
  {
    property: /^white-space$/,
    value: /^pre$/,
    why: 'Outlook: wider than its place; a rule of its own wraps it',
    holds: () => true,
  },
];

const never: { what: string; in: RegExp }[] = [
  { what: 'variables', in: /\bvar\(|(?:^|[;{\s])--[a-z]/ },
  { what: 'functions of values', in: /\b(?:calc|min|max|clamp|light-dark|color-mix|env)\(/ },
  {
    what: 'colors that Outlook cannot read',
    in: /\b(?:rgba|hsla?|hwb|lab|lch|oklab|oklch|color)\(|#(?:[0-9a-f]{4}|[0-9a-f]{8})\b/i,
  },
  { what: 'units that one of them does not know', in: /\d(?:rem|ch|vw|vh|vmin|vmax|dvh|cqw)\b/ },
  { what: 'what is loaded from a style', in: /url\(|@import|@font-face|expression\(/ },
];

const refusedElements = new Set(
  'script iframe object embed form input button select textarea svg math video audio source picture canvas link base template dialog'.split(
    ' ',
  ),
);
const refusedAttributes = /^(?:on.*|srcset|sizes|loading|background|data-.*|popover|is)$/;
/** Gmail leaves out a style sheet that is longer than this. */
const longestSheet = 16_384;

/** Lists what this mail uses that Gmail or Outlook leaves out, if nothing takes its place. */
export function findLeftOut(html: string): string[] {
  const { elements, sheets } = readMail(html);
  return [
    ...elements.flatMap(findInElement),
    ...sheets.flatMap(findInSheet),
    ...(Buffer.byteLength(html) > 102_000 ? ['Gmail cuts it'] : []),
  ];
}

function findInElement(element: Element): string[] {
  const { name, attributes, style } = element;
  const at = (what: string) => `<${name} class="${attributes.class ?? ''}">: ${what}`;
  return [
    ...(refusedElements.has(name) ? [at('no such element in mails')] : []),
    ...Object.keys(attributes)
      .filter(attribute => refusedAttributes.test(attribute))
      .map(attribute => at(`the attribute ${attribute}`)),
    ...(name === 'img' && /^data:|\.(?:webp|avif|svg)$/i.test(attributes.src ?? '')
      ? [at('this picture')]
      : []),
    ...(name === 'img' && attributes.alt === undefined ? [at('no alternative text')] : []),
    ...style.flatMap(([property, value]) => findInDeclaration(element, property, value).map(at)),
  ];
}

function findInDeclaration(element: Element, property: string, value: string): string[] {
  const said = `${property}: ${value}`;
  const found = never.filter(rule => rule.in.test(said)).map(({ what }) => `${what} (${said})`);
  const values = valuesLeftOut.filter(rule => rule.property.test(property) && rule.value.test(value));
  if (values.some(rule => !rule.holds(element)))
    found.push(`${said} (${values.map(({ why }) => why).join()})`);
  if (shownByBoth.has(property) || values.length > 0) return found;
  const rule = leftOut[property];
  if (!rule) return [...found, `${said} (unknown)`];
  return rule.holds(element) ? found : [...found, `${said} (${rule.why})`];
}

/** Lists everything in the head except rules for narrow and dark screens. Those only change what style attributes already say. */
function findInSheet(sheet: string): string[] {
  const rules = sheet.replace(
    /@media ?\((?:max-width: ?\d+px|prefers-color-scheme: ?dark)\) ?\{(?:[^{}]*\{[^{}]*\})*\}/g,
    '',
  );
  return [
    ...(rules.trim() === '' ? [] : [`in the head: ${rules.trim().slice(0, 80)}`]),
    ...(sheet.length > longestSheet ? ['Gmail leaves out so long a style sheet'] : []),
    ...never.filter(rule => rule.in.test(sheet)).map(({ what }) => `in the head: ${what}`),
    ...(/:(?:not|is|where|has)\(|\[|@supports/.test(sheet)
      ? ['in the head: selectors that Gmail does not read']
      : []),
  ];
}

function readMail(html: string): Mail {
  const elements: Element[] = [];
  const sheets: string[] = [];
  let isSheet = false;
  // Text that only Outlook reads is a comment for all others.
  const parser = new Parser({
    onopentag(name, attributes) {
      isSheet = name === 'style';
      elements.push({ name, attributes, style: declarationsOf(attributes.style ?? '') });
    },
    ontext(text) {
      if (isSheet) sheets.push(text);
    },
    onclosetag(name) {
      if (name === 'style') isSheet = false;
    },
  });
  parser.end(html);
  return { elements, sheets };
}

function declarationsOf(style: string): [string, string][] {
  return style
    .split(';')
    .filter(text => text.trim() !== '')
    .map(text => {
      const [property = '', ...value] = text.split(':');
      return [property.trim(), value.join(':').trim()];
    });
}

function has({ style }: Element, property: string, value: RegExp): boolean {
  return style.some(([name, said]) => name === property && value.test(said));
}

/** Returns true for a picture of another site, whose size nobody knows. Outlook shows it as wide as its file, if it is not too wide. */
function isForeign(src = ''): boolean {
  return !src.includes('/files/');
}
