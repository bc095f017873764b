import { openFeedServer, rss } from './feed-server.ts';
import { furnish } from './furnish.ts';
import { post } from './pages.ts';
import { startTestService, type TestService } from './postrider.ts';
import { openStripe } from './stripe.ts';
import { until } from './until.ts';

export type Content = { schema: JsonSchema; example?: unknown; examples?: unknown };
type JsonSchema = {
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  examples?: unknown[];
};
type Part = { content?: Record<string, Content> };
export type Operation = { operationId: string; requestBody?: Part; responses: Record<string, Part> };
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** Returns the name of this schema; for a list, that of the schema of its items. */
export function nameOf({ $ref, properties }: JsonSchema): string | undefined {
  return ($ref ?? properties?.results?.items?.$ref)?.split('/').at(-1);
}

/** Returns true if people who read the document see an example of this. */
export function isShown({ components }: Document, { example, examples, schema }: Content): boolean {
  const name = nameOf(schema);
  if ((example ?? examples ?? schema.examples) !== undefined) return true;
  if (schema.properties && Object.keys(schema.properties).length === 0) return true; // there is nothing to show
  return name !== undefined && components.schemas[name]?.examples !== undefined;
}

export type Played = {
  id: string;
  method: string;
  path: string;
  status: number;
  text: string;
  request: object | undefined;
  answer: unknown;
  /** The description of the answer in the document, if it is JSON. */
  content: Content | undefined;
};

/**
 * Sends the request of every example to a service that has one of everything, and reads the answer of every path. Returns the requests and
 * answers in order.
 */
export async function playExamples(): Promise<{ document: Document; played: Played[] }> {
  await using opened = new AsyncDisposableStack();
  const stripe = await openStripe(new Date());
  opened.defer(() => stripe.close());
  const env = { SMTP_URL: '', STRIPE_URL: stripe.url, BOUNCE_DOMAIN: 'bounces.example.org' };
  const service = await startTestService({ works: true, env });
  opened.defer(() => service.stop());
  const ids = await furnish(service);
  const { body: document } = (await service.api('GET', '/v1/openapi.json')) as { body: Document };
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method: method.toUpperCase(), path },
      ]),
    ),
  );
  const played: Played[] = [];
  async function play(id: string, request?: object, path?: string) {
    const operation = operations.get(id);
    if (!operation) throw new Error(`${id}: no such operation`);
    const { method } = operation;
    const address = path ?? fill(operation.path, ids);
    const { status, text, body } = await service.api(method, address, request);
    const content = operation.responses[status]?.content?.['application/json'];
    played.push({ id, method, path: address, status, text, request, answer: body, content });
    return body;
  }
  await playRequests(service, ids, play);
  for (const id of [
    'create_subscriber_private_feed',
    'sweep_payments',
    'check_newsletter_domain',
    'ping_automation',
    'ping_external_feed',
  ])
    await play(id);
  const done = new Set(played.map(({ id }) => id));
  for (const [id, { method, path, responses }] of operations) {
    if (path.startsWith('/v1/me')) continue; // keys are not people
    const isJson = Object.entries(responses).some(
      ([status, { content }]) => status.startsWith('2') && content?.['application/json'],
    );
    if (method === 'GET' && isJson && !done.has(id)) await play(id);
  }
  return { document, played };
}

/** Returns the path with an id of an existing object for each parameter, chosen by the word before it. */
function fill(path: string, ids: Record<string, string>): string {
  return path
    .replace(/([a-z_]+)\/\{[^}]+\}/g, (whole, word: string) => (ids[word] ? `${word}/${ids[word]}` : whole))
    .replace(
      /automations\/[^/]+(?=\/(?:analytics|runs|explain|invoke|held|simulate))/,
      `automations/${ids.sequences}`,
    )
    .replace('{subscriber}', ids.subscribers!)
    .replace('{id_or_email}', ids.subscribers!)
    .replace(/\/(?:\{number\}|\{history_id\})$/, '/1')
    .replace(/public\/emails\/[^/]+$/, 'public/emails/test')
    .replace(/(emails\/[^/]+)\/explain$/, `$1/explain?subscriber=${ids.subscribers}`);
}

type Play = (id: string, request?: object, path?: string) => Promise<Made>;
/** The parts of an answer that the next request needs. */
type Made = { id: string; results: { id: string }[] };

/** Sends the requests whose operations show no example of their own. */
async function playRequests(service: TestService, ids: Record<string, string>, play: Play): Promise<void> {
  await playContent(service, ids, play);
  await playPeople(service, ids, play);
  await playAutomations(service, ids, play);
  await playSettings(service, ids, play);
  await playPayments(ids, play);
}

const premium = { field: 'subscriber.type', operator: 'equals', value: 'premium' };
const toPremium = { predicate: 'and', filters: [premium], groups: [] };

async function playContent(service: TestService, ids: Record<string, string>, play: Play) {
  const make = async (path: string, body: object) =>
    (await service.api('POST', path, body)).body.id as string;
  await play('create_tag', {
    name: 'Rock pools',
    color: '#1f7a8c',
    public_description: 'What lives between the tides',
    subscriber_editable: true,
  });
  await play('update_tag', { description: 'Asked at the harbour fair' });
  await play('put_tag', { name: 'Birds', color: '#336699', subscriber_editable: true });
  await play('create_segment', {
    name: 'Readers who pay',
    description: 'For letters with thanks',
    filters: toPremium,
  });
  await play('update_segment', { description: 'Everybody who pays for the letters' });
  await play('explain_audience', { email_type: 'premium', filters: toPremium, subscriber: ids.subscribers });
  await play('create_snippet', { identifier: 'tides', name: 'Tide table', content: 'Low water: 13:04' });
  await play('update_snippet', { content: 'See you at low water.' });
  await play('create_survey', {
    identifier: 'time',
    question: 'When do you read?',
    answers: ['Morning', 'Evening'],
  });
  await play('update_survey', { notes: 'Asked every spring' });
  await play('create_survey_response', { survey_id: ids.surveys, subscriber_id: ids.subscribers, answer: 1 });
  const response = (await service.api('GET', '/v1/survey_responses')).body.results[0].id;
  await play('update_survey_response', { text: 'With a biscuit' }, `/v1/survey_responses/${response}`);
  await play('create_template', { name: 'Monthly', subject: 'The month at sea', body: '## What washed up' });
  await play('update_template', { name: 'Every month' });
  await play('update_attachment', { name: 'tide-table.png' });
  await play('update_image', { metadata: { alt: 'The bar at low water' } });
  await play('create_comment', { email_id: ids.emails, text: 'Thank you for reading.' });
  await play('update_comment', { status: 'active' });
  await play('update_reply', { status: 'read' });
  await play('create_reply_answer', { text: 'See you on Tuesday.' });
  const draft = await make('/v1/emails', { subject: 'Low water', body: 'At 13:04', status: 'draft' });
  await service.api('PATCH', `/v1/emails/${draft}`, { body: 'At 13:05' });
  await play('restore_email_revision', { fields: ['body'] }, `/v1/emails/${draft}/revisions/1/restore`);
  await play('approve_email', {}, `${await approvable(service)}/approval`);
  await play(
    'decline_email',
    { reason: 'These are last week’s times.' },
    `${await approvable(service)}/approval/decline`,
  );
}

/** Asks for the approval of an email. Returns its path. */
async function approvable(service: TestService): Promise<string> {
  const writer = await service.keyWith({ emails: 'write', sending: 'write' }, { needs_approval: true });
  const later = { subject: 'Tuesday', body: 'A walk', publish_date: '2999-01-01T09:00:00Z' };
  const { text } = await service.api('POST', '/v1/emails', later, writer);
  return /\/v1\/emails\/[\w-]+/.exec(text)![0];
}

async function playPeople(service: TestService, ids: Record<string, string>, play: Play) {
  await play('create_subscriber', {
    email_address: 'grace@lowwater.example',
    tags: ['Birds'],
    metadata: { first_name: 'Grace' },
    notes: 'Met at the harbour fair',
  });
  const { referral_code } = (await service.api('GET', `/v1/subscribers/${ids.subscribers}`)).body;
  await post(service, '/api/emails/embed-subscribe/test', {
    email: 'friend@lowwater.example',
    referral_code,
  });
  await play('get_referrals', undefined, `/v1/subscribers/${ids.subscribers}/referrals?counted=false`);
  await play('search_subscribers', { filters: toPremium });
  await play('update_subscriber', { metadata: { first_name: 'Ada' }, frequency: 'weekly' });
  await play('put_subscriber', { email_address: 'ada@lowwater.example', tags: ['Birds'] });
  const grant = await play('create_subscriber_grant', {
    kind: 'comp',
    source: 'support',
    reference: 'ticket-311',
    end_date: '2999-01-01T00:00:00Z',
    message: 'Thank you for the photographs',
  });
  const revoke = `/v1/subscribers/${ids.subscribers}/grants/${grant.id}/revoke`;
  await play('revoke_subscriber_grant', { reason: 'Bought a plan' }, revoke);
  const banned = { email_address: 'gone@lowwater.example', type: 'regular' };
  const { id } = (await service.api('POST', '/v1/subscribers', banned)).body;
  const ban = { type: 'ban_subscribers', metadata: { ids: [id] } };
  await service.api('POST', '/v1/bulk_actions', ban);
  await play('create_bulk_action', {
    type: 'apply_tags',
    metadata: { action: 'add', tag_ids: [ids.tags], filters: toPremium },
  });
  await play('undo_bulk_action', { dry_run: true });
  await play('create_export', { collections: ['subscribers'], format: 'csv' });
  await playImport(service, play);
  await play('create_form', {
    title: 'Walks along the bar',
    slug: 'bar-walks',
    button: 'Come along',
    fields: [{ name: 'shoes', label: 'Shoe size', type: 'text', required: false }],
    tags: ['Birds'],
  });
  await play('update_form', { success_body: 'See you at the slipway.' });
}

/** Changes an import after a dry run. */
async function playImport(service: TestService, play: Play) {
  const csv = 'Email,First name\nmary@lowwater.example,Mary\n';
  const { id } = (await service.api('POST', '/v1/imports?dry_run=true', csv, { 'content-type': 'text/csv' }))
    .body;
  await until('the import has been tried', async () => {
    const { status } = (await service.api('GET', `/v1/imports/${id}`)).body;
    return status === 'validated';
  });
  await play('update_import', { existing: 'skip', tags: ['Birds'] }, `/v1/imports/${id}`);
}

async function playAutomations(service: TestService, ids: Record<string, string>, play: Play) {
  await play('update_external_feed', {
    cadence: 'weekly',
    cadence_metadata: { weekday: 'friday', time: '09:00' },
  });
  const { id, items } = await followTwo(service, play);
  await play('update_automation_item', { status: 'skipped' }, `/v1/automations/${id}/items/${items[0]}`);
  await play('update_external_feed_item', { status: 'queued' }, `/v1/external_feeds/${id}/items/${items[1]}`);
  await play('run_automation', { send: false }, `/v1/automations/${ids.automations}/run`);
  await play('run_external_feed', { send: false });
  await play('invoke_automation', { subscribers: [ids.subscribers], dry_run: true });
  const runs = (await service.api('GET', `/v1/automations/${ids.sequences}/runs`)).body.results;
  const run = `/v1/automations/${ids.sequences}/runs/${runs[0].id}`;
  await play('update_automation_run', { due_date: '2999-01-01T09:00:00Z' }, run);
  await play('decide_held_steps', { decision: 'shift' });
  await play('simulate_automation', { since: 30 });
  await play('simulate_new_automation', {
    name: 'Welcome',
    trigger: 'subscriber.confirmed',
    actions: [{ type: 'add_tags', metadata: { tags: ['Birds'] }, timing: null }],
  });
  const steps = (await service.api('GET', `/v1/subscribers/${ids.subscribers}/automations`)).body.results;
  const attempt = `/v1/subscribers/${ids.subscribers}/automations/${steps.at(-1).id}`;
  await play('update_automation_attempt', { status: 'skipped' }, attempt);
}

/** Follows a feed whose two items are held for a day. Returns the ids of both. */
async function followTwo(service: TestService, play: Play): Promise<{ id: string; items: string[] }> {
  const feeds = await openFeedServer();
  const links = ['1', '2'].map(name => ({ title: name, link: `https://log.example/${name}`, guid: name }));
  feeds.put('/feed.xml', rss(links));
  const url = `${feeds.url}/feed.xml`;
  const daily = { cadence: 'daily', cadence_metadata: { time: '09:00' } };
  const text = { behavior: 'draft', ...daily, subject: 'News', body: '{{ items[0].url }}' };
  const rules = { skip_old_items: false, hold_minutes: 1440 };
  await play('preview_new_automation', { url, ...text });
  await play('preview_new_external_feed', { url, ...text });
  const { id } = await play('create_automation', { kind: 'feed', url, ...text, ...rules });
  await play(
    'update_automation',
    { kind: 'feed', subject: 'The news of {{ items[0].title }}' },
    `/v1/automations/${id}`,
  );
  const held = await until('both items are held', async () => {
    const { results } = (await service.api('GET', `/v1/automations/${id}/items`)).body;
    return results.length === 2 && (results as { id: string }[]);
  });
  await feeds.close();
  return { id, items: held.map(item => item.id) };
}

async function playSettings(service: TestService, ids: Record<string, string>, play: Play) {
  await play('create_newsletter', { username: 'harbour', name: 'Harbour notes', timezone: 'Europe/Paris' });
  await play('update_newsletter', { description: 'Tides, finds and walks', timezone: 'Europe/London' });
  await play('put_newsletter', {
    username: 'test',
    name: 'Low water',
    description: 'Tides, finds and walks',
  });
  await play('duplicate_newsletter', { username: 'high-water', name: 'High water', include: ['drafts'] });
  await play('preview_newsletter', { part: 'embed', name: 'Low water' });
  const reading = Object.fromEntries(areas.map(area => [area, 'read']));
  await play('create_api_key', {
    name: 'Site',
    permissions: { ...reading, emails: 'write', installation: 'none' },
    bounds: { drafts_only: true },
  });
  const ours = { administrivia: 'read', automations: 'read', surveys: 'write', forms: 'read' };
  await play('create_user', {
    email_address: 'editor@lowwater.example',
    permissions: { subscriber: 'read', email: 'write', sending: 'none', styling: 'read', ...ours },
  });
  const keys = await play('create_newsletter_dkim_key', { is_delegated: false });
  const path = `/v1/newsletters/${ids.newsletters}/dkim_keys/${keys.results[0]!.id}`;
  await play('update_newsletter_dkim_key', { status: 'retired' }, path);
  await play('create_relay', {
    name: 'Main',
    host: 'smtp.lowwater.example',
    port: 587,
    user: 'news',
    password: 'secret',
    sending_rate: 20,
  });
  await play('update_relay', { weight: 2, connections: 10 });
  await play('test_relay', { send_mail: false });
  await play('test_relays', { send_mail: false });
  await play('create_webhook', {
    url: 'https://lowwater.example/hooks',
    event_types: ['subscriber.confirmed', 'email.sent'],
  });
  await play('update_webhook', { description: 'The site counts readers' });
  await play('test_webhook', { event_type: 'subscriber.confirmed' });
  const { results } = (await service.api('GET', '/v1/suppressions')).body;
  await play(
    'lift_suppression',
    { reason: 'They asked for it by phone.' },
    `/v1/suppressions/${results[0]?.id}/lift`,
  );
}

const areas = ['emails', 'sending', 'subscribers', 'automations', 'bulk_actions', 'payments', 'settings'];

async function playPayments(_: Record<string, string>, play: Play) {
  await play('check_payments', { key: 'rk_test_lowwater' });
  await play('put_payments', { key: 'rk_test_lowwater', currency: 'eur', grace_days: 7 });
  await play('create_price', {
    amount: 500,
    cadence: 'month',
    currency: 'eur',
    description: 'A coffee a month',
  });
  await play('adopt_payments', { dry_run: true });
}
