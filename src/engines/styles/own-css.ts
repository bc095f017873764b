import type { Atrule, CssNode, Declaration, List, Rule } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import { sentence } from '../../platform/sentences/sentence.ts';

/** A line of a newsletter's own CSS or layout that is not used, and the remedy. */
export type StyleFault = { line: number | null; found: string; remedy: string };

type Place = {
  /** Where the rules apply: to the content of mails, or to public pages. */
  of: 'mails' | 'pages';
  /** Whether the address belongs to a file of this installation. */
  isOwnFile(address: string): boolean;
  /** The variables that rules may use. */
  variables: ReadonlySet<string>;
};

const checkAround = sentence('styles.check_around');
const withoutThem = sentence('styles.without_characters');

const usableAtrules: Record<Place['of'], readonly string[]> = {
  mails: ['media'],
  pages: ['media', 'supports', 'container', 'keyframes', 'font-face'],
};
/** At-rules that define a name. They cannot be inside a scope and need none. */
const unscoped = ['keyframes', 'font-face'];

/**
 * Returns the usable part of a newsletter's own CSS, and the parts that are left out. Rules for mails apply to the content of emails, and
 * those for pages to elements with the class `site`, which never contain a form, consent or a link to unsubscribe or sign in.
 */
export function ownCss(css: string, place: Place): { css: string; faults: StyleFault[] } {
  const faults: StyleFault[] = [];
  const refuse: Refuse = (node, found, remedy) => {
    faults.push({ line: node.loc?.start.line ?? null, found, remedy });
    return false;
  };
  const sheet = parse(css, {
    positions: true,
    parseValue: false,
    parseCustomProperty: false,
    parseAtrulePrelude: false,
    onParseError: ({ line, message }) => faults.push({ line, found: message, remedy: checkAround }),
  });
  if (sheet.type !== 'StyleSheet') return { css: '', faults };
  const rules: string[] = [];
  const named: string[] = [];
  for (const node of sheet.children.toArray()) {
    const text = node.type === 'Comment' ? '' : writeNode(node, place, refuse);
    if (node.type === 'Atrule' && unscoped.includes(node.name)) named.push(text);
    else rules.push(text);
  }
  const written = rules.join('');
  const scoped = place.of === 'pages' && written ? `@scope (.site) to ([data-kept]){${written}}` : written;
  return { css: named.join('') + scoped, faults: faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

type Refuse = (node: CssNode, found: string, remedy: string) => false;

/** Writes the usable part of the node; empty if none of it can be used. */
function writeNode(node: CssNode, place: Place, refuse: Refuse): string {
  if (node.type === 'Rule') return writeRule(node, place, refuse);
  if (node.type === 'Atrule') return writeAtrule(node, place, refuse);
  if (node.type === 'Raw' && generate(node).trim() !== '')
    refuse(node, sentence('styles.no_css', { text: shorten(generate(node)) }), checkAround);
  return '';
}

function writeAtrule(node: Atrule, place: Place, refuse: Refuse): string {
  const prelude = node.prelude ? generate(node.prelude) : '';
  if (!usableAtrules[place.of].includes(node.name) || !node.block) {
    refuse(
      node,
      sentence(`styles.no_atrule_${place.of}`, { name: node.name }),
      node.name === 'import'
        ? sentence('styles.copy_rules')
        : sentence('styles.use_rules', {
            atrules: usableAtrules[place.of].map(name => `@${name}`).join(', '),
          }),
    );
    return '';
  }
  if (!isUsablePrelude(node, `@${node.name} ${prelude}`, place, refuse)) return '';
  const inside =
    node.name === 'keyframes'
      ? node.block.children
          .toArray()
          .map(frame => writeFrame(frame, place, refuse))
          .join('')
      : node.name === 'font-face'
        ? writeDeclarations(node.block.children, place, refuse)
        : node.block.children
            .toArray()
            .map(child => writeNode(child, place, refuse))
            .join('');
  return inside === '' ? '' : `@${node.name} ${prelude}{${inside}}`;
}

function writeFrame(frame: CssNode, place: Place, refuse: Refuse): string {
  if (frame.type !== 'Rule') return '';
  const moments = generate(frame.prelude);
  if (!/^(?:from|to|[\d.]+%|,)+$/i.test(moments)) {
    refuse(frame, sentence('styles.no_selector', { text: shorten(moments) }), sentence('styles.leave_out'));
    return '';
  }
  return `${moments}{${writeDeclarations(frame.block.children, place, refuse)}}`;
}

function writeRule(rule: Rule, place: Place, refuse: Refuse): string {
  const selectors = rule.prelude.type === 'SelectorList' ? rule.prelude.children.toArray() : [];
  const usable = selectors.map(selector => writeSelector(selector, place, refuse)).filter(Boolean);
  if (rule.prelude.type !== 'SelectorList')
    refuse(
      rule,
      sentence('styles.no_selector', { text: shorten(generate(rule.prelude)) }),
      sentence('styles.write_selector'),
    );
  const inside = writeDeclarations(rule.block.children, place, refuse);
  return usable.length === 0 || inside === '' ? '' : `${usable.join(',')}{${inside}}`;
}

function writeSelector(selector: CssNode, place: Place, refuse: Refuse): string {
  const { of } = place;
  const text = generate(selector);
  if (!isUsablePrelude(selector, text, place, refuse)) return '';
  const rest = text.replace(/^(?:(?:html|body|:root|\.content)(?![\w-])[ >]*)+/, '');
  if (of === 'mails') return rest === '' ? '.content' : `.content ${rest.replace(/^[+~>]\s*/, '')}`;
  if (/:(?:scope|root|host)\b|&/.test(text) || rest === '' || /^(?:html|body)\b/.test(text)) {
    refuse(
      selector,
      sentence('styles.whole_page', { text: shorten(text) }),
      sentence('styles.name_elements'),
    );
    return '';
  }
  return text;
}

function writeDeclarations(children: List<CssNode>, place: Place, refuse: Refuse): string {
  return children
    .toArray()
    .filter((node): node is Declaration => {
      if (node.type === 'Declaration') return isUsable(node, place, refuse);
      if (node.type === 'Rule' || node.type === 'Atrule')
        refuse(node, sentence('styles.rule_in_rule'), sentence('styles.write_alone'));
      else if (node.type === 'Raw' && generate(node).trim() !== '')
        refuse(
          node,
          sentence('styles.no_declaration', { text: shorten(generate(node)) }),
          sentence('styles.write_declaration'),
        );
      return false;
    })
    .map(node => generate(node))
    .join(';');
}

function isUsable(node: Declaration, { of, isOwnFile, variables }: Place, refuse: Refuse): boolean {
  const property = node.property.toLowerCase();
  const value = generate(node.value);
  const named = `${property}: ${shorten(value)}`;
  if (!isHarmlessText(property) || !isHarmlessText(value))
    return refuse(node, sentence('styles.characters', { text: named }), withoutThem);
  if (property === 'position' && !/^(?:static|relative)$/i.test(value.trim()))
    return refuse(node, sentence('styles.covers', { declaration: named }), sentence('styles.use_relative'));
  if (
    /^(?:behavior|-moz-binding)$/.test(property) ||
    /expression\s*\(|(?:image-set|src|element|paint)\s*\(/i.test(value)
  )
    return refuse(node, sentence('styles.not_used', { declaration: named }), sentence('styles.leave_out'));
  const addresses = Array.from(value.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi), found =>
    (found[1] ?? found[2] ?? found[3]!).trim(),
  );
  if (/url\s*\(/i.test(value) && of === 'mails')
    return refuse(
      node,
      sentence('styles.not_loaded', { declaration: named }),
      sentence('styles.picture_in_text'),
    );
  if ((value.match(/url/gi)?.length ?? 0) > addresses.length || !addresses.every(isOwnFile))
    return refuse(
      node,
      sentence('styles.loads_elsewhere', { declaration: named }),
      sentence('styles.upload'),
    );
  const unknown = Array.from(value.matchAll(/var\(\s*--([\w-]*)/g), ([, name]) => name!).find(
    name => !variables.has(name),
  );
  if (of === 'mails' && (unknown !== undefined || property.startsWith('--')))
    return refuse(
      node,
      sentence('styles.no_variables', { declaration: named }),
      sentence('styles.write_value', {
        variables: [...variables]
          .slice(0, 6)
          .map(name => `var(--${name})`)
          .join(', '),
      }),
    );
  return true;
}

/** Whether the text before a block can be written. In a mail, values would be filled in there as well. */
function isUsablePrelude(node: CssNode, text: string, { of }: Place, refuse: Refuse): boolean {
  if (!isHarmlessText(text))
    return refuse(node, sentence('styles.characters', { text: shorten(text) }), withoutThem);
  if (of === 'mails' && text.includes('var('))
    return refuse(
      node,
      sentence('styles.no_variables', { declaration: shorten(text) }),
      sentence('styles.leave_out'),
    );
  return true;
}

/** Whether the text is harmless. Escapes would hide its meaning, and the end of an element would end the style sheet. */
function isHarmlessText(text: string): boolean {
  return !/\\|<[/!]/.test(text);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
