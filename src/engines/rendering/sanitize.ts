import cssInline from '@css-inline/css-inline';
import sanitize from 'sanitize-html';
import { sentence } from '../../platform/sentences/sentence.ts';
import { boundDepth, deepest } from './depth.ts';
import { escapeHtml } from './markup.ts';
import {
  addAttribute,
  faultAt,
  hasPlaceholder,
  hideTags,
  type Placeholders,
  roleAt,
} from './placeholders.ts';
import { checkBlocksInValue } from './structure.ts';
import type { AttributeKind } from './tags.ts';
import { imageSchemes, linkSchemes } from './urls.ts';
import { droppedElements, showUnclosedTags } from './written-tags.ts';

const layout = ['align', 'valign', 'width', 'height', 'bgcolor'];

const allowedStyles = Object.fromEntries(
  `background background-color border border-bottom border-bottom-color border-bottom-left-radius
  border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color border-left
  border-left-color border-left-style border-left-width border-radius border-right border-right-color
  border-right-style border-right-width border-spacing border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width box-shadow
  box-sizing caption-side clear color direction display empty-cells float font font-family font-size font-style
  font-variant font-weight height letter-spacing line-height list-style list-style-position list-style-type margin
  margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width mso-line-height-rule
  mso-padding-alt mso-table-lspace mso-table-rspace object-fit opacity overflow overflow-wrap padding padding-bottom
  padding-left padding-right padding-top table-layout text-align text-decoration text-decoration-color
  text-decoration-line text-decoration-style text-indent text-transform unicode-bidi vertical-align white-space width
  word-break word-spacing word-wrap`
    .split(/\s+/)
    .map(property => [property, [harmlessValue()]]),
);

// Matches values whose functions only compute a color or a length, and that load nothing and cannot end the declaration.
function harmlessValue(): RegExp {
  return /^(?!.*\/\*)(?:[^\\<>@{}();&]|(?<=\b(?:rgba?|hsla?|calc|min|max|clamp|rect))\([^\\<>@{}();&]*\))*$/i;
}

export const allowedElements = [
  ...sanitize.defaults.allowedTags,
  ...['img', 'del', 'ins', 'center', 'font', 'big', 'tt', 'strike', 'details', 'summary'],
];

const options: sanitize.IOptions = {
  allowedTags: allowedElements,
  nonTextTags: droppedElements,
  allowedAttributes: {
    '*': ['id', 'class', 'title', 'lang', 'dir', 'role', 'aria-*', 'style', ...layout],
    a: ['href', 'name', 'target', 'rel'],
    img: ['src', 'alt', 'border', 'hspace', 'vspace'],
    table: ['border', 'cellpadding', 'cellspacing', 'summary'],
    td: ['colspan', 'rowspan', 'headers', 'nowrap'],
    th: ['colspan', 'rowspan', 'headers', 'nowrap', 'scope', 'abbr'],
    col: ['span'],
    colgroup: ['span'],
    ol: ['start', 'type', 'reversed'],
    ul: ['type'],
    li: ['value', 'type'],
    font: ['color', 'face', 'size'],
    time: ['datetime'],
    data: ['value'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    details: ['open'],
  },
  allowedStyles: { '*': allowedStyles },
  allowedSchemes: linkSchemes,
  allowedSchemesByTag: { img: imageSchemes },
  allowProtocolRelative: false,
  nestingLimit: deepest,
  transformTags: { '*': tidyTag },
  exclusiveFilter: frame => frame.tag === 'img' && !frame.attribs.src,
};

/** The options for previews, which show where in the source a block begins. */
const optionsWithLines: sanitize.IOptions = {
  ...options,
  allowedAttributes: {
    ...options.allowedAttributes,
    '*': ['id', 'class', 'title', 'lang', 'dir', 'role', 'aria-*', 'style', ...layout, 'data-line'],
  },
};

// A table without attributes holds data (Markdown writes these); a layout table has attributes. The inliner's parser
// reorders attributes, so they are sorted.
function tidyTag(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const names = Object.keys(attribs)
    .filter(name => name !== 'href' || attribs.href!.trim() !== '')
    .sort();
  if (tagName === 'table' && names.every(name => name === 'data-line'))
    return { tagName, attribs: { class: 'data', ...attribs } };
  return { tagName, attribs: Object.fromEntries(names.map(name => [name, attribs[name]!])) };
}

/**
 * Returns HTML that is safe in a mail or on our pages: no scripts, handlers, frames, forms or styles that load anything, and links only to
 * http, https, mailto and tel. Sanitising the result again changes nothing.
 */
export function sanitizeHtml(html: string): string {
  return settle(sanitize(boundDepth(showUnclosedTags(html)), options), clean => clean, options);
}

/**
 * Sanitises until neither the sanitiser nor a standard HTML parser changes anything. This removes everything that the two read differently
 * (the source of mutation XSS), and control characters.
 */
function settle(html: string, beforeParsing: (html: string) => string, rules: sanitize.IOptions): string {
  // The newline after <pre> is not part of its text, so each pass would remove another one.
  let clean = html.replace(/[\0-\x08\x0b-\x1f\x7f]/g, '').replace(/(<pre(?: [^>]*)?>)\n+/g, '$1');
  for (let round = 0; round < 8; round++) {
    const parsed = cssInline.inlineFragment(addTableBodies(beforeParsing(clean)), '');
    const again = sanitize(parsed.replace(/<!--(\w*)-->/g, '$1'), rules);
    if (again === clean) return clean;
    clean = again;
  }
  return escapeHtml(clean);
}

// Adds the table bodies. The parser would add a tbody after a tag that begins a loop over rows, and so outside the loop.
function addTableBodies(html: string): string {
  const start = /(<(?:table(?: [^>]*)?|\/caption|\/colgroup|\/thead)>)(\s*(?:<!--\w+-->\s*)+)(?=<tr[ >])/g;
  return html.replace(start, '$1<tbody>$2');
}

/** Like `sanitizeHtml`, for HTML with placeholders: afterwards each one is in text or is an attribute's whole value. */
export function sanitizeLifted(
  html: string,
  placeholders: Placeholders,
  { shows_lines = false } = {},
): string {
  const rules = shows_lines ? optionsWithLines : options;
  const clean = sanitize(boundDepth(html), {
    ...rules,
    onOpenTag: (name, attribs) => {
      refusePlaceholders(name, sentence('rendering.in_element_name'), placeholders);
      for (const attribute of Object.keys(attribs)) {
        refusePlaceholders(attribute, sentence('rendering.in_attribute_names'), placeholders);
      }
    },
    transformTags: {
      '*': (tagName, attribs) => {
        const replaced = Object.entries(attribs).map(([name, value]) => [
          name,
          hasPlaceholder(placeholders, value) ? liftAttribute(name, value, placeholders) : value,
        ]);
        return tidyTag(tagName, Object.fromEntries(replaced));
      },
    },
  });
  return settle(clean, html => hideTags(html, placeholders), rules);
}

function refusePlaceholders(name: string, place: string, placeholders: Placeholders): void {
  const found = new RegExp(placeholders.pattern).exec(name);
  if (found === null) return;
  throw faultAt(placeholders, found[1], sentence('rendering.liquid_misplaced', { place }));
}

function liftAttribute(name: string, value: string, placeholders: Placeholders): string {
  if (name === 'style') return liftStyle(value, placeholders);
  checkBlocksInValue(value, placeholders);
  return addAttribute(placeholders, attributeKind(name), value);
}

function attributeKind(name: string): AttributeKind {
  if (name === 'href' || name === 'cite') return 'link';
  return name === 'src' ? 'image' : 'text';
}

// The sanitiser and the inliner have to read the declarations, so each value keeps its own placeholder.
function liftStyle(value: string, placeholders: Placeholders): string {
  return value.replace(new RegExp(placeholders.pattern, 'g'), (placeholder, number) => {
    if (roleAt(placeholders, number).is === 'output') return addAttribute(placeholders, 'style', placeholder);
    throw faultAt(placeholders, number, sentence('rendering.style_condition'));
  });
}
