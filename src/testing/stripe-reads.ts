import { sql } from 'kysely';
import { findAccount } from '../payments/account-queries.ts';
import { poll } from '../payments/poll.ts';
import { readObject } from '../payments/read.ts';
import { stripeOf } from '../payments/stripe.ts';
import { newLease } from '../platform/leases.ts';
import type { TestService } from './postrider.ts';

/** Asks Stripe for events, and reads everything that is due because of them. */
export async function catchUp(service: TestService): Promise<void> {
  const account = (await findAccount(service.db, service.newsletter.key))!;
  await poll(service, account, stripeOf(service, account));
  await readDue(service);
}

/** Reads everything that is due from Stripe. */
export async function readDue(service: TestService): Promise<void> {
  for (;;) {
    const lease = newLease();
    const { rows } = await sql<{ id: string }>`
      update payment_objects set work_lease = ${lease}::uuid, work_date = null
      where key = (select key from payment_objects where work_date <= now() order by key limit 1) returning id`.execute(
      service.db,
    );
    if (!rows[0]) return;
    await readObject(service, { id: rows[0].id, work_lease: lease, work_tries: 0 });
  }
}
