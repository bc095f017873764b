import type { Newsletter } from '../../accounts/newsletter.ts';
import { listDkimKeys, moveDkimKey } from '../../domains/queries.ts';
import type { RecordCheck } from '../../domains/record-check.ts';
import { correctDates, destroyRetired, forgetDestroyed, noteSeen } from '../../domains/rotation-queries.ts';
import { requestLetters } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { keysToTell, planKeys } from './plan-keys.ts';

type Owner = Pick<Newsletter, 'key' | 'id' | 'from_address' | 'dkim_rotation_months'>;
/** Where new keys are made on schedule: in the operator's zone, or in the domain itself. */
export type Successor = { zone: string | undefined };
type Seen = { states: Map<string, RecordCheck['state']>; now: Date; is_steady: boolean };

/**
 * Advances the newsletter's keys after a look at DNS, in the transaction that stores the look: keys that DNS has begin to sign, the keys
 * that they replace retire, and a week later the private halves of those are destroyed. Returns whether keys wait for DNS, and where to
 * make a successor if one is due.
 */
export async function moveKeys(
  trx: Database,
  newsletter: Owner,
  { states, now, is_steady }: Seen,
): Promise<{ is_waiting: boolean; successor: Successor | undefined }> {
  const { key, id, from_address, dkim_rotation_months } = newsletter;
  const domain = domainOf(from_address);
  const ids = [...states.keys()];
  const seen = ids.filter(one => states.get(one) === 'found');
  const unseen = ids.filter(one => ['missing', 'wrong'].includes(states.get(one)!));
  await correctDates(trx, key);
  await noteSeen(trx, key, { seen, unseen });
  const keys = (await listDkimKeys(trx, key)).filter(one => one.domain === domain);
  const plan = planKeys({ keys, states, months: dkim_rotation_months, now, is_steady });
  for (const one of plan.activate) await moveDkimKey(trx, key, one, ['waiting'], 'active');
  for (const one of plan.retire) await moveDkimKey(trx, key, one, ['active'], 'retired');
  if (is_steady) await destroyRetired(trx, key);
  await forgetDestroyed(trx, key);
  const left = await listDkimKeys(trx, key);
  if (keysToTell(left, domain, now).length > 0) await requestLetters(trx, 'tell_dkim_keys', [id]);
  const { wants_successor } = plan;
  return {
    is_waiting: left.some(one => one.domain === domain && one.status === 'waiting'),
    successor: wants_successor && {
      zone: wants_successor.target === '' ? undefined : wants_successor.target.replace(/^[^.]*\./, ''),
    },
  };
}
