import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isId } from '../../src/platform/ids.ts';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../src/testing/browser-session.ts';
import { readContents } from '../../src/testing/contents.ts';
import { furnish } from '../../src/testing/furnish.ts';
import { type Answer, startTestService, type TestService } from '../../src/testing/postrider.ts';

/**
 * Every operation of the OpenAPI document with the first of these roles that may perform it. Each role may also do what the earlier ones
 * may. `anyone` is not even signed in; `installation` owns the installation; `program` is for keys and tokens alone.
 */
const ranks = ['anyone', 'viewer', 'writer', 'editor', 'owner', 'installation', 'program'] as const;
type Rank = (typeof ranks)[number];
const table = `
  /healthz                                        get anyone
  /readyz                                         get anyone
  /metrics                                        get program
  /v1/accounts/me                                 get viewer
  /v1/api_keys                                    get viewer       post owner
  /v1/api_keys/{id}                               get viewer       delete owner
  /v1/attachments                                 get viewer       post writer
  /v1/attachments/{id}                            get viewer       patch writer      delete writer
  /v1/audience/explain                            post viewer
  /v1/audit_log                                   get viewer
  /v1/audit_log/export                            get viewer
  /v1/automations                                 get viewer       post editor
  /v1/automations/discover                        post viewer
  /v1/automations/preview                         post viewer
  /v1/automations/variables                       get viewer
  /v1/automations/simulate                        post editor
  /v1/automations/{id}                            get viewer       patch editor      delete editor
  /v1/automations/{id}/analytics                  get viewer
  /v1/automations/{id}/approval                   post editor
  /v1/automations/{id}/explain/{id_or_email}      get editor
  /v1/automations/{id}/fetches                    get viewer
  /v1/automations/{id}/held                       post editor
  /v1/automations/{id}/invoke                     post editor
  /v1/automations/{id}/items                      get viewer
  /v1/automations/{id}/items/{item_id}            patch editor
  /v1/automations/{id}/ping                       post editor
  /v1/automations/{id}/run                        post editor
  /v1/automations/{id}/runs                       get editor
  /v1/automations/{id}/simulate                   post editor
  /v1/automations/{id}/runs/{run_id}              patch editor
  /v1/backups                                     get installation
  /v1/bulk_actions                                get editor       post editor
  /v1/bulk_actions/{id}                           get editor
  /v1/bulk_actions/{id}/items                     get editor
  /v1/bulk_actions/{id}/reasons                   get editor
  /v1/bulk_actions/{id}/undo                      post editor
  /v1/calendar                                    get viewer
  /v1/comments                                    get editor       post editor
  /v1/comments/{id}                               get editor       patch editor     delete editor
  /v1/emails                                      get viewer       post writer
  /v1/emails/preview                              post viewer
  /v1/emails/variables                            get viewer
  /v1/emails/{id}                                 get viewer       patch writer      delete writer
  /v1/emails/{id}/ab-test                         get viewer
  /v1/emails/{id}/ab-test/decide                  post writer
  /v1/emails/{id}/analytics                       get viewer
  /v1/emails/{id}/analytics/clients               get viewer
  /v1/emails/{id}/analytics/domains               get viewer
  /v1/emails/{id}/analytics/links                 get viewer
  /v1/emails/{id}/analytics/refusals              get viewer
  /v1/emails/{id}/analytics/timeline              get viewer
  /v1/emails/{id}/analytics/unsubscriptions       get editor
  /v1/emails/{id}/approval                        post writer      delete writer
  /v1/emails/{id}/approval/decline                post writer
  /v1/emails/{id}/deliveries                      get editor
  /v1/emails/{id}/deliveries/export               get editor
  /v1/emails/{id}/deliveries/resend               post writer
  /v1/emails/{id}/deliveries/{subscriber}/message get editor
  /v1/emails/{id}/explain                         get editor
  /v1/emails/{id}/history                         get viewer
  /v1/emails/{id}/history/body/{history_id}       get viewer
  /v1/emails/{id}/mailed                          get viewer
  /v1/emails/{id}/pause                           post writer
  /v1/emails/{id}/preview                         post viewer
  /v1/emails/{id}/progress                        get viewer
  /v1/emails/{id}/progress/domains                get viewer
  /v1/emails/{id}/progress/relays                 get viewer
  /v1/emails/{id}/publish                         post writer
  /v1/emails/{id}/renders                         get viewer
  /v1/emails/{id}/resume                          post writer
  /v1/emails/{id}/reviews                         get viewer       post writer
  /v1/emails/{id}/revisions                       get viewer
  /v1/emails/{id}/revisions/{number}              get viewer
  /v1/emails/{id}/revisions/{number}/restore      post writer
  /v1/emails/{id}/surveys                         get viewer
  /v1/emails/{id}/second-try                      get viewer       post writer
  /v1/emails/{id}/send-draft                      post writer
  /v1/emails/{id}/waves                           get viewer
  /v1/events                                      get editor
  /v1/events/{id}                                 get editor
  /v1/events/{id}/attempts                        get editor
  /v1/exports                                     get owner        post owner
  /v1/exports/csv/consents                        get editor
  /v1/exports/csv/deliveries                      get editor
  /v1/exports/csv/emails                          get viewer
  /v1/exports/csv/hits                            get editor
  /v1/exports/csv/segments                        get editor
  /v1/exports/csv/snippets                        get viewer
  /v1/exports/csv/subscribers                     get editor
  /v1/exports/csv/survey_responses                get editor
  /v1/exports/csv/surveys                         get viewer
  /v1/exports/csv/tags                            get editor
  /v1/exports/{id}                                get owner        delete owner
  /v1/exports/{id}/download                       get owner
  /v1/external_feeds                              get viewer       post editor
  /v1/external_feeds/discover                     post viewer
  /v1/external_feeds/preview                      post viewer
  /v1/external_feeds/variables                    get viewer
  /v1/external_feeds/{id}                         get viewer       patch editor      delete editor
  /v1/external_feeds/{id}/fetches                 get viewer
  /v1/external_feeds/{id}/items                   get viewer
  /v1/external_feeds/{id}/items/{item_id}         patch editor
  /v1/external_feeds/{id}/ping                    post editor
  /v1/external_feeds/{id}/run                     post editor
  /v1/feedback                                    get editor
  /v1/feedback/messages                           post editor
  /v1/feedback/refusals                           get editor
  /v1/hold                                        get viewer
  /v1/hold/pending                                get installation
  /v1/hold/recipients                             get installation
  /v1/hold/resume                                 post installation
  /v1/files                                       get viewer
  /v1/files/{id}/uses                             get viewer
  /v1/forms                                       get viewer       post owner
  /v1/forms/{id}                                  get viewer       patch owner      delete owner
  /v1/forms/{id}/report                           get viewer
  /v1/growth                                      get viewer
  /v1/images                                      get viewer       post writer
  /v1/images/{id}                                 get viewer       patch writer      delete writer
  /v1/imports                                     get owner        post owner
  /v1/imports/{id}                                get owner        patch owner      delete owner
  /v1/imports/{id}/progress                       get owner
  /v1/imports/{id}/report.csv                     get owner
  /v1/imports/{id}/run                            post owner
  /v1/imports/{id}/undo                           post owner
  /v1/invitations                                 get viewer       post owner
  /v1/invitations/{id}                            delete owner
  /v1/me                                          get viewer       patch viewer
  /v1/me/identities                               get viewer
  /v1/me/identities/{id}                          delete viewer
  /v1/me/passkeys                                 get viewer       post viewer
  /v1/me/passkeys/options                         post viewer
  /v1/me/passkeys/{id}                            patch viewer     delete viewer
  /v1/me/recovery_codes                           post viewer
  /v1/me/sessions                                 get viewer       delete viewer
  /v1/me/sessions/{id}                            delete viewer
  /v1/me/totp                                     post viewer      delete viewer
  /v1/me/totp/confirm                             post viewer
  /v1/newsletters                                 get viewer       post installation
  /v1/newsletters/{id}                            get viewer       patch owner       put owner       delete owner
  /v1/newsletters/{id}/dkim_keys                  get viewer       post owner
  /v1/newsletters/{id}/dkim_keys/{key_id}         patch owner      delete owner
  /v1/newsletters/{id}/domain/check               post owner
  /v1/newsletters/{id}/domain_reports             get viewer
  /v1/newsletters/{id}/gmail_figures              get viewer
  /v1/newsletters/{id}/duplicate                  post installation
  /v1/newsletters/{id}/hosting-domain             get viewer
  /v1/newsletters/{id}/hosting-domain/check       post owner
  /v1/newsletters/{id}/preview                    post viewer
  /v1/newsletters/{id}/relay_test                 post owner
  /v1/newsletters/{id}/sender_check               get viewer
  /v1/newsletters/{id}/sending-domain             get viewer
  /v1/newsletters/{id}/sign_up_form               get viewer
  /v1/newsletters/{id}/words                      get viewer
  /v1/overview                                    get viewer
  /v1/coupons                                     get editor
  /v1/payments                                    get editor       put owner         delete owner
  /v1/payments/adopt                              post owner
  /v1/payments/check                              post owner
  /v1/payments/numbers                            get editor
  /v1/payments/sweep                              post owner
  /v1/notes                                       get editor       post editor
  /v1/notes/{id}                                  delete editor
  /v1/people                                      get viewer
  /v1/people/{id}                                 get viewer       patch owner       delete owner
  /v1/people/{id}/identities                      get installation
  /v1/people/{id}/identities/{identity_id}        delete installation
  /v1/ping                                        get viewer
  /v1/reputation                                  get viewer
  /v1/private-feeds                               get editor
  /v1/prices                                      get editor       post owner
  /v1/prices/{price_id}                           delete owner
  /v1/public/emails/{username}                    get anyone
  /v1/replies                                     get editor
  /v1/replies/{id}                                get editor       patch editor     delete editor
  /v1/replies/{id}/answers                        post editor
  /v1/segments                                    get editor       post editor
  /v1/segments/{id}                               get editor       patch editor      delete editor
  /v1/segments/{id}/uses                          get editor
  /v1/setup                                       get installation post installation
  /v1/snippets                                    get viewer       post writer
  /v1/snippets/{id}                               get viewer       patch writer      delete writer
  /v1/snippets/{id}/uses                          get viewer
  /v1/subscribers                                 get editor       post editor
  /v1/subscribers/search                          post editor
  /v1/subscribers/{id_or_email}                   get editor       patch editor      put editor      delete editor
  /v1/subscribers/{id_or_email}/automations       get editor
  /v1/subscribers/{id_or_email}/automations/{automation_attempt_id} patch editor
  /v1/subscribers/{id_or_email}/data              get editor
  /v1/subscribers/{id_or_email}/emails/{email_id} post editor
  /v1/subscribers/{id_or_email}/erasure           post editor
  /v1/subscribers/{id_or_email}/grants            post editor
  /v1/subscribers/{id_or_email}/grants/{grant_id}/revoke post editor
  /v1/subscribers/{id_or_email}/referrals         get editor
  /v1/subscribers/{id_or_email}/private-feed      get editor       post editor      delete editor
  /v1/subscribers/{id_or_email}/send-magic-link   post editor
  /v1/subscribers/{id_or_email}/send-reminder     post editor
  /v1/subscribers/{id_or_email}/standing          get editor
  /v1/subscribers/{id_or_email}/stripe-subscriptions get editor
  /v1/subscribers/{id_or_email}/timeline          get editor
  /v1/suppressions                                get editor
  /v1/suppressions/{id}/lift                      post editor
  /v1/survey_responses                            get editor       post editor
  /v1/survey_responses/{id}                       patch editor
  /v1/surveys                                     get viewer       post writer
  /v1/surveys/{id}                                get viewer       patch writer     delete editor
  /v1/surveys/{id}/results                        get viewer
  /v1/relay_figures                               get installation
  /v1/postmaster                                  get installation put installation delete installation
  /v1/relays                                      get installation post installation
  /v1/relays/{id}                                 get installation patch installation delete installation
  /v1/relays/{id}/test                            post installation
  /v1/report_topics                               get installation
  /v1/report_topics/{id}                          delete installation
  /v1/report_topics/{id}/confirm                  post installation
  /v1/system                                      get installation
  /v1/system/ledger_check                         get installation post installation
  /v1/system/tables                               get installation
  /v1/tags                                        get editor       post editor
  /v1/tags/counts                                 get editor
  /v1/tags/{id}                                   get editor       patch editor      put editor      delete editor
  /v1/tags/{id}/analytics                         get editor
  /v1/tags/{id}/uses                              get editor
  /v1/themes                                      get viewer
  /v1/templates                                   get viewer       post writer
  /v1/templates/{id}                              get viewer       patch writer      delete writer
  /v1/warm_up                                     get viewer       put owner         delete owner
  /v1/warm_up/pause                               post owner
  /v1/warm_up/resume                              post owner
  /v1/users                                       get viewer       post owner
  /v1/users/{id}                                  get viewer       patch owner      delete owner
  /v1/webhooks                                    get viewer       post owner
  /v1/webhooks/{id}                               get viewer       patch owner       delete owner
  /v1/webhooks/{id}/attempts                      get editor
  /v1/webhooks/{id}/attempts/{attempt_id}         get editor
  /v1/webhooks/{id}/attempts/{attempt_id}/resend  post owner
  /v1/webhooks/{id}/test                          post owner`;

type Operation = { method: string; path: string; least: Rank };
const operations = table.split('\n').flatMap(line => {
  const [path, ...words] = line.trim().split(/\s+/);
  return words.flatMap((method, at): Operation[] =>
    at % 2 === 0 ? [{ method: method.toUpperCase(), path: path!, least: words[at + 1] as Rank }] : [],
  );
});

/** Requests that people who see no addresses may send, and that change nothing. */
const harmless: Record<string, object> = {
  'POST /v1/emails/preview': { subject: 'Hi', body: 'Hi {{ subscriber.email_address }}' },
  'POST /v1/emails/{id}/preview': {},
  'POST /v1/newsletters/{id}/preview': { part: 'embed' },
  'POST /v1/audience/explain': { filters: { filters: [], groups: [], predicate: 'and' } },
};

/** The people that `furnish` subscribes. The newsletter's own addresses are not among them. */
const readers = /(?:ada|new|eve|joe|bob)@example\.org|event@reader\.example/;
const nothing = '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55';

let service: TestService;
let ids: Record<string, string>;
let owner: BrowserSession;
let here: Record<string, string>;

before(async () => {
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  ids = await furnish(service);
  ({ browser: owner, here } = await signInOwner(service));
  await setPassword(owner, here);
  // The owner of the installation belongs to every newsletter, but a colleague only to this one.
  await memberOf(here, 'editor');
  ids.people = (await service.api('GET', '/v1/people')).body.results.at(-1).id;
  ids.users = ids.people!;
  const filters = {
    filters: [{ field: 'subscriber.email_address', operator: 'equals', value: 'ada@example.org' }],
    groups: [],
    predicate: 'and',
  };
  const toAda = { subject: 'To one', body: 'Hi', status: 'draft', filters };
  const made = await service.api('POST', '/v1/emails', toAda);
  assert.equal(made.status, 201);
  Object.assign(ids, { revisions: '1', toAda: made.body.id });
  assert.equal((await service.api('PATCH', `/v1/automations/${ids.automations}`, { filters })).status, 200);
});
after(() => service.stop());

/** Returns the browser of somebody with this role in a newsletter, and the header that names the newsletter. */
async function memberOf(newsletter: Record<string, string>, role: string): Promise<BrowserSession> {
  const invitation = { email_address: `${crypto.randomUUID()}@team.example`, role, send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, newsletter);
  const browser = openBrowser(service);
  const { status } = await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  assert.equal(status, 200);
  await setPassword(browser, newsletter);
  return browser;
}

/** Sets a password. On a service that others can reach, somebody without one may do nothing else. */
async function setPassword(browser: BrowserSession, newsletter: Record<string, string>): Promise<void> {
  const answer = await browser.ask('PATCH', '/v1/me', { password: 'saffron buns at low water' }, newsletter);
  assert.equal(answer.status, 200, answer.text);
}

/** Returns the path with an id for each parameter, chosen by the word before it: of an existing object, or of none. */
function fill(path: string, exists: boolean): string {
  return path
    .replace(/([a-z_]+)\/\{[^}]+\}/g, (_, word: string) => `${word}/${(exists && ids[word]) || nothing}`)
    .replace('{subscriber}', ids.subscribers!)
    .replace(/(emails\/[^/]+)\/explain$/, `$1/explain?subscriber=${ids.subscribers}`);
}

/** Returns all contents except the dates of people's last visits. */
async function contents(): Promise<Record<string, unknown>> {
  const { 'public.sessions': _, ...rest } = await readContents(service.db);
  return rest;
}

const show = ({ method, path }: Operation) => `${method} ${path}`;
const mayNot =
  (role: Rank) =>
  ({ least }: Operation) =>
    ranks.indexOf(least) > ranks.indexOf(role);

test('the table names every operation of the OpenAPI document, and no other', async () => {
  const { body: document } = await service.api('GET', '/v1/openapi.json');
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.map(show).toSorted(), documented.toSorted());
});

/** Returns true if the refusal is about payments, which this newsletter does not take. */
const isUnconnected = ({ body }: Answer) => body?.code === 'paid_subscriptions_uninitialized';

for (const role of ['viewer', 'writer', 'editor', 'owner'] as const)
  test(`the session of a role may do what the table says and nothing else: ${role}`, async () => {
    const browser = await memberOf(here, role);
    const isBlind = role === 'viewer' || role === 'writer';
    const before = await contents();
    const check = ({ text }: Answer, operation: Operation) => {
      if (isBlind) assert.doesNotMatch(text, readers, show(operation));
    };
    for (const operation of operations.filter(mayNot(role))) {
      const answer = await browser.ask(operation.method, fill(operation.path, true), bodyOf(operation), here);
      const expected = operation.least === 'program' ? 401 : 403;
      assert.equal(answer.status, expected, `${show(operation)}: ${answer.text}`);
      if (expected === 403) assert.equal(answer.body.code, 'forbidden', show(operation));
      check(answer, operation);
    }
    const refused = await browser.ask('POST', '/dashboard/session/newsletters', {
      name: 'Mine',
      username: 'mine',
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    assert.deepEqual(await contents(), before, 'what is refused changes nothing');

    for (const operation of operations.filter(operation => !mayNot(role)(operation))) {
      const body = harmless[show(operation)];
      const reads = operation.method === 'GET' || body !== undefined;
      const path = fill(operation.path, reads);
      const answer = await browser.ask(operation.method, path, body ?? bodyOf(operation), here);
      // A writer's send request waits for an approval, which is not a refusal.
      const isRefused = answer.status === 401 || answer.body?.code === 'forbidden';
      assert.ok(!isRefused, `${show(operation)}: ${answer.text}`);
      const isAnswered = [200, 404].includes(answer.status) || isUnconnected(answer);
      if (reads) assert.ok(isAnswered, `${show(operation)}: ${answer.text}`);
      check(answer, operation);
    }
    const { text } = await browser.ask('GET', `/v1/emails/${ids.toAda}/revisions/1`, undefined, here);
    assert.match(text, /subscriber.email_address/);
    if (isBlind) assert.doesNotMatch(text, readers);
  });

test('an owner of another newsletter finds nothing of this one, whatever newsletter the request names', async () => {
  const made = await owner.ask('POST', '/v1/newsletters', { name: 'Other', username: 'other' }, here);
  const there = { 'postrider-newsletter': made.body.id as string };
  const stranger = await memberOf(there, 'owner');
  const before = await contents();
  for (const operation of operations) {
    if (operation.path.startsWith('/v1/me') || ['anyone', 'program'].includes(operation.least)) continue;
    const path = fill(operation.path, true);
    const answer = await stranger.ask(operation.method, path, bodyOf(operation), here);
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], show(operation));
    if (operation.path.includes('{')) {
      const crossed = await stranger.ask(operation.method, path, bodyOf(operation), there);
      // Somebody who does not own the installation learns nothing from a refusal.
      const expected = operation.least === 'installation' ? [403] : [400, 404];
      assert.ok(expected.includes(crossed.status), `${show(operation)}: ${crossed.status} ${crossed.text}`);
      assert.doesNotMatch(crossed.text, readers, show(operation));
    } else if (operation.method === 'GET' && operation.least !== 'installation') {
      const listed = await stranger.ask('GET', path, undefined, there);
      if (isUnconnected(listed)) continue;
      assert.equal(listed.status, 200, show(operation));
      assert.doesNotMatch(listed.text, readers, show(operation));
      for (const id of Object.values(ids).filter(isId))
        assert.ok(!listed.text.includes(id), `${show(operation)}: ${id}`);
    }
  }
  assert.deepEqual(await contents(), before);
});

test('a session that names no newsletter lists its newsletters and does nothing else; from another site not even that', async () => {
  const browser = await memberOf(here, 'owner');
  const before = await contents();
  for (const operation of operations) {
    if (['anyone', 'program'].includes(operation.least)) continue;
    const path = fill(operation.path, true);
    const { status, body } = await browser.ask(operation.method, path, bodyOf(operation));
    if (show(operation) === 'GET /v1/newsletters') assert.equal(status, 200);
    else assert.deepEqual([status, body.code], [401, 'authentication_missing'], show(operation));
    for (const site of ['cross-site', 'same-site']) {
      const forged = { ...here, 'sec-fetch-site': site };
      const answer = await browser.ask(operation.method, path, bodyOf(operation), forged);
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], `${site}: ${show(operation)}`);
    }
  }
  assert.deepEqual(await contents(), before);
});

/** Returns a body that would change something, if the fields are known. No guard may depend on it. */
function bodyOf({ method, path }: Operation): object | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const fields: Record<string, object> = {
    '/v1/people/{id}': { role: 'owner' },
    '/v1/invitations': { email_address: 'more@team.example', role: 'owner' },
    '/v1/api_keys': { name: 'more', permissions: { emails: 'write' } },
    '/v1/emails': { subject: 'By force', body: 'Hi', status: 'about_to_send' },
    '/v1/emails/{id}': { subject: 'By force' },
    '/v1/newsletters/{id}': { name: 'By force', username: 'by-force' },
    '/v1/subscribers': { email_address: 'forced@example.net', type: 'regular' },
    '/v1/subscribers/{id_or_email}': { notes: 'By force' },
    '/v1/tags': { name: 'By force' },
    '/v1/tags/{id}': { name: 'By force' },
    '/v1/notes': { body: 'By force', model_type: 'subscriber', model_id: ids.subscribers },
    '/v1/users': { email_address: 'more@team.example', permissions: { email: 'write' } },
    '/v1/forms': { title: 'By force', slug: 'by-force' },
    '/v1/forms/{id}': { title: 'By force' },
    '/v1/snippets/{id}': { content: 'By force' },
    '/v1/comments/{id}': { status: 'active' },
    '/v1/replies/{id}': { status: 'archived' },
    '/v1/replies/{id}/answers': { text: 'By force' },
    '/v1/surveys/{id}': { notes: 'By force' },
    '/v1/segments/{id}': { name: 'By force' },
    '/v1/templates/{id}': { name: 'By force' },
    '/v1/webhooks/{id}': { status: 'disabled' },
    '/v1/automations/{id}': { subject: 'By force' },
    '/v1/images/{id}': { name: 'force.png' },
    '/v1/attachments/{id}': { name: 'force.png' },
  };
  return fields[path] ?? {};
}
