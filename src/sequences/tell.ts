import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { ownerNotice } from '../domains/mail-owner.ts';
import type { Printer } from '../letters/letter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { readMetadata, type Step } from './definition/actions.ts';

type TellContext = { db: Database; clock: Clock; base_url: string };
type Told = {
  newsletter_key: number;
  name: string;
  sequence_id: string;
  email_address: string | null;
  steps: Step[];
  trigger: string;
};

/** Prints the notification of a step, to the newsletter's own address. */
export function printNotification({ db, clock, base_url }: TellContext): Printer {
  return async ({ subject: place }) => {
    const [run_id, step_id] = place.split(' ');
    const { rows } = await sql<Told>`
      select sequences.newsletter_key, sequences.name, sequences.id as sequence_id, email_address, editions.steps, editions.trigger
      from sequence_runs run
      join sequences on sequences.key = run.sequence_key
      join sequence_editions editions on editions.sequence_key = run.sequence_key and editions.number = run.edition
      left join subscribers on subscribers.key = run.subscriber_key
      where run.id = ${run_id}`.execute(db);
    const [told] = rows;
    const step = told?.steps.find(({ id }) => id === step_id);
    const newsletter: Newsletter | undefined = told && (await findNewsletterOf(db, told));
    if (!told || !step || !newsletter) return undefined;
    const { subject, text } = readMetadata('send_notification', step.action.metadata);
    const about = told.email_address ?? told.trigger;
    const notice = {
      about: 'sequence',
      subject: subject || `${told.name}: ${about}`,
      paragraphs: [
        ...(text ? [text] : []),
        told.email_address
          ? `${told.email_address} has reached this step of the sequence "${told.name}" of ${newsletter.name}.`
          : `The sequence "${told.name}" of ${newsletter.name} has reached this step, because of ${told.trigger}.`,
        `The sequence is at ${base_url}/v1/automations/${told.sequence_id}.`,
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}
