import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Bounds } from '../accounts/bounds.ts';
import { shownTo } from '../accounts/fields.ts';
import { emptyLook } from '../accounts/look/fields.ts';
import { everything } from '../accounts/permissions.ts';
import { approvedFields } from '../emails/fields.ts';
import { onFirstUse } from '../platform/first-use.ts';
import { newId } from '../platform/ids.ts';
import { bulkContext, runBulkActions } from '../testing/bulk.ts';
import { openFeedServer, post, rss } from '../testing/feed-server.ts';
import { pixel } from '../testing/forms.ts';
import { type Answer, startTestService, type TestService } from '../testing/postrider.ts';
import { bulkTypeNames } from './types.ts';

/**
 * Every operation of the OpenAPI document that writes, and its effect on mails and pages:
 *
 * - `content`: it changes what they are made of, so it is tried below with every kind of bounded key;
 * - `mails`: it sends what exists, within the caller's bounds;
 * - `grants`: it gives nobody more than the caller has;
 * - `values`: it changes values of single readers, which are not content;
 * - `unused`: it makes something new that nothing uses yet;
 * - `stops`: it only stops something;
 * - `nothing`: it changes neither mails nor pages.
 */
const effects = ['content', 'mails', 'grants', 'values', 'unused', 'stops', 'nothing'];
const table = `
  /v1/api_keys                                    post grants
  /v1/api_keys/{id}                               delete stops
  /v1/attachments                                 post unused
  /v1/attachments/{id}                            patch content     delete content
  /v1/audience/explain                            post nothing
  /v1/automations                                 post mails
  /v1/automations/discover                        post nothing
  /v1/automations/preview                         post nothing
  /v1/automations/simulate                        post nothing
  /v1/automations/{id}                            patch content     delete stops
  /v1/automations/{id}/approval                   post mails
  /v1/automations/{id}/held                       post mails
  /v1/automations/{id}/invoke                     post mails
  /v1/automations/{id}/items/{item_id}            patch mails
  /v1/automations/{id}/ping                       post nothing
  /v1/automations/{id}/run                        post mails
  /v1/automations/{id}/runs/{run_id}              patch mails
  /v1/automations/{id}/simulate                   post nothing
  /v1/bulk_actions                                post content
  /v1/bulk_actions/{id}/undo                      post values
  /v1/comments                                    post content
  /v1/comments/{id}                               patch content     delete content
  /v1/emails                                      post content
  /v1/emails/preview                              post nothing
  /v1/emails/{id}                                 patch content     delete content
  /v1/emails/{id}/ab-test/decide                  post mails
  /v1/emails/{id}/approval                        post mails        delete stops
  /v1/emails/{id}/approval/decline                post stops
  /v1/emails/{id}/deliveries/resend               post mails
  /v1/emails/{id}/pause                           post stops
  /v1/emails/{id}/preview                         post nothing
  /v1/emails/{id}/publish                         post content
  /v1/emails/{id}/resume                          post mails
  /v1/emails/{id}/reviews                         post nothing
  /v1/emails/{id}/revisions/{number}/restore      post content
  /v1/emails/{id}/second-try                      post unused
  /v1/emails/{id}/send-draft                      post mails
  /v1/exports                                     post nothing
  /v1/exports/{id}                                delete nothing
  /v1/external_feeds                              post mails
  /v1/external_feeds/discover                     post nothing
  /v1/external_feeds/preview                      post nothing
  /v1/external_feeds/{id}                         patch content     delete stops
  /v1/external_feeds/{id}/items/{item_id}         patch mails
  /v1/external_feeds/{id}/ping                    post nothing
  /v1/external_feeds/{id}/run                     post mails
  /v1/feedback/messages                           post values
  /v1/hold/resume                                 post nothing
  /v1/forms                                       post content
  /v1/forms/{id}                                  patch content     delete content
  /v1/images                                      post unused
  /v1/images/{id}                                 patch nothing     delete content
  /v1/imports                                     post content
  /v1/imports/{id}                                patch nothing     delete nothing
  /v1/imports/{id}/run                            post content
  /v1/imports/{id}/undo                           post content
  /v1/invitations                                 post grants
  /v1/invitations/{id}                            delete stops
  /v1/me                                          patch nothing
  /v1/me/identities/{id}                          delete nothing
  /v1/me/passkeys                                 post nothing
  /v1/me/passkeys/options                         post nothing
  /v1/me/passkeys/{id}                            patch nothing     delete nothing
  /v1/me/recovery_codes                           post nothing
  /v1/me/sessions                                 delete nothing
  /v1/me/sessions/{id}                            delete nothing
  /v1/me/totp                                     post nothing      delete nothing
  /v1/me/totp/confirm                             post nothing
  /v1/newsletters                                 post grants
  /v1/newsletters/{id}                            patch content     put content       delete content
  /v1/newsletters/{id}/dkim_keys                  post nothing
  /v1/newsletters/{id}/dkim_keys/{key_id}         patch nothing     delete nothing
  /v1/newsletters/{id}/domain/check               post nothing
  /v1/newsletters/{id}/duplicate                  post content
  /v1/newsletters/{id}/hosting-domain/check       post nothing
  /v1/newsletters/{id}/preview                    post nothing
  /v1/newsletters/{id}/relay_test                 post nothing
  /v1/notes                                       post values
  /v1/notes/{id}                                  delete values
  /v1/people/{id}                                 patch grants      delete stops
  /v1/people/{id}/identities/{identity_id}        delete stops
  /v1/postmaster                                  put nothing       delete nothing
  /v1/relays                                      post nothing
  /v1/relays/{id}                                 patch nothing     delete nothing
  /v1/relays/{id}/test                            post nothing
  /v1/report_topics/{id}                          delete nothing
  /v1/report_topics/{id}/confirm                  post nothing
  /v1/replies/{id}                                patch nothing     delete nothing
  /v1/replies/{id}/answers                        post mails
  /v1/segments                                    post unused
  /v1/segments/{id}                               patch content     delete content
  /v1/setup                                       post nothing
  /v1/snippets                                    post unused
  /v1/snippets/{id}                               patch content     delete content
  /v1/subscribers                                 post values
  /v1/subscribers/search                          post nothing
  /v1/subscribers/{id_or_email}                   patch values      put values        delete values
  /v1/subscribers/{id_or_email}/automations/{automation_attempt_id} patch stops
  /v1/subscribers/{id_or_email}/emails/{email_id} post mails
  /v1/subscribers/{id_or_email}/erasure           post values
  /v1/subscribers/{id_or_email}/grants            post content
  /v1/subscribers/{id_or_email}/grants/{grant_id}/revoke post values
  /v1/subscribers/{id_or_email}/private-feed      post values       delete stops
  /v1/subscribers/{id_or_email}/send-magic-link   post mails
  /v1/subscribers/{id_or_email}/send-reminder     post mails
  /v1/suppressions/{id}/lift                      post values
  /v1/system/ledger_check                         post nothing
  /v1/survey_responses                            post values
  /v1/survey_responses/{id}                       patch values
  /v1/surveys                                     post unused
  /v1/surveys/{id}                                patch content     delete content
  /v1/tags                                        post content
  /v1/tags/{id}                                   patch content     put content       delete content
  /v1/templates                                   post unused
  /v1/templates/{id}                              patch nothing     delete nothing
  /v1/payments                                    put nothing       delete nothing
  /v1/payments/adopt                              post values
  /v1/payments/check                              post nothing
  /v1/payments/sweep                              post nothing
  /v1/prices                                      post nothing
  /v1/prices/{price_id}                           delete nothing
  /v1/warm_up                                     put nothing       delete nothing
  /v1/warm_up/pause                               post nothing
  /v1/warm_up/resume                              post nothing
  /v1/users                                       post grants
  /v1/users/{id}                                  patch grants      delete stops
  /v1/webhooks                                    post nothing
  /v1/webhooks/{id}                               patch nothing     delete nothing
  /v1/webhooks/{id}/attempts/{attempt_id}/resend  post nothing
  /v1/webhooks/{id}/test                          post nothing`;

/** The effects of the types of bulk actions. */
const bulkEffects: Record<string, string> = {
  add_notes: 'nothing',
  apply_metadata: 'values',
  apply_tags: 'values',
  ban_subscribers: 'values',
  cancel_stripe_subscriptions: 'values',
  delete_emails: 'content',
  delete_subscribers: 'values',
  delete_tags: 'content',
  gift_subscribers: 'content',
  modify_stripe_subscriptions: 'values',
  pause_stripe_subscriptions: 'values',
  reactivate_subscribers: 'values',
  rename_metadata: 'values',
  replay_events: 'nothing',
  resubscribe_subscribers: 'values',
  send_emails: 'mails',
  send_reminders: 'mails',
  unban_subscribers: 'values',
  ungift_subscribers: 'values',
  unsubscribe_subscribers: 'values',
  update_archival_modes: 'content',
  update_email_types: 'content',
};

const rows = table.split('\n').flatMap(line => {
  const [path, ...words] = line.trim().split(/\s+/);
  return words.flatMap((method, at) =>
    at % 2 === 0 ? [{ operation: `${method.toUpperCase()} ${path}`, effect: words[at + 1]! }] : [],
  );
});

let service: TestService;
let feeds: Awaited<ReturnType<typeof openFeedServer>>;
const ids: Record<string, string> = {};
const areas = { emails: 'write', sending: 'write', subscribers: 'write', settings: 'write' } as const;
const everybody = { field: 'subscriber.type', operator: 'equals', value: 'regular' };
const nobody = { field: 'subscriber.type', operator: 'equals', value: 'gifted' };
const almostAll = { field: 'subscriber.type', operator: 'not_equals', value: 'gifted' };
const groupOf = (filter: object) => ({ filters: [filter], groups: [], predicate: 'and' });

async function make(path: string, body: unknown): Promise<string> {
  const answer = await service.api('POST', path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body.id;
}
const upload = async (path: string, name: string, filename: string): Promise<string> =>
  (await service.upload(path, [{ name, value: pixel, filename, type: 'image/png' }])).body.id;

before(async () => {
  service = await startTestService({ env: { BOUNCE_DOMAIN: 'bounces.example.org' } });
  // Clicks are tracked because a test of variants counts them.
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { track_clicks: true });
  feeds = await openFeedServer();
  feeds.put('/feed.xml', rss([post('one')]));
  ids.newsletter = service.newsletter.id;
  ids.near = await make('/v1/tags', { name: 'near' });
  ids.topic = await make('/v1/tags', { name: 'Birds', subscriber_editable: true });
  for (const [name, tags] of [
    ['ada', [ids.near]],
    ['bob', []],
    ['eve', []],
  ] as const)
    ids.reader = await make('/v1/subscribers', {
      email_address: `${name}@example.org`,
      type: 'regular',
      tags,
    });
  ids.snippet = await make('/v1/snippets', { identifier: 'note', content: 'As reviewed' });
  ids.survey = await make('/v1/surveys', {
    identifier: 'poll',
    question: 'Shall we?',
    answers: ['Yes', 'No'],
  });
  ids.form = await make('/v1/forms', { title: 'Walks', slug: 'walks' });
  ids.segment = await make('/v1/segments', { name: 'Regulars', filters: groupOf(everybody) });
  ids.attachment = await upload('/v1/attachments', 'file', 'map.png');
  ids.image = await upload('/v1/images', 'image', 'shore.png');
  const body = `Hello {{ snippets.note }} {{ survey.poll }} ![](http://news.example/files/${ids.image}/shore.png)`;
  const page = { subject: 'Page', body: 'First', status: 'imported', commenting_mode: 'enabled' };
  ids.page = await make('/v1/emails', page);
  ids.comment = await make('/v1/comments', { email_id: ids.page, text: 'Welcome' });
  const colleague = await service.keyWith({ emails: 'write' });
  await service.api('PATCH', `/v1/emails/${ids.page}`, { body }, colleague);
  ids.scheduled = await make('/v1/emails', {
    subject: 'Scheduled',
    body,
    publish_date: '2999-01-01T00:00:00Z',
    attachments: [ids.attachment],
    filters: groupOf({ field: 'subscriber.segment', operator: 'equals', value: ids.segment }),
  });
  ids.draft = await make('/v1/emails', { subject: 'Draft', body: 'A draft', status: 'draft' });
  ids.automation = await make('/v1/automations', {
    url: `${feeds.url}/feed.xml`,
    behavior: 'emails',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.url }} {{ snippets.note }} {{ survey.poll }}',
  });
  const row = { newsletter_key: service.newsletter.key, format: 'ghost', size: 1, folder: 'imports/none' };
  const done = {
    file_name: 'a.json',
    status: 'succeeded' as const,
    completion_date: new Date().toISOString(),
  };
  const made = await service.db
    .insertInto('imports')
    .values({ id: newId(), ...row, ...done, dry_run: false })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
  ids.import = made.id;
  await service.db
    .insertInto('import_issues')
    .values({ import_key: made.key, place: 0, email_id: ids.page!, date: new Date().toISOString() })
    .execute();
  const bundle = { id: newId(), ...row, ...done, status: 'validated' as const, dry_run: true };
  ids.bundle = (
    await service.db
      .insertInto('imports')
      .values({ ...bundle, format: 'postrider' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
after(async () => {
  await feeds.close();
  await service.stop();
});

type Try = { path: string; body?: unknown };

/** A way to change each field of an email that ends up in its mail or page. */
const emailChanges: Record<string, unknown> = {
  subject: 'Changed',
  body: 'Changed {{ snippets.note }} {{ survey.poll }}',
  description: 'Changed',
  custom_teaser: 'Changed',
  should_send_teaser: true,
  email_type: 'private',
  included_tags: ['near'],
  excluded_tags: ['Birds'],
  filters: groupOf(almostAll),
  attachments: [],
  template: 'plaintext',
  locale: 'ar',
  ignores_cap: true,
  ab_test: { variants: [{ subject: 'Changed' }] },
  image: 'https://example.org/changed.png',
  canonical_url: 'https://example.org/changed',
  slug: 'changed',
  secondary_id: 99,
  archival_mode: 'disabled',
  featured: true,
  related_email_ids: ['page'],
};

/** A way to change each setting of the newsletter that readers see. */
const settingChanges: Record<string, unknown> = {
  username: 'changed',
  from_address: 'changed@example.org',
  email_address: 'changed2@example.org',
  reply_to: 'changed@example.org',
  reply_to_address: 'changed2@example.org',
  replies: 'inbox',
  premium_url: 'https://example.org/changed',
  tint_color: '#102030',
  typeface: 'serif',
  page_width: 'wide',
  header_image: 'https://example.org/changed.png',
  archive_theme: 'arbus',
  background_color: '#102030',
  text_color: '#102030',
  button_color: '#102030',
  announcement_bar_background_color: '#102030',
  announcement_bar_visibility: 'paid_only',
  heading_typeface: 'serif',
  asks_timezone: true,
  digests: { weekday: 'monday', time: '08:00' },
  sister_newsletters: ['0197a1a1-0000-7000-8000-000000000001'],
  free_subscriptions: false,
  text_size: 'large',
  corners: 'round',
  button_style: 'outlined',
  link_style: 'underlined',
  title_alignment: 'center',
  icon: 'https://example.org/changed.png',
  logo: 'https://example.org/changed.png',
  image: 'https://example.org/changed.png',
  issue_shows: ['date'],
  template: 'naked',
  theme_configuration: { changed: true },
  email_theme_configuration: { changed: true },
  socials: [{ type: 'web', url: 'https://example.org' }],
  sharing_networks: ['bluesky'],
  captcha: 'hcaptcha',
  locale: 'de',
  formal_words: true,
  words: { en: { 'form.subscribe': 'Changed' } },
  domain: 'changed.example',
  bounce_domain: 'bounces.changed.example',
};
const shownSettings = [...shownTo('emails'), ...shownTo('elsewhere'), 'email_address', 'reply_to_address'];
const settingChange = (name: string) => ({ [name]: settingChanges[name] ?? 'Changed' });
const emailChange = (field: string) => ({
  [field]: field === 'related_email_ids' ? [ids.draft] : emailChanges[field],
});

/** Lists the attempts for every operation with `content`. */
function triesOf(operation: string): Try[] {
  const at = (word: string, rest = '') => operation.split(' ')[1]!.replace(/\{.*?\}/, ids[word]!) + rest;
  const open = ['subject', 'body', 'description', 'image', 'slug', 'archival_mode', 'featured'];
  switch (operation.replace('/external_feeds', '/automations')) {
    case 'PATCH /v1/attachments/{id}':
      return [{ path: at('attachment'), body: { name: 'changed.png' } }];
    case 'DELETE /v1/attachments/{id}':
      return [{ path: at('attachment') }];
    case 'DELETE /v1/images/{id}':
      return [{ path: at('image') }];
    case 'PATCH /v1/snippets/{id}':
      return [{ content: 'Changed' }, { identifier: 'changed' }].map(body => ({ path: at('snippet'), body }));
    case 'DELETE /v1/snippets/{id}':
      return [{ path: at('snippet') }];
    case 'POST /v1/comments':
      return [{ path: '/v1/comments', body: { email_id: ids.page, text: 'By force' } }];
    case 'PATCH /v1/comments/{id}':
      return [{ path: at('comment'), body: { status: 'spammy' } }];
    case 'DELETE /v1/comments/{id}':
      return [{ path: at('comment') }];
    case 'POST /v1/forms':
      return [{ path: '/v1/forms', body: { title: 'Theirs', slug: 'theirs' } }];
    case 'PATCH /v1/forms/{id}':
      return [{ path: at('form'), body: { body: 'By force' } }];
    case 'DELETE /v1/forms/{id}':
      return [{ path: at('form') }];
    case 'PATCH /v1/surveys/{id}':
      return [{ path: at('survey'), body: { answers: ['Yes', 'Never'] } }];
    case 'DELETE /v1/surveys/{id}':
      return [{ path: at('survey') }];
    case 'PATCH /v1/segments/{id}':
      return [{ path: at('segment'), body: { filters: groupOf(nobody) } }];
    case 'DELETE /v1/segments/{id}':
      return [{ path: at('segment') }];
    case 'POST /v1/tags':
      return [{ path: '/v1/tags', body: { name: 'New topic', subscriber_editable: true } }];
    case 'PATCH /v1/tags/{id}':
    case 'PUT /v1/tags/{id}':
      return [
        { path: at('topic'), body: { public_description: 'Changed' } },
        { path: at('near'), body: { subscriber_editable: true } },
      ];
    case 'DELETE /v1/tags/{id}':
      return [{ path: at('topic') }];
    case 'PATCH /v1/newsletters/{id}':
    case 'PUT /v1/newsletters/{id}':
      return shownSettings.map(name => ({ path: at('newsletter'), body: settingChange(name) }));
    case 'DELETE /v1/newsletters/{id}':
      return [{ path: at('newsletter') }];
    case 'POST /v1/newsletters/{id}/duplicate':
      return [{ path: at('newsletter'), body: { username: 'copy', name: 'Copy', include: ['emails'] } }];
    case 'POST /v1/emails':
      return [
        { path: '/v1/emails', body: { subject: 'To all', body: 'Hi' } },
        { path: '/v1/emails', body: { subject: 'To all', body: 'Hi', publish_date: '2999-01-01' } },
      ];
    case 'PATCH /v1/emails/{id}':
      return [
        ...approvedFields
          // The people with the key's tag are within its bounds, and excluding others only reduces their number.
          .filter(field => !['included_tags', 'excluded_tags', 'filters'].includes(field))
          .map(field => ({ path: at('scheduled'), body: emailChange(field) })),
        ...open.map(field => ({ path: at('page'), body: emailChange(field) })),
      ];
    case 'DELETE /v1/emails/{id}':
      return [{ path: at('page') }];
    case 'POST /v1/emails/{id}/publish':
      return [{ path: at('scheduled'), body: { body: 'Changed' } }];
    case 'POST /v1/emails/{id}/revisions/{number}/restore':
      return [{ path: `/v1/emails/${ids.page}/revisions/1/restore`, body: {} }];
    case 'POST /v1/bulk_actions':
      return [
        { type: 'update_email_types', metadata: { ids: [ids.page, ids.scheduled], email_type: 'private' } },
        { type: 'delete_emails', metadata: { ids: [ids.page] } },
        { type: 'delete_tags', metadata: { ids: [ids.topic] } },
        { type: 'gift_subscribers', metadata: { ids: [ids.reader], message: 'Changed' } },
      ].map(body => ({ path: '/v1/bulk_actions', body }));
    case 'POST /v1/subscribers/{id_or_email}/grants':
      return [
        {
          path: `/v1/subscribers/${ids.reader}/grants`,
          body: { kind: 'gift', source: 'shop', message: 'Changed' },
        },
      ];
    case 'PATCH /v1/automations/{id}':
      return [{ path: at('automation'), body: { body: 'Changed {{ item.url }}' } }];
    case 'POST /v1/imports':
      return [{ path: '/v1/imports?format=postrider', body: 'PK' }];
    case 'POST /v1/imports/{id}/run':
      return [{ path: `/v1/imports/${ids.bundle}/run` }];
    case 'POST /v1/imports/{id}/undo':
      return [{ path: `/v1/imports/${ids.import}/undo` }];
    default:
      return [];
  }
}

/** Everything of the owner's that readers see, or would get without further request. */
async function shown(): Promise<unknown[]> {
  const read = async (path: string, body?: object) =>
    (await service.api(body ? 'POST' : 'GET', path, body)).text;
  const { modification_date, ...newsletter } = (await service.api('GET', `/v1/newsletters/${ids.newsletter}`))
    .body;
  const out = await service.db
    .selectFrom('emails')
    .selectAll()
    .where('status', 'not in', ['draft', 'deleted'])
    .orderBy('key')
    .execute();
  const mails = await Promise.all(out.map(({ id }) => read(`/v1/emails/${id}/preview`, {})));
  const { results: automations } = (await service.api('GET', '/v1/automations')).body;
  return [
    newsletter,
    // Nobody sees who requested something, or when it was scheduled again.
    out.map(email =>
      Object.entries(email).filter(([name]) => !/^(approval_|modification_date|status_date)/.test(name)),
    ),
    mails,
    await read('/test'),
    await read(`/test/archive/page/`),
    (await service.api('GET', '/v1/tags')).body.results.filter(
      (tag: { subscriber_editable: boolean }) => tag.subscriber_editable,
    ),
    await read('/v1/segments'),
    await read('/v1/forms'),
    await read('/v1/comments'),
    await service.db.selectFrom('letters').select('subject').where('kind', '=', 'mail_gift').execute(),
    automations.map(({ subject, body }: Record<string, string>) => [subject, body]),
  ];
}

test('the table names every operation that writes, and every type of bulk action', async () => {
  const { body: document } = await service.api('GET', '/v1/openapi.json');
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  const writing = documented.filter(operation => !operation.startsWith('GET '));
  assert.deepEqual(rows.map(({ operation }) => operation).toSorted(), writing.toSorted());
  assert.deepEqual(Object.keys(bulkEffects).toSorted(), bulkTypeNames.toSorted());
  for (const { operation, effect } of rows) {
    assert.ok(effects.includes(effect), operation);
    assert.equal(triesOf(operation).length > 0, effect === 'content', operation);
  }
  assert.deepEqual(Object.keys(emailChanges).toSorted(), approvedFields.toSorted());
});

const kinds: Record<string, () => Partial<Bounds>> = {
  drafts_only: () => ({ drafts_only: true }),
  needs_approval: () => ({ needs_approval: true }),
  most_recipients: () => ({ most_recipients: 1 }),
  most_recipients_a_day: () => ({ most_recipients_a_day: 1 }),
  tags: () => ({ tags: [ids.near!] }),
};

for (const [kind, boundsOf] of Object.entries(kinds))
  test(`whatever route it takes, a bounded key changes nothing that others have requested: ${kind}`, async () => {
    const key = await service.keyWith({ ...everything, installation: 'write' }, boundsOf());
    let present = await shown();
    const reschedule = { status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' };
    for (const { operation, effect } of rows) {
      if (effect !== 'content') continue;
      let refused = false; // since what is shown was last compared
      for (const { path, body } of triesOf(operation)) {
        const name = `${operation} ${JSON.stringify(body)}`;
        const type: Record<string, string> =
          typeof body === 'string' ? { 'content-type': 'application/zip' } : {};
        const answer = await service.api(operation.split(' ')[0]!, path, body, { ...key, ...type });
        await runBulkActions(service.db, bulkContext, service.newsletter.key);
        if (operation.includes('bulk_actions')) {
          const { status } = (await service.api('GET', `/v1/emails/${ids.scheduled}`)).body;
          // An email that must be approved first no longer goes out.
          if (status === 'draft') {
            await service.api('PATCH', `/v1/emails/${ids.scheduled}`, {
              email_type: 'public',
              ...reschedule,
            });
            continue;
          }
        } else if (/automations|external_feeds/.test(operation) && answer.status === 200) {
          const { changed_by } = await service.db
            .selectFrom('automations')
            .select('changed_by')
            .where('id', '=', ids.automation!)
            .executeTakeFirstOrThrow();
          assert.equal(changed_by, await idOf(key), `${name}: it mails within the bounds of the key`);
          const back = { body: '{{ item.url }} {{ snippets.note }} {{ survey.poll }}' };
          assert.equal((await service.api('PATCH', path, back)).status, 200);
          present = await shown();
          continue;
        } else {
          const codes = [
            'forbidden',
            'bound_exceeded',
            'approval_required',
            'attachment_in_use',
            'segment_in_use',
          ];
          assert.ok(codes.includes(answer.body?.code), `${name}: ${answer.status} ${answer.text}`);
        }
        const { status } = (await service.api('GET', `/v1/emails/${ids.scheduled}`)).body;
        if (status === 'draft') {
          assert.equal(answer.body.code, 'approval_required', name);
          await restore(reschedule);
          present = await shown();
        } else if (kind === 'needs_approval') assert.deepEqual(await shown(), present, name);
        else refused = true;
      }
      // Reading everything takes longest, so it is compared once for all tries that were refused. Only a try that makes a draft of the
      // email, as a key that needs approval does, could hide a change by another try.
      if (refused) assert.deepEqual(await shown(), present, operation);
    }
  });

/** Undoes the changes that a key that needs approval has made to the scheduled email, which is a draft now. */
async function restore(reschedule: object): Promise<void> {
  const path = `/v1/emails/${ids.scheduled}`;
  const { count } = (await service.api('GET', `${path}/revisions`)).body;
  const back = { slug: 'scheduled', secondary_id: null, ...reschedule };
  if (count > 1) await service.api('POST', `${path}/revisions/1/restore`, {});
  const answer = await service.api('PATCH', path, back);
  assert.equal(answer.status, 200, answer.text);
}

async function idOf(headers: Record<string, string>): Promise<string> {
  const draft = { subject: newId(), body: 'x', status: 'draft' };
  const { body } = await service.api('POST', '/v1/emails', draft, headers);
  const { changed_by } = await service.db
    .selectFrom('emails')
    .select('changed_by')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  return changed_by!;
}

test('a key that can only write drafts, or needs approval, publishes no page; another key only its own', async () => {
  const page = { subject: 'Own page', body: 'Text', status: 'imported' };
  for (const bounds of [{ drafts_only: true }, { needs_approval: true }]) {
    const key = await service.keyWith(everything, bounds);
    const { status, body } = await service.api('POST', '/v1/emails', page, key);
    assert.deepEqual([status, body.code], [403, 'forbidden'], JSON.stringify(bounds));
  }
  const key = await service.keyWith(everything, { most_recipients: 1 });
  const own = await service.api('POST', '/v1/emails', page, key);
  assert.equal(own.status, 201);
  const change = { body: 'Other text' };
  assert.equal((await service.api('PATCH', `/v1/emails/${own.body.id}`, change, key)).status, 200);
  assert.equal((await service.api('PATCH', `/v1/emails/${ids.page}`, change, key)).status, 403);
});

test('a bounded key changes what drafts use, and what only its own emails use', async () => {
  const key = await service.keyWith(everything, { most_recipients: 1, tags: [ids.near!] });
  const ask = (method: string, path: string, body: unknown) => service.api(method, path, body, key);
  const snippet = await ask('POST', '/v1/snippets', { identifier: 'own', content: 'One' });
  const email = { subject: 'Own', body: 'Hi {{ snippets.own }}', included_tags: ['near'] };
  const scheduled = await ask('POST', '/v1/emails', { ...email, publish_date: '2999-01-01T00:00:00Z' });
  assert.equal(scheduled.status, 201, scheduled.text);
  const path = `/v1/snippets/${snippet.body.id}`;
  assert.equal((await ask('PATCH', path, { content: 'Two' })).status, 200);
  await service.api('PATCH', `/v1/emails/${ids.draft}`, { body: 'A draft {{ snippets.own }}' });
  assert.equal((await ask('PATCH', path, { content: 'Three' })).status, 200);
  // A narrower key that it creates did not ask for the email.
  const child = await ask('POST', '/v1/api_keys', { name: 'child', permissions: everything });
  const below = { authorization: `Token ${child.body.api_key}` };
  assert.equal((await service.api('PATCH', path, { content: 'Four' }, below)).status, 403);
});

test('a daily bound counts the mail of all keys that go back to the key, in every newsletter', async () => {
  const permissions = { ...everything, installation: 'write' } as const;
  const root = await service.keyWith(permissions, { most_recipients_a_day: 2 });
  const make = async (headers: Record<string, string>, bounds: object = {}) => {
    const { status, body } = await service.api(
      'POST',
      '/v1/api_keys',
      { name: 'child', permissions: everything, bounds },
      headers,
    );
    assert.equal(status, 201);
    return { authorization: `Token ${body.api_key}` };
  };
  const child = await make(root);
  const grandchild = await make(child, { most_recipients_a_day: 1 });
  const sibling = await make(root);
  const draft = { subject: 'For one', body: 'Hi', status: 'draft' };
  const people = (await service.api('GET', '/v1/subscribers')).body.results;
  const send = async (headers: Record<string, string>, at: number): Promise<Answer> => {
    const { body } = await service.api('POST', '/v1/emails', { ...draft, subject: `One ${newId()}` });
    return service.api('POST', `/v1/subscribers/${people[at].id}/emails/${body.id}`, undefined, headers);
  };
  assert.equal((await send(grandchild, 0)).status, 200);
  assert.equal((await send(grandchild, 1)).body.code, 'bound_exceeded', 'its own bound');
  assert.equal((await send(child, 1)).status, 200);
  for (const key of [root, child, grandchild, sibling]) {
    const { body } = await send(key, 2);
    assert.equal(body.code, 'bound_exceeded');
  }
  const other = await service.api('POST', '/v1/newsletters', { username: 'beyond', name: 'Beyond' }, root);
  assert.equal(other.status, 201);
  const there = { authorization: `Token ${other.body.api_key}` };
  const reader = { email_address: 'zoe@example.org', type: 'regular' };
  assert.equal((await service.api('POST', '/v1/subscribers', reader, there)).status, 201);
  const answer = await service.api('POST', '/v1/emails', { subject: 'Beyond', body: 'Hi' }, there);
  assert.equal(answer.body.code, 'bound_exceeded');
});

const threshold = (approval_threshold: number | null) =>
  service.api('PATCH', `/v1/newsletters/${ids.newsletter}`, { approval_threshold });

test('no key approves what was requested by itself, by a key that created it, or by a bounded key above both', async () => {
  await threshold(1);
  const child = async (headers: Record<string, string>) => {
    const { body } = await service.api(
      'POST',
      '/v1/api_keys',
      { name: 'child', permissions: areas },
      headers,
    );
    return { authorization: `Token ${body.api_key}` };
  };
  const ask = async (headers: Record<string, string>): Promise<string> => {
    const email = { subject: `Asked ${newId()}`, body: 'Text' };
    const { body } = await service.api('POST', '/v1/emails', email, headers);
    assert.equal(body.code, 'approval_required');
    return body.metadata.email_id;
  };
  const approve = async (id: string, headers: Record<string, string>) =>
    (await service.api('POST', `/v1/emails/${id}/approval`, {}, headers)).status;
  const [free, bounded] = [
    await service.keyWith(areas),
    await service.keyWith(areas, { most_recipients: 1000 }),
  ];
  const [one, two] = [await child(bounded), await child(bounded)];
  assert.equal(await approve(await ask(bounded), one), 403, 'by a child');
  assert.equal(await approve(await ask(one), bounded), 403, 'by the parent with bounds');
  assert.equal(await approve(await ask(one), two), 403, 'by a sibling');
  assert.equal(await approve(await ask(bounded), free), 200, 'by another key');
  const [first, second] = [await child(free), await child(free)];
  assert.equal(await approve(await ask(free), first), 403, 'by a child');
  assert.equal(await approve(await ask(first), free), 200, 'by the parent without bounds');
  assert.equal(await approve(await ask(first), second), 200, 'by a sibling');
  await threshold(null);
});

/** A change of each part of which an email is made, by somebody who may do anything, and the API's name for the part. */
const partChanges: {
  name: string;
  part: string;
  key: () => string;
  change: () => [string, string, object];
}[] = [
  ...approvedFields.map(field => ({
    name: field,
    part: 'email',
    key: () => field,
    change: (): [string, string, object] => ['PATCH', `/v1/emails/${ids.asked}`, emailChange(field)],
  })),
  {
    name: 'a snippet',
    part: 'snippet',
    key: () => 'note',
    change: () => ['PATCH', `/v1/snippets/${ids.snippet}`, { content: newId() }],
  },
  {
    name: 'a survey',
    part: 'survey',
    key: () => 'poll',
    change: () => ['PATCH', `/v1/surveys/${ids.survey}`, { answers: [newId(), 'No'] }],
  },
  {
    name: 'a segment',
    part: 'segment',
    key: () => ids.segment!,
    change: () => ['PATCH', `/v1/segments/${ids.segment}`, { filters: groupOf(almostAll) }],
  },
  {
    name: 'the name of an attachment',
    part: 'attachment',
    key: () => ids.attachment!,
    change: () => ['PATCH', `/v1/attachments/${ids.attachment}`, { name: `${newId()}.png` }],
  },
  ...shownTo('emails').map(name => ({
    name: `the setting ${name}`,
    part: 'newsletter',
    key: () => name,
    change: (): [string, string, object] => [
      'PATCH',
      `/v1/newsletters/${ids.newsletter}`,
      settingChange(name),
    ],
  })),
];

const threeKeys = onFirstUse(
  async () =>
    [await service.keyWith(areas), await service.keyWith(areas), await service.keyWith(areas)] as const,
);
const editorId = onFirstUse(async () => idOf((await threeKeys())[1]));

for (const { name, part, key, change } of partChanges)
  test(`an approval covers ${name}, and somebody who has changed it since the request cannot give it`, async () => {
    await threshold(0);
    const [writer, editor, third] = await threeKeys();
    const asked = await service.api(
      'POST',
      '/v1/emails',
      {
        subject: `Asked ${newId()}`,
        body: 'Hello {{ snippets.note }} {{ survey.poll }}',
        attachments: [ids.attachment],
        ...(part === 'segment' && {
          filters: groupOf({ field: 'subscriber.segment', operator: 'equals', value: ids.segment }),
        }),
      },
      writer,
    );
    assert.equal(asked.body.code, 'approval_required', asked.text);
    ids.asked = asked.body.metadata.email_id as string;
    const path = `/v1/emails/${ids.asked}`;
    const approve = (headers: Record<string, string>) => service.api('POST', `${path}/approval`, {}, headers);
    const changes = async () => (await service.api('GET', path)).body.approval.changes;
    const same = (one: { part: string; key: string }) => one.part === part && one.key === key();
    assert.deepEqual(await changes(), []);

    const [method, at, body] = change();
    const changed = await service.api(method, at, body, editor);
    assert.equal(changed.status, 200, changed.text);
    const found = (await changes()).filter(same);
    assert.deepEqual(
      found.map(({ by }: { by: string }) => by),
      [await editorId()],
    );
    const refused = await approve(editor);
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], refused.text);
    assert.equal((await approve(third)).status, 200);
    assert.deepEqual(await changes(), []);

    // The third key has approved the present state, and nothing else.
    const [, , again] = change();
    const undone =
      part === 'newsletter' || part === 'email' || part === 'segment' ? other(part, key()) : again;
    const later = await service.api(method, at, undone, editor);
    assert.equal(later.status, 200, later.text);
    const publish = await service.api('POST', `${path}/publish`, {}, writer);
    assert.equal(publish.body.code, 'approval_required', publish.text);
    if (part !== 'email') assert.equal((await approve(editor)).status, 200, 'the writer has asked again');
    await threshold(null);
  });

/** Another value than the one that `change` gives. */
function other(part: string, key: string): object {
  if (part === 'segment') return { filters: groupOf(everybody) };
  const values: Record<string, unknown> = {
    ...emptyLook,
    domain: 'another.example',
    bounce_domain: 'bounces.another.example',
    should_send_teaser: false,
    email_type: 'free',
    included_tags: [],
    excluded_tags: [],
    filters: null,
    attachments: [],
    template: null,
    archival_mode: 'enabled_for_subscribers',
    featured: false,
    related_email_ids: [],
    secondary_id: 98,
    image: '',
    ignores_cap: false,
    canonical_url: '',
    username: 'test',
    from_address: 'test@postrider.localhost',
    reply_to: '',
    replies: 'mailbox',
    premium_url: '',
    locale: 'en',
    ab_test: { variants: [{ subject: 'Another' }] },
    formal_words: false,
    words: {},
  };
  if (key === 'attachments') return { attachments: [ids.attachment] };
  return { [key]: key in values ? values[key] : 'another' };
}
