import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../engines/bounces/report.ts';

/** For tests: a message and how it must be read. */
export type Sample<Field extends keyof Report> = {
  name: string;
  message: Buffer;
  expected: Pick<Report, Field>;
};

const folder = join(import.meta.dirname, 'bounces');
const usual = { recipient: 'ann@example.net', message_id: 'issue-42.7@news.example.org' };

const header = `Return-Path: <b+7@bounce.example.org>
Received: from relay.example.org (relay.example.org [192.0.2.9]) by mx.example.net with ESMTPS
From: The Weekly Ferret <ferret@news.example.org>
To: ${usual.recipient}
Subject: Issue 42
Message-ID: <${usual.message_id}>
List-Unsubscribe: <https://news.example.org/u/7>
Content-Type: text/plain`;

// Exposes a reader that takes our own words for the host's.
const original = `${header}\n\nFerrets are no spam. User unknown, mailbox full, I am out of the office.\n`;

/** Reads samples in the style of the systems in their names: `=== name | kind | status | recipient | message_id`. */
export function readSamples(): Sample<'kind' | 'status' | 'recipient' | 'message_id'>[] {
  return globSync('messages/*.txt', { cwd: folder })
    .sort()
    .flatMap(file => readFileSync(join(folder, file), 'utf8').split(/^=== /m).slice(1))
    .map(readSample);
}

function readSample(text: string): Sample<'kind' | 'status' | 'recipient' | 'message_id'> {
  const end = text.indexOf('\n');
  const [name = '', kind, status = '-', recipient = '', message_id = ''] = text
    .slice(0, end)
    .split('|')
    .map(field => field.trim());
  const message = text
    .slice(end + 1)
    .replaceAll('%original%', original)
    .replaceAll('%header%', header);
  return {
    name,
    message: Buffer.from(message),
    expected: {
      kind: kind as Report['kind'],
      status: status === '-' ? null : status,
      recipient: recipient === '-' ? null : recipient || usual.recipient,
      message_id: message_id === '-' ? null : message_id || usual.message_id,
    },
  };
}

/** Reads replies of hosts, `kind | Status field or - | words` per line. Each is reported in turn by Postfix, Exim, qmail and Exchange. */
export function readRefusals(): Sample<'kind' | 'recipient' | 'message_id'>[] {
  const lines = readFileSync(join(folder, 'refusals.txt'), 'utf8').trim().split('\n');
  return lines.flatMap(line => {
    const [kind, status = '-', ...rest] = line.split(' | ');
    const words = rest.join(' | ');
    return Object.entries(frames).map(([frame, write]) => ({
      name: `${words} (${frame})`,
      message: Buffer.from(write(words, status)),
      expected: { kind: kind as Report['kind'], ...usual },
    }));
  });
}

const frames: Record<string, (words: string, status: string) => string> = {
  Postfix: (words, status) => `From: MAILER-DAEMON@mail.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

This is the mail system at host mail.example.org.

<${usual.recipient}>: ${words}

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; ${usual.recipient}
Action: failed
${status === '-' ? '' : `Status: ${status}\n`}Diagnostic-Code: smtp; ${words}

--b
Content-Type: text/rfc822-headers

${header}
--b--
`,
  Exim: words => `From: Mail Delivery System <Mailer-Daemon@mail.example.org>
X-Failed-Recipients: ${usual.recipient}
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${usual.recipient}
    SMTP error from remote mail server after RCPT TO:<${usual.recipient}>:
    host mx.example.net [192.0.2.1]: ${words}

------ This is a copy of the message, including all the headers. ------

${original}`,
  qmail: words => `From: MAILER-DAEMON@mail.example.org
Subject: failure notice

Hi. This is the qmail-send program at mail.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${usual.recipient}>:
192.0.2.1 does not like recipient.
Remote host said: ${words}
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

${original}`,
  Exchange: words => `From: postmaster@example.net
Subject: Undeliverable: Issue 42

Delivery has failed to these recipients or groups:

${usual.recipient}
The message did not go through.

Diagnostic information for administrators:

Generating server: mail.example.net

${usual.recipient}
Remote Server returned '${words}'

Original message headers:

${header}
`,
};
