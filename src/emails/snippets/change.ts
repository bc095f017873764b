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

/** Makes a snippet. Throws `name_already_exists` when the newsletter has one of that identifier. */
export async function createSnippet(
  db: Database,
  newsletter_key: number,
  input: SnippetCreate,
): Promise<Snippet> {
  return insertSnippet(db, { ...input, id: newId(), newsletter_key }).catch(error =>
    refuseTaken(error, input.identifier),
  );
}

/** Changes what `changes` names; emails that name it show the new content when they are sent. Throws `not_found`, `name_already_exists`. */
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

/** Throws `not_found`. An email that still names it cannot be sent until it is mended. */
export async function deleteSnippet(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!isId(id) || !(await deleteSnippetRow(db, newsletter_key, id))) throw notFound('snippet');
}

/** The body with the newsletter's snippets in their places. Throws `body_invalid` for one that does not exist. */
export async function withSnippets(db: Database, newsletter_key: number, body: string): Promise<string> {
  if (!body.includes('snippets')) return body;
  return insertSnippets(body, await listSnippetContents(db, newsletter_key, snippetsIn(body)));
}

function refuseTaken(error: unknown, identifier: string | undefined): never {
  if (!violates(error, 'snippets_identifier_unique')) throw error;
  throw new DomainError(
    'name_already_exists',
    `identifier: another snippet is called ${identifier}; choose another.`,
  );
}
