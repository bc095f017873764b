import { sql } from 'kysely';
import { ownMessageId } from '../delivery/ledger/message-ids.ts';
import { newId } from '../platform/ids.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { TestService } from './postrider.ts';

/** A recipient of an email, with their row of the ledger. */
export type TestReader = {
  email: { key: number; id: string };
  subscriber: { key: number; id: string; email_address: string };
  email_key: number;
  subscriber_key: number;
};

/** Returns the Message-ID of the reader's copy. */
export function messageIdOf(secret: Secret, { email, subscriber }: TestReader): string {
  return `<${ownMessageId(secret, { email_id: email.id, subscriber_id: subscriber.id })}@example.org>`;
}

/** Adds a sent email to the ledger, with this many new readers who got it. */
export async function mailTo(service: TestService, count = 1, sent = new Date()): Promise<TestReader[]> {
  const { db } = service;
  const subscribers: TestReader['subscriber'][] = [];
  for (let made = 0; made < count; made += 1) {
    const email_address = `reader-${newId().slice(-12)}@example.org`;
    const { body } = await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
    subscribers.push({ key: body.secondary_id, id: body.id, email_address });
  }
  return mailAgain(
    { ...service, db },
    subscribers.map(subscriber => ({ subscriber })),
    sent,
  );
}

/** Adds another sent email, to existing subscribers. */
export async function mailAgain(
  { db, api }: TestService,
  readers: Pick<TestReader, 'subscriber'>[],
  sent = new Date(),
): Promise<TestReader[]> {
  const { body } = await api('POST', '/v1/emails', { subject: `Email ${newId()}`, status: 'draft' });
  const email = await db
    .updateTable('emails')
    .set({ status: 'sent', publish_date: sent.toISOString(), creation_date: sent.toISOString() })
    .where('id', '=', body.id)
    .returning(['key', 'id'])
    .executeTakeFirstOrThrow();
  const keys = readers.map(({ subscriber }) => subscriber.key);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date)
    select ${email.key}, key, 'accepted', 1, ${sent.toISOString()} from unnest(${keys}::bigint[]) as key`.execute(
    db,
  );
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, accepted, first_pass_done, next_attempt_date)
    values (${email.key}, ${Math.min(...keys)}, ${Math.max(...keys)}, ${keys.length}, true, null)`.execute(
    db,
  );
  return readers.map(({ subscriber }) => ({
    email,
    subscriber,
    email_key: email.key,
    subscriber_key: subscriber.key,
  }));
}

/** Returns a delivery status notification (RFC 3464), with a new Message-ID unless one is given. */
export function bounceMessage(
  recipient: string,
  {
    status = '5.1.1',
    action = 'failed',
    words = `550 ${status} user unknown`,
    id = newId(),
    about = '',
  }: { status?: string; action?: string; words?: string; id?: string; about?: string } = {},
): string {
  const original = about && `\n--b\nContent-Type: message/rfc822\n\n${about}\n`;
  return `From: MAILER-DAEMON@mx.example.net
To: <somebody@bounces.example.org>
Subject: Undelivered Mail Returned to Sender
Message-ID: <${id}@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Your message could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${words}
${original}
--b--
`.replaceAll('\n', '\r\n');
}

/** Returns a complaint (ARF, RFC 5965) about this message. */
export function complaintMessage(original: string, type = 'abuse', id: string = newId()): string {
  return `From: <abusedesk@isp.example>
Subject: FW: a complaint
Message-ID: <${id}@isp.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

This is an email abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--b
Content-Type: message/rfc822

${original}

--b--
`.replaceAll(/\r?\n/g, '\r\n');
}
