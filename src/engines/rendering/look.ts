import { completeLook, designOf, isDesign } from '../../accounts/look/designs.ts';
import { type Look, type LookField, lookOf } from '../../accounts/look/fields.ts';
import { styleOf, styleVariables } from '../../accounts/look/style.ts';
import type { EmailTemplate } from '../../platform/database/schema.ts';
import { DomainError, domainError, messageOf } from '../../platform/errors.ts';
import { type Voice, voiceOf } from '../../platform/languages/catalogue.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { ownCss } from '../styles/own-css.ts';
import { compileMessage } from './compile.ts';
import { findLayoutFaults, type LayoutFault } from './own-layout.ts';
import { literalSides, speak } from './spoken.ts';
import { type Layout, layoutOf, readLayout, type Theme } from './theme.ts';

/** The settings that change the layout of mails. */
export type MailStyle = { [Name in LookField]: unknown } & Voice;

/** How many looks are kept for each theme, because reading a layout takes some milliseconds. */
const mostKept = 200;
const kept = new WeakMap<Theme, Map<string, Layout>>();

/**
 * Returns the theme for mails of a newsletter with this look, in the first of these languages that is not empty, or else the newsletter's
 * own. `naked` has the mail program's own look, which nothing changes; `classic` keeps its typeface. The look is resolved here, once for
 * each email, never for a recipient.
 */
export function themeOf(
  spoken: Theme,
  template: EmailTemplate | null,
  newsletter: MailStyle,
  ...languages: string[]
): Theme {
  const theme = spoken.in(voiceOf(newsletter, ...languages));
  const chosen = layoutOf(theme, template);
  if (template === 'naked') return chosen;
  const look = lookOf(newsletter);
  const layouts = kept.get(theme) ?? new Map<string, Layout>();
  kept.set(theme, layouts);
  const name = nameOf(template, look);
  const layout = layouts.get(name) ?? layoutWith(theme, chosen, template, look);
  layouts.delete(name); // and add it at the end, so that the first one is the least recently used
  layouts.set(name, layout);
  if (layouts.size > mostKept) layouts.delete(layouts.keys().next().value!);
  return { ...chosen, ...layout };
}

const onlyOnPages: readonly LookField[] = [
  'web_css',
  'theme_configuration',
  'email_theme_configuration',
  'socials',
];

function nameOf(template: EmailTemplate | null, look: Look): string {
  const values = Object.entries(look).filter(([name]) => !onlyOnPages.includes(name as LookField));
  return JSON.stringify([template === 'classic' || template === 'custom' ? template : '', ...values]);
}

function layoutWith(theme: Theme, chosen: Layout, template: EmailTemplate | null, look: Look): Layout {
  const design = designOf(theme.designs, look);
  const style = styleOf(completeLook(look, design));
  const own = template === 'custom' ? usableLayout(look) : template === 'classic' ? null : design.email_html;
  const source = own === null ? chosen.source : speak(own, theme.words, 'html');
  const rules = [chosen.rules, template === 'classic' ? '' : design.mail_css, ownMailCss(look.css).css];
  const layout = () => readLayout(source, literalSides(rules.join('\n'), theme.dir), style, theme.dir);
  return template === 'custom' ? namingTemplate(layout) : layout();
}

/**
 * Throws `request_invalid` unless a look whose settings change can be used: its theme is installed, and its texts around emails can be
 * rendered. CSS and a layout of its own are stored as they are: a preview shows which parts of them are used.
 */
export function demandLook(
  theme: Theme,
  newsletter: MailStyle,
  changes: Partial<Record<string, unknown>>,
): void {
  const { archive_theme, header, footer } = lookOf(newsletter);
  if ('archive_theme' in changes && !isDesign(theme.designs, archive_theme))
    throw domainError('request_invalid', 'rendering.no_theme', {
      theme: archive_theme,
      themes: [...theme.designs.keys()].join(', '),
    });
  for (const [name, body] of Object.entries({ header, footer }))
    if (name in changes) demandText(name, body, theme);
}

function demandText(name: string, body: string, theme: Theme): void {
  try {
    compileMessage({ subject: '', description: '', body }, theme);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(
      'request_invalid',
      error.detail.replace(/^body\b[,:]?/, `${name}:`),
      error.metadata,
    );
  }
}

/** Returns the usable part of a newsletter's own CSS for mails, and the parts that are left out. */
export function ownMailCss(css: string): ReturnType<typeof ownCss> {
  return css.trim() === ''
    ? { css: '', faults: [] }
    : ownCss(css, { of: 'mails', isOwnFile: () => false, variables });
}

const variables: ReadonlySet<string> = new Set(styleVariables);

/** Returns the newsletter's own layout. Throws `email_invalid` if it cannot be used. */
function usableLayout({ custom_email_template }: Look): string {
  const [fault] = findLayoutFaults(custom_email_template);
  if (!fault) return custom_email_template;
  const { line, found, remedy } = fault;
  throw new DomainError(
    'email_invalid',
    line === null
      ? sentence('rendering.layout_fault', { found, remedy })
      : sentence('rendering.layout_fault_at', { line, found, remedy }),
  );
}

/** Returns the faults that keep the newsletter's own layout from being used. */
export function findOwnLayoutFaults(theme: Theme, newsletter: MailStyle): LayoutFault[] {
  const faults = findLayoutFaults(lookOf(newsletter).custom_email_template);
  if (faults.length > 0) return faults;
  try {
    themeOf(theme, 'custom', newsletter);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ check: 'liquid', line: null, found: error.detail, remedy: sentence('styles.correct_liquid') }];
  }
}

function namingTemplate<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw domainError('email_invalid', 'rendering.layout_unusable', { why: `${messageOf(error)}.` });
  }
}
