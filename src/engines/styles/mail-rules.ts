import type { CssNode, Rule } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';

/** The values of `var(--name)` on light and on dark screens, by name. */
export type MailValues = { light: Readonly<Record<string, string>>; dark: Readonly<Record<string, string>> };

/**
 * Returns a style sheet with its variables as literal values, because hardly any mail program knows variables. Rules whose color differs in
 * the dark are repeated at the end, for programs that know `prefers-color-scheme`; `!important` there beats the style attributes that the
 * rules become. `--light-NAME` is NAME's light value in both schemes.
 */
export function mailRules(css: string, { light, dark }: MailValues): string {
  const sheet = parse(css, { parseValue: false, parseAtrulePrelude: false, parseRulePrelude: false });
  if (sheet.type !== 'StyleSheet') return '';
  const written: string[] = [];
  const inDark: string[] = [];
  sheet.children.forEach(node => {
    written.push(fillIn(generate(node), light, light));
    if (node.type === 'Rule') inDark.push(...darkRule(node, light, dark));
  });
  const scheme = inDark.length === 0 ? '' : `@media (prefers-color-scheme: dark){${inDark.join('')}}`;
  return written.join('') + scheme;
}

function darkRule(rule: Rule, light: MailValues['light'], dark: MailValues['dark']): string[] {
  const declarations: string[] = [];
  rule.block.children.forEach((node: CssNode) => {
    if (node.type !== 'Declaration') return;
    const text = generate(node.value);
    const shown = fillIn(text, dark, light);
    if (shown !== fillIn(text, light, light)) declarations.push(`${node.property}:${shown} !important`);
  });
  return declarations.length === 0 ? [] : [`${generate(rule.prelude)}{${declarations.join(';')}}`];
}

function fillIn(text: string, values: Readonly<Record<string, string>>, light: MailValues['light']): string {
  return text.replace(/var\(--(light-)?([\w-]+)\)/g, (whole, isLight: string | undefined, name: string) => {
    const value = (isLight ? light : values)[name];
    if (value === undefined) throw new Error(`${whole}: there is no such variable`);
    return value;
  });
}
