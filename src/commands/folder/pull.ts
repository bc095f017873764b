import type { Email } from '../../client/schema.ts';
import type { Screen } from '../bulk.ts';
import { fileNameOf, isTaken, readTextFile, writeFile } from './files.ts';
import { fieldNames, writeText } from './front-matter.ts';
import { asked, type Place, readEmail } from './remote.ts';
import { readBase, writeBase, writeState } from './state.ts';

/**
 * Writes the emails of the newsletter with these statuses into the folder, one file each. A file that has changed both here and on the
 * service stays as it is, with the service's version beside it. Returns whether there was no such file.
 */
export async function pullEmails(place: Place, statuses: string[], screen: Screen): Promise<boolean> {
  const ids: string[] = [];
  const query = { status: statuses, excluded_fields: ['body'], ordering: 'creation_date', page_size: 1000 };
  for (let page = 1; ; page += 1) {
    const { data } = await asked(place.postrider.get('/v1/emails', { query: { ...query, page } }));
    ids.push(...data.results.map(({ id }) => id));
    if (data.next === null) break;
  }
  let isClean = true;
  for (const id of ids) isClean = (await pullOne(place, id, screen)) && isClean;
  screen.write(`${ids.length === 1 ? '1 email' : `${ids.length} emails`} in ${place.folder}.\n`);
  return isClean;
}

async function pullOne(place: Place, id: string, screen: Screen): Promise<boolean> {
  const { folder, state } = place;
  const { email, etag } = await readEmail(place, id);
  const known = state.emails[id];
  const isThere = known !== undefined && (await isTaken(folder, known.file));
  if (isThere && known.etag === etag) return true;
  const content = textOf(place, email);
  if (isThere) {
    const local = await readTextFile(folder, known.file);
    const isMine = local !== (await readBase(folder, id)) && local !== content;
    if (isMine) {
      const theirs = await writeBase(folder, id, content, '.server');
      screen.write(
        `${known.file}: changed here and on the service. Its version is in ${theirs}: compare, then remove your file or push with --force\n`,
      );
      return false;
    }
  }
  const file = known?.file ?? (await freeName(folder, email.slug));
  await writeFile(folder, file, content);
  await writeBase(folder, id, content);
  state.emails[id] = { file, etag };
  await writeState(folder, state);
  screen.write(`${file}: ${isThere ? 'updated' : 'written'}\n`);
  return true;
}

/** Returns the file of an email as it is on the service, with the names of tags. */
function textOf({ tags }: Pick<Place, 'tags'>, email: Email): string {
  const all = email as unknown as Record<string, unknown>;
  const fields = Object.fromEntries(fieldNames.map(name => [name, all[name]]));
  const named = (ids: string[]) => ids.map(id => tags.get(id) ?? id);
  fields.included_tags = named(email.included_tags);
  fields.excluded_tags = named(email.excluded_tags);
  // The tag lists and the filters are two forms of one audience.
  if (email.included_tags.length + email.excluded_tags.length > 0) delete fields.filters;
  return writeText({ fields, body: email.body ?? '' });
}

async function freeName(folder: string, slug: string): Promise<string> {
  const name = fileNameOf(slug);
  for (let number = 1; ; number += 1) {
    const file = number === 1 ? `${name}.md` : `${name}-${number}.md`;
    if (!(await isTaken(folder, file))) return file;
  }
}
