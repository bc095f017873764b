import { type Author, demandContent } from '../../accounts/content.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { domainError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { withSurveys } from '../surveys/insert.ts';
import { findRequesters } from '../surveys/requesters.ts';
import {
  deleteSnippetRow,
  insertSnippet,
  listSnippetsNamed,
  lockSnippet,
  updateSnippetRow,
} from './queries.ts';
import {
  insertSnippets,
  type Snippet,
  type SnippetCreate,
  type SnippetUpdate,
  snippetPlace,
  snippetsIn,
  writtenLines,
} from './snippet.ts';

/** Creates a snippet. Throws `name_already_exists` if the identifier is in use, and `forbidden` like updateSnippet. */
export async function createSnippet(
  db: Database,
  newsletter_key: number,
  input: SnippetCreate,
  author: Author,
): Promise<Snippet> {
  await demandUnused(db, newsletter_key, author, [input.identifier]);
  return insertSnippet(db, { ...input, id: newId(), newsletter_key, changed_by: author.by }).catch(error =>
    refuseTaken(error, input.identifier),
  );
}

/**
 * Applies `changes`; unsent emails and pages that use the snippet get the new content. Throws `not_found`, `name_already_exists`, and
 * `forbidden` if the author's bounds do not allow changing content that goes out or is public.
 */
export async function updateSnippet(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: SnippetUpdate,
  author: Author,
): Promise<Snippet> {
  return inTransaction(db, async trx => {
    const snippet = await lockSnippet(trx, newsletter_key, id);
    if (!snippet) throw notFound('snippet');
    const wanted = onlyChanges(snippet, changes);
    if (Object.keys(wanted).length === 0) return snippet;
    const is_read = wanted.content !== undefined || wanted.identifier !== undefined;
    if (is_read)
      await demandUnused(trx, newsletter_key, author, [snippet.identifier, wanted.identifier ?? '']);
    const columns = { ...wanted, ...(is_read && { changed_by: author.by }) };
    return updateSnippetRow(trx, snippet.key, columns).catch(error => refuseTaken(error, changes.identifier));
  });
}

/**
 * Deletes the snippet. An email that still uses it cannot be sent until that is fixed. Throws `not_found`, and `forbidden` like
 * updateSnippet.
 */
export async function deleteSnippet(
  db: Database,
  newsletter_key: number,
  id: string,
  author: Author,
): Promise<void> {
  await inTransaction(db, async trx => {
    const snippet = await lockSnippet(trx, newsletter_key, id);
    if (!snippet) throw notFound('snippet');
    await demandUnused(trx, newsletter_key, author, [snippet.identifier]);
    await deleteSnippetRow(trx, snippet.key);
  });
}

/** Returns the body with the newsletter's snippets and surveys inserted. Throws `body_invalid` for an unknown one. */
export async function withSnippets(db: Database, newsletter_key: number, body: string): Promise<string> {
  return (await completeBody(db, newsletter_key, body)).body;
}

/** Like withSnippets. If there are snippets, it also returns for each line the line at which it was written. */
export async function completeBody(
  db: Database,
  newsletter_key: number,
  body: string,
): Promise<{ body: string; written_lines?: number[] }> {
  if (!body.includes('snippets')) return { body: await withSurveys(db, newsletter_key, body) };
  const snippets = await listSnippetsNamed(db, newsletter_key, snippetsIn(body));
  const contents = new Map(snippets.map(({ identifier, content }) => [identifier, content]));
  const complete = await withSurveys(db, newsletter_key, insertSnippets(body, contents));
  return contents.size === 0
    ? { body: complete }
    : { body: complete, written_lines: writtenLines(body, contents) };
}

async function demandUnused(
  db: Database,
  newsletter_key: number,
  author: Author,
  identifiers: string[],
): Promise<void> {
  const why = sentence('people.why_snippet');
  const inTexts = { before: 'snippets.', place: snippetPlace } as const;
  await demandContent(db, author, () => findRequesters(db, newsletter_key, inTexts, identifiers), why);
}

function refuseTaken(error: unknown, identifier: string | undefined): never {
  if (!violates(error, 'snippets_identifier_unique')) throw error;
  throw domainError('name_already_exists', 'emails.identifier_taken', { identifier });
}
