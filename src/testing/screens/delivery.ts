import { listed } from '../feed-answers.ts';
import { answers, inTurn, none, opens, press, type Screen, visit } from './acts.ts';
import { domainReports } from './domain-reports.ts';
import { gmailFigures } from './gmail-figures.ts';

const date = '2026-11-18T08:00:00.000Z';
const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(8);

const rejected = [{ reason: 'forged_return_path', total: 12, last_date: date }];
const delivery = 'newsletter/delivery';
const suppressed = `${delivery}/suppressed`;
const again = visit(delivery);
const answersSuppressed = answers('**/v1/suppressions?**', listed(...suppressions()));
const answersDomain = answers('**/v1/newsletters/*/dkim_keys', { results: dkimKeys(), count: 5 });

/** Returns the screens about sending mail, its arrival and its reputation. */
export function deliveryScreens(): Record<string, Screen> {
  return {
    domain: {
      ready: inTurn(answers('**/sender_check', senderCheck()), answersDomain, again, page =>
        page.getByText('3 records need your attention').waitFor(),
      ),
    },
    'a domain when DNS does not answer': {
      ready: inTurn(
        answers('**/sender_check', senderCheck('unknown')),
        answers('**/v1/newsletters/*/dkim_keys', none),
        again,
        page => page.getByText('DNS did not answer', { exact: true }).waitFor(),
        page => page.getByText('Mail is not signed').waitFor(),
      ),
    },
    'a DKIM key to retire': {
      ready: inTurn(
        answers('**/sender_check', senderCheck()),
        answersDomain,
        again,
        press('More about pr20261101r'),
        page => page.getByRole('menuitem', { name: 'Retire …' }).click(),
        opens(/^Retire/),
      ),
    },
    'domain reports': {
      ready: inTurn(
        answers('**/sender_check', senderCheck()),
        answersDomain,
        answers('**/domain_reports', domainReports()),
        again,
        page => page.getByText('Not authenticated').scrollIntoViewIfNeeded(),
      ),
    },
    ...gmailScreens(),
    relay: { path: `${delivery}/relay`, ready: page => page.getByText('Test now').waitFor() },
    'a relay that refuses the login': {
      ready: inTurn(
        answers('**/relay_test', relayTest()),
        visit(`${delivery}/relay`),
        press('Test now'),
        page => page.getByText('Does not work').waitFor(),
      ),
    },
    suppressed: {
      ready: inTurn(answersSuppressed, visit(suppressed), page =>
        page.getByText('An erased person').waitFor(),
      ),
    },
    bounces: {
      ready: inTurn(
        answers('**/v1/feedback?**', listed(...reports())),
        answers('**/v1/feedback/refusals', { results: rejected }),
        visit(`${delivery}/bounces`),
        page => page.getByText('Forged return paths').waitFor(),
        page => page.getByText('What it changed, and why').first().click(),
      ),
    },
    'no bounces yet': {
      ready: inTurn(answers('**/v1/feedback?**', none), visit(`${delivery}/bounces`), page =>
        page.getByText('Nothing has come back').waitFor(),
      ),
    },
    'nobody suppressed yet': {
      ready: inTurn(answers('**/v1/suppressions?**', none), visit(suppressed), page =>
        page.getByText('Everybody gets your mail').waitFor(),
      ),
    },
    'a suppression to lift': {
      ready: inTurn(
        answersSuppressed,
        visit(suppressed),
        press('Lift the suppression of ada@tides.example …'),
        opens(/^Send mail to/),
      ),
    },
  };
}

function gmailScreens(): Record<string, Screen> {
  return {
    'figures of Gmail': {
      ready: inTurn(
        answers('**/sender_check', senderCheck()),
        answersDomain,
        answers('**/gmail_figures', gmailFigures),
        again,
        page => page.getByText('Reported most').scrollIntoViewIfNeeded(),
      ),
    },
    'connecting Gmail': {
      ready: inTurn(
        answers('**/sender_check', senderCheck()),
        answersDomain,
        again,
        press('Connect Gmail …'),
        page => page.getByRole('dialog').getByText('The key file').waitFor(),
      ),
    },
  };
}

function dkimKeys() {
  const made = (selector: string, algorithm: string, status: string) => ({
    id: selector,
    domain: 'tides.example',
    selector,
    algorithm,
    status,
    record: 'v=DKIM1; …',
    record_name: `${selector}._domainkey.tides.example`,
    alias_name: null,
    is_planned: false,
    record_until: status === 'retired' ? '2026-11-25T08:00:00.000Z' : null,
    is_destroyed: selector.startsWith('pr20260501'),
    creation_date: date,
    status_date: date,
  });
  return [
    made('pr20261118r', 'rsa-sha256', 'waiting'),
    made('pr20261101r', 'rsa-sha256', 'active'),
    made('pr20261101e', 'ed25519-sha256', 'active'),
    made('pr20261030r', 'rsa-sha256', 'retired'),
    made('pr20260501r', 'rsa-sha256', 'retired'),
  ];
}

function relayTest() {
  const step = (name: string, state: string, words: string[], detail = '') => ({
    step: name,
    state,
    words,
    detail,
    milliseconds: state === 'skipped' ? 0 : 84,
  });
  const refused =
    '535 5.7.8 Error: authentication failed. Check user and password. Some mail services want a password made for programs.';
  return {
    relays: [
      {
        name: 'smtp.relay.example:465',
        state: 'failed',
        extensions: ['PIPELINING', 'SIZE 52428800'],
        tls: {
          protocol: 'TLSv1.3',
          subject: 'smtp.relay.example',
          issuer: 'Let’s Encrypt',
          valid_from: date,
          valid_until: '2027-02-16T08:00:00.000Z',
          is_trusted: true,
        },
        steps: [
          step('connect', 'good', ['220 smtp.relay.example ESMTP']),
          step('tls', 'good', [], 'TLSv1.3, with a certificate until 2027-02-16.'),
          step('ehlo', 'good', ['smtp.relay.example', 'PIPELINING', 'SIZE 52428800', 'AUTH PLAIN LOGIN']),
          step('login', 'failed', [], refused),
          step('mail', 'skipped', []),
        ],
      },
    ],
    mailed_to: null,
    test_date: date,
  };
}

function reports() {
  const one = (kind: string, status: string, reason: string, pattern: string, more: object = {}) => ({
    id: kind + pattern,
    kind,
    status,
    reason,
    pattern,
    source: 'smtp',
    identified_by: 'return_path',
    recipient: 'ada@tides.example',
    email_id: 'an-email',
    subscriber_id: 'ada',
    effect: null,
    email_address: 'ada@tides.example',
    subscriber_type: 'undeliverable',
    creation_date: date,
    ...more,
  });
  return [
    one('hard', '5.1.1', '550 5.1.1 Recipient address rejected: User unknown', 'unknown-user', {
      effect: 'undeliverable',
    }),
    one('soft', '4.2.2', '452 4.2.2 The mailbox is full', 'mailbox-full'),
    one('complaint', '', 'abuse', 'feedback-abuse', { effect: 'complained', subscriber_type: 'complained' }),
    one('policy', '5.7.26', '550 5.7.26 Unauthenticated mail is not accepted', 'sender-dmarc', {
      source: 'hand_over',
      identified_by: 'hand_over',
    }),
  ];
}

function suppressions() {
  const one = (id: string, reason: string, more: object = {}) => ({
    id,
    reason,
    email_address: `${id}@tides.example`,
    subscriber_id: id,
    by_person: false,
    detail: '',
    evidence: null,
    can_be_lifted: false,
    suppression_date: date,
    ...more,
  });
  const said = '550 5.1.1 <ada@tides.example>: Recipient address rejected: User unknown';
  const report = { feedback_id: 'a', kind: 'hard', status: '5.1.1', email_id: null, creation_date: date };
  return [
    one('ada', 'bounced', { can_be_lifted: true, evidence: { ...report, reason: said } }),
    one('bo', 'complained', { by_person: true, detail: 'abuse' }),
    one('cy', 'unsubscribed', { by_person: true, detail: 'Too many mails for me.' }),
    one('di', 'unsubscribed'),
    one('ed', 'blocked', { can_be_lifted: true }),
    one('f1', 'erased', { email_address: null, subscriber_id: null }),
  ];
}

function senderCheck(state?: 'unknown') {
  const record = (
    purpose: string,
    name: string,
    value: string,
    seen: string,
    detail: string,
    found: string[],
  ) => ({
    purpose,
    type: purpose === 'return path' ? 'MX' : 'TXT',
    name,
    value,
    ...(state ? { state, detail: 'DNS did not answer in time.', found: [] } : { state: seen, detail, found }),
  });
  const rsa = `v=DKIM1; k=rsa; p=${key}`;
  const dmarc = 'v=DMARC1; p=none; rua=mailto:postmaster@tides.example';
  const spf = 'v=spf1 a:smtp.relay.example ~all';
  return {
    state: state ?? 'faulty',
    from_address: 'low@tides.example',
    domain: 'tides.example',
    records: [
      record(
        'DKIM',
        'pr20261118r._domainkey.tides.example',
        rsa,
        'missing',
        'Publish this record. The key signs nothing until DNS shows it.',
        [],
      ),
      record(
        'SPF',
        'tides.example',
        spf,
        'wrong',
        'The record ends without ~all or -all. If your mail provider gives you an include: mechanism, use it instead of a:.',
        ['v=spf1 mx'],
      ),
      {
        ...record(
          'DKIM',
          'pr2-1f0a9c7e55d2._domainkey.tides.example',
          'pr2-1f0a9c7e55d2.dkim.operator.example',
          'missing',
          'Publish this record. It stays for ever: dkim.operator.example has the keys, and whoever runs Postrider replaces them there.',
          [],
        ),
        type: 'CNAME',
      },
      record('return path', 'bounces.tides.example', '10 news.tides.example.', 'found', '', [
        'news.tides.example',
      ]),
      record('DMARC', '_dmarc.tides.example', dmarc, 'found', '', [dmarc]),
      {
        ...record(
          'TLS reports',
          '_smtp._tls.tides.example',
          'v=TLSRPTv1; rua=mailto:tls@bounces.tides.example',
          'missing',
          'With this record, receivers report if mail to tides.example cannot be encrypted. Postrider reads the reports.',
          [],
        ),
        is_optional: true,
      },
      {
        ...record(
          'MTA-STS policy',
          'https://mta-sts.tides.example/.well-known/mta-sts.txt',
          'version: STSv1\nmode: testing\nmx: mx.tides.example\nmax_age: 604800\n',
          'missing',
          'The address answers with status 404, but must answer 200, without a redirect. Publish this text there.',
          [],
        ),
        type: 'HTTPS',
        is_optional: true,
      },
    ],
    relays: [{ name: 'smtp.relay.example:465', state: 'reachable', detail: '' }],
    notes: [],
    checked_date: date,
  };
}
