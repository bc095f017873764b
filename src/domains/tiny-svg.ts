import { Parser } from 'htmlparser2';
import { sentence } from '../platform/sentences/sentence.ts';

/** Elements that the profile forbids: they run code, move, refer to other files or contain another format. */
const forbidden =
  /^(?:script|handler|listener|animate\w*|set|discard|image|foreignobject|a|audio|video|animation|iframe|switch)$/;

/**
 * Lists what keeps an image from being a logo for BIMI: SVG Tiny Portable/Secure (draft-svg-tiny-ps-abrotman §2). Each fault is listed
 * once.
 */
export function findLogoFaults(source: string): string[] {
  const faults = new Set<string>();
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) faults.add(sentence('domains.logo_doctype'));
  let depth = 0;
  let isRootSvg = false;
  let title = '';
  let isInTitle = false;
  const parser = new Parser(
    {
      onopentag(raw, attributes) {
        const name = raw.replace(/^.*:/, '').toLowerCase();
        if (depth === 0) isRootSvg = name === 'svg' && judgeRoot(attributes, faults);
        if (forbidden.test(name)) faults.add(sentence('domains.logo_element', { name }));
        if (depth === 1 && name === 'title') isInTitle = true;
        for (const [attribute, value] of Object.entries(attributes)) judgeAttribute(attribute, value, faults);
        depth += 1;
      },
      ontext(text) {
        if (isInTitle) title += text;
      },
      onclosetag() {
        depth -= 1;
        isInTitle = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  if (!isRootSvg) return [sentence('domains.logo_no_svg')];
  if (title.trim() === '') faults.add(sentence('domains.logo_title'));
  return [...faults].slice(0, 5);
}

function judgeRoot(attributes: Record<string, string>, faults: Set<string>): boolean {
  if (attributes.baseProfile !== 'tiny-ps' || attributes.version !== '1.2')
    faults.add(sentence('domains.logo_profile'));
  if ('x' in attributes || 'y' in attributes) faults.add(sentence('domains.logo_position'));
  const [, , width, height] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width !== undefined && width !== height) faults.add(sentence('domains.logo_square'));
  return true;
}

function judgeAttribute(attribute: string, value: string, faults: Set<string>): void {
  const isReference = /(?:^|:)href$/i.test(attribute);
  if ((isReference && !value.trim().startsWith('#')) || /url\(\s*['"]?(?!#)/i.test(value))
    faults.add(sentence('domains.logo_reference'));
  if (/^on\w/i.test(attribute))
    faults.add(sentence('domains.logo_element', { name: attribute.slice(0, 50) }));
}
