import type { Newsletter } from '../../accounts/newsletter.ts';
import { bounded, longestAnswer } from '../../audience/filter/bounded.ts';
import { matching } from '../../audience/subscribers/search.ts';
import { hashAddress } from '../../audience/subscribers/suppression.ts';
import type { Database } from '../../platform/database/connect.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { explainSuppression } from '../ledger/why-suppressed.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countSuppressions, listPlaces, listSuppressed, type Wanted } from './queries.ts';
import { reasons, type Suppression, type SuppressionParameters, typeOfReason } from './suppression.ts';

type Listed = { results: Suppression[]; count: number; cursor: string | undefined };

/**
 * Lists one page of the people whom the newsletter mails no more, the newest first, with their total and the cursor of the next page.
 * Throws `filter_too_slow`, and `request_invalid` for a cursor that we did not write.
 */
export async function listSuppressions(
  db: Database,
  secret: Secret,
  newsletter: Newsletter,
  parameters: SuppressionParameters,
): Promise<Listed> {
  const read = (some: Database) => readList(some, secret, newsletter, parameters);
  return parameters.search === undefined ? read(db) : bounded(db, longestAnswer, read);
}

async function readList(
  db: Database,
  secret: Secret,
  newsletter: Newsletter,
  { reason, search, subscriber_id, page, page_size, cursor }: SuppressionParameters,
): Promise<Listed> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const asked = reasons.filter(one => reason === undefined || reason.includes(one));
  const wanted: Wanted = {
    newsletter_key: newsletter.key,
    types: asked.flatMap(one => (one === 'erased' ? [] : typeOfReason[one])),
    search: search === undefined ? undefined : matching(search),
    subscriber_id,
    erased:
      asked.includes('erased') && subscriber_id === undefined
        ? erasedNamed(secret, newsletter, search)
        : 'none',
  };
  const places = await listPlaces(db, wanted, after, {
    limit: page_size,
    offset: after ? 0 : (page - 1) * page_size,
  });
  const count = after?.count ?? (await countSuppressions(db, wanted));
  const last = places.length === page_size ? places.at(-1) : undefined;
  const known = await listSuppressed(
    db,
    places.flatMap(({ key }) => key ?? []),
  );
  const byKey = new Map(known.map(row => [row.key, row]));
  const results = places.flatMap(({ key, hash, date }): Suppression[] => {
    if (key === null) return [showErased(hash!, date)];
    const row = byKey.get(key);
    return row ? [showSuppressed(row, date)] : [];
  });
  return { results, count, cursor: last && writeCursor({ ...last, count }) };
}

/** Returns which erased people match the search text. Only a hash is known of them, so that only a whole address finds them. */
function erasedNamed(secret: Secret, newsletter: Newsletter, search: string | undefined): Wanted['erased'] {
  if (search === undefined) return 'all';
  const address = parseMailAddress(search.trim());
  return address === null ? 'none' : hashAddress(secret, newsletter, normalAddress(address));
}

function showErased(hash: string, suppression_date: string): Suppression {
  return {
    id: hash,
    reason: 'erased',
    email_address: null,
    subscriber_id: null,
    by_person: false,
    detail: '',
    explanation: sentence('explain.data_erased'),
    evidence: null,
    can_be_lifted: false,
    suppression_date,
  };
}

type Row = Awaited<ReturnType<typeof listSuppressed>>[number];

function showSuppressed(
  { id, type, email_address, detail, has_left, evidence }: Row,
  suppression_date: string,
): Suppression {
  const reason = reasons.filter(one => one !== 'erased').find(one => typeOfReason[one] === type) ?? 'removed';
  const by_person = reason === 'complained' || (reason === 'unsubscribed' && has_left);
  return {
    id,
    reason,
    email_address,
    subscriber_id: id,
    by_person,
    detail,
    explanation: explainSuppression(reason, by_person, { detail, pattern: evidence?.pattern ?? null }),
    evidence,
    can_be_lifted: (reason === 'bounced' || reason === 'blocked') && !has_left,
    suppression_date,
  };
}
