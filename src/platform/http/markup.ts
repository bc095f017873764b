/** Text that is HTML already. Only `markup` makes it. */
export type Markup = { readonly html: string };

type Part = string | number | Markup | Part[] | false | null | undefined;

/** A template for HTML: what is filled in is escaped, unless it is markup itself. Lists are joined, nothing is nothing. */
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
