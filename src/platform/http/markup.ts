/** Text that already is HTML. Only `markup` creates it. */
export type Markup = { readonly html: string };

type Part = string | number | Markup | Part[] | false | null | undefined;

/**
 * Fills in an HTML template: values are escaped unless they are markup themselves. Lists are joined; undefined values are left out.
 */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { html: strings.reduce((html, string, at) => html + render(parts[at - 1]) + string) };
}

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.html : escapeHtml(String(part));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
