import { type Look, tintsOf } from '../../accounts/look.ts';
import type { EmailTemplate } from '../../platform/database/schema.ts';
import { type Voice, voiceOf } from '../../platform/languages/catalogue.ts';
import { type Layout, layoutOf, type Theme, withRules } from './theme.ts';

export type MailLook = Pick<Look, 'tint_color' | 'typeface'>;
/** The settings that change the layout of mails. */
export type MailStyle = MailLook & Voice;

/** How many looks are kept for each theme; reading a layout takes some milliseconds. */
const mostKept = 200;
const kept = new WeakMap<Theme, Map<string, Layout>>();

/**
 * The theme for mails of a newsletter with this look, in the first of these languages that is not empty, or the newsletter's own. `naked` has the mail program's own look, which nothing changes; `classic`
 * keeps its typeface.
 */
export function themeOf(
  spoken: Theme,
  template: EmailTemplate | null,
  look: MailStyle,
  ...languages: string[]
): Theme {
  const theme = spoken.in(voiceOf(look, ...languages));
  const chosen = layoutOf(theme, template);
  const typeface = template === 'classic' ? '' : look.typeface;
  const rules = template === 'naked' ? '' : rulesOf({ tint_color: look.tint_color, typeface });
  if (rules === '') return chosen;
  const layouts = kept.get(theme) ?? new Map<string, Layout>();
  kept.set(theme, layouts);
  const name = `${template === 'classic' ? 'classic' : ''} ${rules}`;
  const layout = layouts.get(name) ?? withRules(chosen, rules);
  layouts.delete(name); // and add it at the end, so that the first one is the least recently used
  layouts.set(name, layout);
  if (layouts.size > mostKept) layouts.delete(layouts.keys().next().value!);
  return { ...chosen, ...layout };
}

const families: Record<string, string> = {
  sans: '-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
};

// Only these colors and families get into the rules, whatever the database says.
function rulesOf(look: MailLook): string {
  const tints = tintsOf(look);
  const family = Object.hasOwn(families, look.typeface) ? families[look.typeface] : undefined;
  return [
    family && `.margin,.content{font-family:${family}}`,
    tints &&
      `.content a{color:${tints.light.color}}
.content .button{background-color:${tints.light.color};color:${tints.light.on_color}}
@media (prefers-color-scheme: dark){
.content a{color:${tints.dark.color} !important}
.content .button{background-color:${tints.dark.color} !important;color:${tints.dark.on_color} !important}
}`,
  ]
    .filter(Boolean)
    .join('\n');
}
