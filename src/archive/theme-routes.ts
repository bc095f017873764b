import { z } from 'zod';
import { completeLook, partialLook } from '../accounts/look/designs.ts';
import { emptyLook, typefaces } from '../accounts/look/fields.ts';
import { palettesOf } from '../accounts/look/palette.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';

const colors = z.record(z.string(), z.string());

const api = operations('Newsletters', {
  listThemes: {
    summary: 'List the themes that newsletters can choose',
    description: 'Those that come with the program, and those that an operator has added in THEMES_DIR.',
    access: { settings: 'read' },
    answers: z.object({
      results: z.array(
        z.object({
          name: z.string().describe('The value of archive_theme'),
          title: z.string(),
          description: z.string(),
          look: partialLook.describe('The settings that it decides'),
          colors: z
            .object({ light: colors, dark: colors })
            .describe(
              'The resulting colors for light and for dark screens, by the names of the variables of style sheets',
            ),
          email_layout: z
            .string()
            .describe('The layout of its mails in Liquid, to begin a custom_email_template with'),
        }),
      ),
      typefaces: z
        .array(z.object({ name: z.string(), family: z.string(), weight: z.int() }))
        .describe(
          'What typeface and heading_typeface can be: the value of font-family, and the weight of titles',
        ),
    }),
  },
});

/** Adds the routes of the themes of the installation. */
export function themeRoutes(app: App, { theme }: { theme: Theme }): void {
  app.get('/v1/themes', api.listThemes, () => ({
    results: [...theme.designs.values()].map(design => ({
      name: design.name,
      title: design.title,
      description: design.description,
      look: design.look,
      colors: palettesOf(completeLook(emptyLook, design)),
      email_layout: design.email_html ?? theme.written_layout,
    })),
    typefaces: Object.entries(typefaces).map(([name, typeface]) => ({ name, ...typeface })),
  }));
}
