import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { SnippetMode, Snippets } from '../../platform/database/schema.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { clearable, leftIfEmpty, line, text, timestamp } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

export type Snippet = Selectable<Snippets>;

const identifier = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,99}$/, sentence('input.identifier'));
const name = line(200);
const content = text(100_000);
const modes = ['fancy', 'naked', 'plaintext'] as const satisfies SnippetMode[];
const mode = z
  .enum(modes, sentence('input.one_of', { values: modes.join(', ') }))
  .describe('The editor it was written in; does not affect how the snippet is inserted');

export const snippetFields = { identifier, mode };

export const snippetSchema = z
  .object({
    id: z.string(),
    identifier: z.string().describe('Its name in templates: {{ snippets.IDENTIFIER }}'),
    name: z.string(),
    content: z.string().describe('Markdown or HTML with Liquid, as in a body'),
    mode,
    reference_count: z.int().describe('How many emails (except deleted ones) and automations use it'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Snippet' });

export const snippetCreate = z
  .object({
    identifier,
    name: name.optional(),
    content,
    mode: mode.nullish().transform(value => value ?? ('plaintext' as const)),
  })
  .transform(input => ({ ...input, name: input.name ?? input.identifier }));
export type SnippetCreate = z.output<typeof snippetCreate>;

export const snippetUpdate = z.object({
  identifier: identifier.optional(),
  name: name.optional(),
  content: clearable(content, ''),
  mode: leftIfEmpty(clearable(mode, 'plaintext')),
});
export type SnippetUpdate = z.output<typeof snippetUpdate>;

/** Matches a snippet in a body. PostgreSQL uses it too. */
export const snippetPlace = /\{\{-?\s*snippets\.([\w-]+?)\s*-?\}\}/g;
const unreadable = /\{\{-?\s*snippets\b[^{}]*\}\}/;

/** Returns the identifiers of the snippets that the body names. */
export function snippetsIn(body: string): string[] {
  return [...new Set([...body.matchAll(snippetPlace)].map(([, word]) => word!))];
}

/** Returns, for each line of the body with these snippets inserted, its line in the body as written, counted from 1. */
export function writtenLines(body: string, contents: ReadonlyMap<string, string>): number[] {
  const lines: number[] = [];
  for (const [at, line] of body.split('\n').entries()) {
    const added = [...line.matchAll(snippetPlace)].map(
      ([, word]) => contents.get(word!)?.split('\n').length ?? 1,
    );
    const count = added.reduce((sum, more) => sum + more - 1, 1);
    for (let more = 0; more < count; more += 1) lines.push(at + 1);
  }
  return lines;
}

/** The longest body with snippets; the limit is the same as for a body without them. */
const longestBody = 5_000_000;

/**
 * Inserts the snippets into the body, to be rendered as if they had been written there. Throws `body_invalid` for an
 * unknown snippet, one that does not stand on its own, and a body that becomes too long.
 */
export function insertSnippets(body: string, contents: ReadonlyMap<string, string>): string {
  let length = body.length;
  const complete = body.replace(snippetPlace, (_, word: string) => {
    const found = contents.get(word);
    if (found === undefined) {
      const reason = sentence('emails.no_snippet', { word, example: `{{ snippets.${word} }}` });
      throw new DomainError('body_invalid', `body: ${reason}`, { part: 'body', reason });
    }
    length += found.length;
    if (length > longestBody)
      throw domainError('body_invalid', 'emails.snippets_too_long', { most: longestBody });
    return found;
  });
  const left = unreadable.exec(complete)?.[0];
  if (left === undefined) return complete;
  throw domainError('body_invalid', 'emails.snippet_unreadable', {
    text: left.slice(0, 100),
    example: '{{ snippets.IDENTIFIER }}',
  });
}
