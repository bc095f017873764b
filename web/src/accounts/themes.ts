import type { Newsletter, Operations } from '../../../src/client/schema.ts';
import { queryClient } from '../platform/api.ts';
import type { Here } from './newsletters.ts';

export type Themes = Operations['get']['/v1/themes']['answers'][200];
export type Theme = Themes['results'][number];

/** The themes and typefaces that newsletters can choose. The list changes only when the service restarts. */
export const themesQuery = ({ newsletter, api }: Here) => ({
  queryKey: ['newsletter', newsletter.id, 'themes'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/v1/themes', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // Without a connection, the query fails at once instead of waiting.
  networkMode: 'always' as const,
});

/** Resolves when the themes have arrived, so that nothing moves in a screen that needs them. If that fails, the screen shows the rest. */
export const loadThemes = (here: Here) =>
  queryClient.ensureQueryData(themesQuery(here)).catch(() => undefined);

/** Our themes for Buttondown's names, which imported newsletters may have. */
const otherNames: Record<string, string> = {
  '': 'default',
  classic: 'default',
  modern: 'default',
  arbus: 'grid',
  lovelace: 'letter',
  myrna: 'plain',
};

/** Returns the newsletter's theme; undefined if it is not installed, or the themes are not known yet. */
export function themeOf(themes: Themes | undefined, { archive_theme }: Pick<Newsletter, 'archive_theme'>) {
  const name = otherNames[archive_theme] ?? archive_theme;
  return themes?.results.find(theme => theme.name === name);
}

/** Returns the font-family of a typeface; undefined if the theme's own applies. */
export function familyOf(themes: Themes | undefined, name: string | undefined): string | undefined {
  return themes?.typefaces.find(typeface => typeface.name === name)?.family;
}
