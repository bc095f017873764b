import { type Bounds, unapproved } from '../../accounts/bounds.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteSnippetRow,
  insertSnippet,
  isGoingOut,
  listSnippetContents,
  lockSnippet,
  updateSnippetRow,
} from './queries.ts';
import {
  insertSnippets,
  type Snippet,
  type SnippetCreate,
  type SnippetUpdate,
  snippetsIn,
  writtenLines,
} from './snippet.ts';

/** Creates a snippet. Throws `name_already_exists` if the identifier is in use, and `forbidden` as updateSnippet. */
export async function createSnippet(
  db: Database,
  newsletter_key: number,
  input: SnippetCreate,
  bounds: Bounds,
): Promise<Snippet> {
  await refuseUnapproved(db, newsletter_key, bounds, [input.identifier]);
  return insertSnippet(db, { ...input, id: newId(), newsletter_key }).catch(error =>
    refuseTaken(error, input.identifier),
  );
}

/**
 * Applies `changes`; unsent emails that use the snippet get the new content. Throws `not_found`, `name_already_exists`,
 * and `forbidden` if somebody who needs an approval would change what goes out without one.
 */
export async function updateSnippet(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: SnippetUpdate,
  bounds: Bounds,
): Promise<Snippet> {
  return inTransaction(db, async trx => {
    const snippet = await lockSnippet(trx, newsletter_key, id);
    if (!snippet) throw notFound('snippet');
    const wanted = onlyChanges(snippet, changes);
    if (Object.keys(wanted).length === 0) return snippet;
    await refuseUnapproved(trx, newsletter_key, bounds, [snippet.identifier, wanted.identifier ?? '']);
    return updateSnippetRow(trx, snippet.key, wanted).catch(error => refuseTaken(error, changes.identifier));
  });
}

/**
 * Deletes the snippet. An email that still uses it cannot be sent until that is fixed. Throws `not_found`, and `forbidden`
 * as updateSnippet.
 */
export async function deleteSnippet(
  db: Database,
  newsletter_key: number,
  id: string,
  bounds: Bounds,
): Promise<void> {
  await inTransaction(db, async trx => {
    const snippet = await lockSnippet(trx, newsletter_key, id);
    if (!snippet) throw notFound('snippet');
    await refuseUnapproved(trx, newsletter_key, bounds, [snippet.identifier]);
    await deleteSnippetRow(trx, newsletter_key, id);
  });
}

/** The body with the newsletter's snippets inserted. Throws `body_invalid` for an unknown one. */
export async function withSnippets(db: Database, newsletter_key: number, body: string): Promise<string> {
  return (await completeBody(db, newsletter_key, body)).body;
}

/** Like withSnippets, and says for each line at which line it was written, if there are snippets. */
export async function completeBody(
  db: Database,
  newsletter_key: number,
  body: string,
): Promise<{ body: string; written_lines?: number[] }> {
  if (!body.includes('snippets')) return { body };
  const contents = await listSnippetContents(db, newsletter_key, snippetsIn(body));
  const complete = insertSnippets(body, contents);
  return contents.size === 0 ? { body } : { body: complete, written_lines: writtenLines(body, contents) };
}

async function refuseUnapproved(
  db: Database,
  newsletter_key: number,
  { needs_approval }: Bounds,
  identifiers: string[],
): Promise<void> {
  if (needs_approval && (await isGoingOut(db, newsletter_key, identifiers)))
    throw unapproved('and an automation or a scheduled email uses this snippet');
}

function refuseTaken(error: unknown, identifier: string | undefined): never {
  if (!violates(error, 'snippets_identifier_unique')) throw error;
  throw new DomainError(
    'name_already_exists',
    `identifier: ${identifier} is already in use. Choose another.`,
  );
}
