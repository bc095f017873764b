import type { Newsletter, Operations } from '../../../src/client/schema.ts';
import { queryClient } from '../platform/api.ts';
import type { Here } from './newsletters.ts';

export type Themes = Operations['get']['/v1/themes']['answers'][200];
export type Theme = Themes['results'][number];

/** What newsletters can start from. It changes only when the service starts. */
export const themesQuery = ({ newsletter, api }: Here) => ({
  queryKey: ['newsletter', newsletter.id, 'themes'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/v1/themes', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // Without a connection, nothing waits for them.
  networkMode: 'always' as const,
});

/** Resolves when the themes are there, so that nothing moves in a screen that needs them. Without them it shows the rest. */
export const loadThemes = (here: Here) =>
  queryClient.ensureQueryData(themesQuery(here)).catch(() => undefined);

/** The names of Buttondown's themes that a newsletter may have from there. */
const otherNames: Record<string, string> = {
  '': 'default',
  classic: 'default',
  modern: 'default',
  arbus: 'grid',
  lovelace: 'letter',
  myrna: 'plain',
};

/** The theme of the look; undefined if it is not installed, or the themes are not known yet. */
export function themeOf(themes: Themes | undefined, { archive_theme }: Pick<Newsletter, 'archive_theme'>) {
  const name = otherNames[archive_theme] ?? archive_theme;
  return themes?.results.find(theme => theme.name === name);
}

/** The value of font-family of a typeface; undefined for that of the theme. */
export function familyOf(themes: Themes | undefined, name: string | undefined): string | undefined {
  return themes?.typefaces.find(typeface => typeface.name === name)?.family;
}
