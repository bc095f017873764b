import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  deleteSnippetRow,
  insertSnippet,
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
} from './snippet.ts';

/** Creates a snippet. Throws `name_already_exists` if the identifier is in use. */
export async function createSnippet(
  db: Database,
  newsletter_key: number,
  input: SnippetCreate,
): Promise<Snippet> {
  return insertSnippet(db, { ...input, id: newId(), newsletter_key }).catch(error =>
    refuseTaken(error, input.identifier),
  );
}

/**
 * Applies `changes`; unsent emails that use the snippet get the new content. Throws `not_found`, `name_already_exists`.
 */
export async function updateSnippet(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: SnippetUpdate,
): Promise<Snippet> {
  return inTransaction(db, async trx => {
    const snippet = await lockSnippet(trx, newsletter_key, id);
    if (!snippet) throw notFound('snippet');
    const wanted = onlyChanges(snippet, changes);
    if (Object.keys(wanted).length === 0) return snippet;
    return updateSnippetRow(trx, snippet.key, wanted).catch(error => refuseTaken(error, changes.identifier));
  });
}

/** Deletes the snippet. An email that still names it cannot be sent until that is fixed. Throws `not_found`. */
export async function deleteSnippet(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!isId(id) || !(await deleteSnippetRow(db, newsletter_key, id))) throw notFound('snippet');
}

/** The body with the newsletter's snippets inserted. Throws `body_invalid` for an unknown one. */
export async function withSnippets(db: Database, newsletter_key: number, body: string): Promise<string> {
  if (!body.includes('snippets')) return body;
  return insertSnippets(body, await listSnippetContents(db, newsletter_key, snippetsIn(body)));
}

function refuseTaken(error: unknown, identifier: string | undefined): never {
  if (!violates(error, 'snippets_identifier_unique')) throw error;
  throw new DomainError(
    'name_already_exists',
    `identifier: ${identifier} is already in use. Choose another.`,
  );
}
