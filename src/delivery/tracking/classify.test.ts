import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBounded } from '../../testing/processor-time.ts';
import { classifyHits } from './classify.ts';
import { canaryNumber, type HitFacts } from './hit.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const begin = Date.parse('2026-11-20T09:00:00.000Z');

/** Makes a hit `seconds` after nine o'clock, long after the mail arrived. */
function hit(kind: HitFacts['kind'], seconds: number, facts: Partial<HitFacts> = {}): HitFacts {
  return {
    kind,
    link_number: kind === 'click' ? 1 : null,
    date: new Date(begin + seconds * 1000).toISOString(),
    seconds_after: 3600 + Math.floor(seconds),
    method: 'GET',
    agent: firefox,
    network: '203.0.113.0/24',
    accept: '*/*',
    purpose: '',
    ...facts,
  };
}

const one = (fact: HitFacts, links = 5) => classifyHits([fact], links)[0]!;
const verdicts = (facts: HitFacts[], links = 5) => classifyHits(facts, links).map(({ verdict }) => verdict);

test('opens and clicks by a browser are human', () => {
  assert.deepEqual(one(hit('open', 0)), { verdict: 'human', reasons: [], client: 'Firefox' });
  assert.deepEqual(one(hit('click', 9)), { verdict: 'human', reasons: [], client: 'Firefox' });
});

test('an open that Apple prefetches is proxied, but only if the agent is exactly Mozilla/5.0', () => {
  const { verdict, reasons, client } = one(hit('open', 0, { agent: 'Mozilla/5.0' }));
  assert.deepEqual([verdict, reasons, client], ['proxied', ['apple_mail_privacy'], 'Apple Mail (private)']);
  assert.equal(one(hit('open', 0, { agent: 'Mozilla/5.0 ' })).verdict, 'human');
  assert.equal(one(hit('open', 0, { network: '17.58.1.0/24' })).verdict, 'proxied');
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  assert.deepEqual(one(hit('open', 0, { agent: phone })), {
    verdict: 'human',
    reasons: [],
    client: 'Apple Mail',
  });
});

test('Gmail and Yahoo fetch images when they are viewed: a human open that names the provider', () => {
  const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
  assert.deepEqual(one(hit('open', 0, { agent: gmail })), {
    verdict: 'human',
    reasons: ['gmail_proxy'],
    client: 'Gmail',
  });
  const yahoo = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';
  assert.deepEqual(one(hit('open', 0, { agent: yahoo })), {
    verdict: 'human',
    reasons: ['yahoo_proxy'],
    client: 'Yahoo Mail',
  });
  assert.equal(
    one(hit('click', 9, { agent: gmail })).verdict,
    'machine',
    'an image proxy does not follow links',
  );
});

for (const [agent, reason] of [
  ['BarracudaCentral/1.0', 'scanner_barracuda'],
  ['Mozilla/5.0 (compatible; Proofpoint URL Defense)', 'scanner_proofpoint'],
  ['Mimecast-URL-Protect', 'scanner_mimecast'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/534 Chrome/13 SafeLinks', 'scanner_safelinks'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ BingPreview/1.0b', 'scanner_safelinks'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'program'],
  ['python-requests/2.32', 'program'],
  ['curl/8.9.1', 'program'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'program'],
  ['', 'agent_missing'],
] as const) {
  test(`an agent that says "${agent}" is a machine, for opens and clicks`, () => {
    for (const kind of ['open', 'click'] as const) {
      const { verdict, reasons } = one(hit(kind, 9, { agent }));
      assert.deepEqual([verdict, reasons], ['machine', [reason]], kind);
    }
  });
}

test('a phone called Cubot and browsers that name an antivirus are human', () => {
  for (const agent of [
    'Mozilla/5.0 (Linux; Android 9; CUBOT NOTE S) AppleWebKit/537.36 Chrome/96.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Avast/129.0',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Norton/129.0',
  ])
    assert.equal(one(hit('click', 9, { agent })).verdict, 'human', agent);
});

test('clicks by HEAD, by prefetching, or with the bare agent Mozilla/5.0 are machines’', () => {
  assert.deepEqual(one(hit('click', 9, { method: 'HEAD' })).reasons, ['head']);
  assert.deepEqual(one(hit('click', 9, { purpose: 'prefetch;prerender' })).reasons, ['prefetch']);
  assert.deepEqual(one(hit('click', 9, { agent: 'Mozilla/5.0' })).reasons, ['agent_bare']);
});

test('a click within five seconds of acceptance is a machine’s; opens are not classified by time', () => {
  for (const [seconds_after, verdict] of [
    [0, 'machine'],
    [4, 'machine'],
    [5, 'human'],
    [null, 'human'],
  ] as const) {
    assert.equal(one(hit('click', 0, { seconds_after })).verdict, verdict, `${seconds_after}`);
    assert.equal(one(hit('open', 0, { seconds_after })).verdict, 'human');
  }
});

test('three different links within three seconds are a burst, and all hits in it are a machine’s', () => {
  const burst = [0, 1, 2].map(at => hit('click', at, { link_number: at + 1 }));
  assert.deepEqual(verdicts([hit('open', -60), ...burst, hit('open', 2.5), hit('click', 60)]), [
    'human',
    'machine',
    'machine',
    'machine',
    'machine',
    'human',
  ]);
  assert.deepEqual(verdicts(burst.slice(0, 2)), ['human', 'human'], 'two of five are a quick reader');
  assert.deepEqual(verdicts(burst.slice(0, 2), 2), ['machine', 'machine'], 'two of two are all');
});

test('repeated clicks on one link are not a burst, nor are three links at a reader’s pace', () => {
  assert.deepEqual(new Set(verdicts([0, 0.1, 0.2, 0.3].map(at => hit('click', at)))), new Set(['human']));
  const slow = [0, 2, 4, 6].map(at => hit('click', at, { link_number: at + 1 }));
  assert.deepEqual(new Set(verdicts(slow)), new Set(['human']));
  assert.deepEqual(verdicts([hit('click', 0)], 1), ['human'], 'the only link of an email');
});

test('following the invisible link marks it and everything around that time as a machine’s', () => {
  const facts = [
    hit('open', 0),
    hit('open', 51),
    hit('click', 55, { network: '198.51.100.0/24' }),
    hit('click', 60, { link_number: canaryNumber }),
    hit('click', 69, { link_number: 2 }),
    hit('click', 71),
  ];
  assert.deepEqual(verdicts(facts), ['human', 'machine', 'machine', 'machine', 'machine', 'human']);
});

test('judging hundreds of hits of one recipient is fast', () => {
  const facts = Array.from({ length: 500 }, (_, at) =>
    hit('click', at / 500, { link_number: at % 2 ? canaryNumber : at }),
  );
  assertBounded(1, () => assert.deepEqual(new Set(verdicts(facts)), new Set(['machine'])));
});
