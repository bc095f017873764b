import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Part } from '../../testing/forms.ts';
import { samplePicture } from '../../testing/pictures.ts';
import { type Answer, startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await service.api('POST', '/v1/tags', { name: 'news' });
  draft = (await service.api('POST', '/v1/emails', { subject: 'Kept', status: 'draft' })).body.id;
  foreign = await service.foreignKey();
});
after(() => service.stop());

let draft: string;
let foreign: Record<string, string>;

type Request = {
  path: string;
  method?: string;
  body?: string | Uint8Array | object;
  /** A form with a file, in place of a body. */
  parts?: Part[];
  /** Headers in place of those of a usual request with the owner's key. */
  headers?: Record<string, string>;
};
type Mistake = {
  /** The mistake of somebody who begins with the API. */
  does: string;
  wrong(): Request;
  status: number;
  /** The words of the remedy in the answer. */
  says: RegExp;
  right(): Request;
};

const json = { 'content-type': 'application/json' };
const tag = '/v1/tags';
const emails = '/v1/emails';
const people = '/v1/subscribers';
let made = 0;
/** Returns an address that no subscriber has. */
const somebody = () => `reader-${++made}@example.org`;
const aTag = () => ({ name: `tag-${++made}` });
const aDraft = (fields: object) => ({ subject: `Draft ${++made}`, status: 'draft', ...fields });

const mistakes: Mistake[] = [
  {
    does: 'sends no key',
    wrong: () => ({ path: emails, headers: { authorization: '' } }),
    status: 401,
    says: /Send your API key in the header "Authorization: Token <key>"/,
    right: () => ({ path: emails }),
  },
  {
    does: 'leaves out the word Token',
    wrong: () => ({ path: emails, headers: { authorization: 'pr_abcdefgh' } }),
    status: 401,
    says: /Send "Authorization: Token <key>"/,
    right: () => ({ path: emails }),
  },
  {
    does: 'puts the key into the address',
    wrong: () => ({ path: `${emails}?api_key=pr_abcdefgh`, headers: { authorization: '' } }),
    status: 401,
    says: /key in the address is not read.*header "Authorization: Token <key>", and replace it/,
    right: () => ({ path: emails }),
  },
  {
    does: 'sends the key in X-API-Key',
    wrong: () => ({ path: emails, headers: { authorization: '', 'x-api-key': 'pr_abcdefgh' } }),
    status: 401,
    says: /x-api-key is not read\. Send your API key in the header "Authorization: Token <key>"/,
    right: () => ({ path: emails }),
  },
  {
    does: 'sends the name of a variable that no shell has replaced',
    wrong: () => ({ path: emails, headers: { authorization: 'Token $API_KEY' } }),
    status: 401,
    says: /contains \$\. Send the key itself, without quotes, brackets or the name of a variable/,
    right: () => ({ path: emails }),
  },
  {
    does: 'uses the key of another newsletter',
    wrong: () => ({ path: `${emails}/${draft}`, headers: foreign }),
    status: 404,
    says: /Your API key belongs to the newsletter other-1; use the key of the one that has it/,
    right: () => ({ path: `${emails}/${draft}` }),
  },
  {
    does: 'forgets the content type, as curl -d does',
    wrong: () => ({
      path: tag,
      body: JSON.stringify(aTag()),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    status: 415,
    says: /got application\/x-www-form-urlencoded\)\. Send JSON, with the header "Content-Type: application\/json"/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'sends a form',
    wrong: () => ({ path: tag, body: 'name=news', headers: json }),
    status: 400,
    says: /looks like a form: write fields as in a JavaScript object/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'sends JSON as text',
    wrong: () => ({ path: tag, body: JSON.stringify(aTag()), headers: { 'content-type': 'text/plain' } }),
    status: 415,
    says: /header "Content-Type: application\/json"/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'encodes the body twice',
    wrong: () => ({ path: tag, body: JSON.stringify('{"name":"a"}'), headers: json }),
    status: 400,
    says: /encoded twice\. Send the object itself/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'sends half of the JSON',
    wrong: () => ({ path: tag, body: '{"name":"ne', headers: json }),
    status: 400,
    says: /not valid JSON: .*It ends too early: send all of it/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'writes JSON with single quotes',
    wrong: () => ({ path: tag, body: "{'name': 'a'}", headers: json }),
    status: 400,
    says: /straight double quotes/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'writes JSON in a word processor',
    wrong: () => ({ path: tag, body: '{“name”: “a”}', headers: json }),
    status: 400,
    says: /straight double quotes/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'leaves a comma at the end of an object',
    wrong: () => ({ path: tag, body: '{"name": "a",}', headers: json }),
    status: 400,
    says: /Remove the comma after the last entry/,
    right: () => ({ path: tag, body: aTag() }),
  },
  {
    does: 'breaks a line inside a text',
    wrong: () => ({
      path: emails,
      body: '{"subject":"a","status":"draft","body":"one\ntwo"}',
      headers: json,
    }),
    status: 400,
    says: /write a line break as \\n/,
    right: () => ({ path: emails, body: aDraft({ body: 'one\ntwo' }) }),
  },
  {
    does: 'sends Latin-1',
    wrong: () => ({ path: tag, body: Buffer.from('{"name":"Grüße"}', 'latin1'), headers: json }),
    status: 400,
    says: /not valid UTF-8.*Encode it as UTF-8/,
    right: () => ({ path: tag, body: { name: 'Grüße' } }),
  },
  {
    does: 'sends several subscribers at once',
    wrong: () => ({ path: people, body: [{ email_address: somebody() }] }),
    status: 400,
    says: /use an object, not a list/,
    right: () => ({ path: people, body: { email_address: somebody() } }),
  },
  {
    does: 'writes emails instead of email_address',
    wrong: () => ({ path: people, body: { emails: [somebody()] } }),
    status: 400,
    says: /email_address: this field is required; emails is not a field/,
    right: () => ({ path: people, body: { email_address: somebody() } }),
  },
  {
    does: 'writes title instead of subject',
    wrong: () => ({ path: emails, body: { title: 'Hello', status: 'draft' } }),
    status: 400,
    says: /subject: this field is required; title is not a field/,
    right: () => ({ path: emails, body: aDraft({}) }),
  },
  {
    does: 'sends a name with the address',
    wrong: () => ({ path: people, body: { email_address: 'Ada <ada@example.org>' } }),
    status: 400,
    says: /use one email address such as ada@example\.org/,
    right: () => ({ path: people, body: { email_address: somebody() } }),
  },
  {
    does: 'joins tags by commas',
    wrong: () => ({ path: people, body: { email_address: somebody(), tags: 'news, sports' } }),
    status: 400,
    says: /tags: use a list such as \["news","sports"\]/,
    right: () => ({ path: people, body: { email_address: somebody(), tags: ['news', 'sports'] } }),
  },
  {
    does: 'names recipients in a field that does not exist, of an email that would go to everybody',
    wrong: () => ({ path: emails, body: { subject: 'Just for you', to: ['ada@example.org'] } }),
    status: 400,
    says: /to: emails have no such field, and without an audience .* Use included_tags or filters/,
    right: () => ({ path: emails, body: aDraft({ included_tags: ['news'] }) }),
  },
  {
    does: 'writes a date as it is said at home',
    wrong: () => ({ path: emails, body: aDraft({ publish_date: '12/31/2099' }) }),
    status: 400,
    says: /publish_date: use a timestamp such as 2026-11-20T09:00:00Z, or a day such as 2026-11-20/,
    right: () => ({ path: emails, body: aDraft({ publish_date: '2099-12-31' }) }),
  },
  {
    does: 'sends a Unix time',
    wrong: () => ({ path: emails, body: aDraft({ publish_date: 4_102_358_400 }) }),
    status: 400,
    says: /publish_date: use a timestamp such as/,
    right: () => ({ path: emails, body: aDraft({ publish_date: '2099-12-31T00:00:00Z' }) }),
  },
  {
    does: 'schedules an email without a date',
    wrong: () => ({ path: emails, body: aDraft({ status: 'scheduled' }) }),
    status: 400,
    says: /a scheduled email needs a date\. Send a timestamp in the future/,
    right: () => ({ path: emails, body: aDraft({ status: 'scheduled', publish_date: '2099-12-31' }) }),
  },
  {
    does: 'sets a status that only the service sets',
    wrong: () => ({ path: emails, body: aDraft({ status: 'sent' }) }),
    status: 400,
    says: /use one of draft, about_to_send, scheduled/,
    right: () => ({ path: emails, body: aDraft({ status: 'draft' }) }),
  },
  {
    does: 'breaks a line in a subject',
    wrong: () => ({ path: emails, body: aDraft({ subject: 'one\ntwo' }) }),
    status: 400,
    says: /subject: must not contain control characters or line breaks/,
    right: () => ({ path: emails, body: aDraft({ subject: 'one two' }) }),
  },
  {
    does: 'writes a filter in words of their own',
    wrong: () => ({ path: emails, body: aDraft({ filters: { tag: 'news' } }) }),
    status: 400,
    says: /filters: has no tag; use filters, groups and predicate/,
    right: () => ({
      path: emails,
      body: aDraft({
        filters: {
          filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'news' }],
          groups: [],
          predicate: 'and',
        },
      }),
    }),
  },
  {
    does: 'writes a filter as a text',
    wrong: () => ({ path: emails, body: aDraft({ filters: 'plan:gold' }) }),
    status: 400,
    says: /filters: use an object such as {"filters":\[{"field":"subscriber\.metadata\.plan","operator":"equals"/,
    right: () => ({
      path: emails,
      body: aDraft({
        filters: { filters: [{ field: 'subscriber.metadata.plan', operator: 'equals', value: 'gold' }] },
      }),
    }),
  },
  {
    does: 'uses a number as an id',
    wrong: () => ({ path: `${emails}/17` }),
    status: 404,
    says: /no email with the identifier 17: ids look like 0193b2a4-/,
    right: () => ({ path: `${emails}/${draft}` }),
  },
  {
    does: 'forgets to replace the id of an example',
    wrong: () => ({ path: `${emails}/%7Bid%7D` }),
    status: 404,
    says: /identifier {id}: ids look like .* Take it from the field id in a list/,
    right: () => ({ path: `${emails}/${draft}` }),
  },
  {
    does: 'leaves out /v1',
    wrong: () => ({ path: '/emails' }),
    status: 404,
    says: /all addresses of the API begin with \/v1\. Use \/v1\/emails/,
    right: () => ({ path: emails }),
  },
  {
    does: 'begins the path with /api',
    wrong: () => ({ path: '/api/v1/emails' }),
    status: 404,
    says: /Did you mean \/v1\/emails\?/,
    right: () => ({ path: emails }),
  },
  {
    does: 'joins the base address and the path with two slashes',
    wrong: () => ({ path: '//v1/tags' }),
    status: 404,
    says: /Did you mean \/v1\/tags\?/,
    right: () => ({ path: tag }),
  },
  {
    does: 'writes the singular',
    wrong: () => ({ path: '/v1/subscriber' }),
    status: 404,
    says: /Did you mean \/v1\/subscribers\?/,
    right: () => ({ path: people }),
  },
  {
    does: 'writes a hyphen',
    wrong: () => ({ path: '/v1/bulk-actions', body: {} }),
    status: 404,
    says: /Did you mean \/v1\/bulk_actions\?/,
    right: () => ({
      path: '/v1/bulk_actions',
      body: { type: 'apply_tags', metadata: { ids: ['all'], tag: 'news', dry_run: true } },
    }),
  },
  {
    does: 'replaces a list',
    wrong: () => ({ path: emails, method: 'PUT', body: aDraft({}) }),
    status: 405,
    says: /does not support PUT\. Use GET, HEAD, POST/,
    right: () => ({ path: emails, body: aDraft({}) }),
  },
  {
    does: 'posts to an object to change it',
    wrong: () => ({ path: `${emails}/${draft}`, method: 'POST', body: { description: 'New' } }),
    status: 405,
    says: /does not support POST\. Use GET, HEAD, PATCH, DELETE/,
    right: () => ({ path: `${emails}/${draft}`, method: 'PATCH', body: { description: 'New' } }),
  },
  {
    does: 'follows a redirect from http to https, which drops the body',
    wrong: () => ({ path: people, method: 'POST', headers: json }),
    status: 400,
    says: /the request has no body\. Send one as JSON; if you did, use https/,
    right: () => ({ path: people, body: { email_address: somebody() } }),
  },
  {
    does: 'counts pages from 0',
    wrong: () => ({ path: `${emails}?page=0` }),
    status: 400,
    says: /page: use a whole number from 1/,
    right: () => ({ path: `${emails}?page=1` }),
  },
  {
    does: 'asks for everything on one page',
    wrong: () => ({ path: `${people}?page_size=100000` }),
    status: 400,
    says: /page_size: use a whole number from 1 to 1000/,
    right: () => ({ path: `${people}?page_size=1000` }),
  },
  {
    does: 'calls the size of a page limit',
    wrong: () => ({ path: `${people}?limit=10` }),
    status: 400,
    says: /limit: unknown parameter\. Did you mean page_size\?/,
    right: () => ({ path: `${people}?page_size=10` }),
  },
  {
    does: 'misspells a filter of a list',
    wrong: () => ({ path: `${people}?tags=news` }),
    status: 400,
    says: /tags: unknown parameter\. Did you mean tag\?/,
    right: () => ({ path: `${people}?tag=news` }),
  },
  {
    does: 'adds somebody again',
    wrong: () => ({ path: people, body: { email_address: 'twice@example.org' } }),
    status: 400,
    says: /already a subscriber\. Update that subscriber, or send X-Buttondown-Collision-Behavior/,
    right: () => ({ path: `${people}/twice@example.org`, method: 'PATCH', body: { notes: 'Again' } }),
  },
  {
    does: 'sends the address of an image instead of the image',
    wrong: () => ({ path: '/v1/images', body: { image: 'https://example.org/a.png' } }),
    status: 415,
    says: /Send the file as multipart\/form-data/,
    right: () => ({
      path: '/v1/images',
      parts: [{ name: 'image', filename: 'a.png', value: samplePicture('photo.png'), type: 'image/png' }],
    }),
  },
];

async function send({ path, method, body, parts, headers }: Request): Promise<Answer> {
  if (parts) return service.upload(path, parts, headers);
  return service.api(method ?? (body === undefined ? 'GET' : 'POST'), path, body, headers);
}

for (const { does, wrong, status, says, right } of mistakes) {
  test(`somebody who ${does} reads what to do, and it works`, async () => {
    if (does === 'adds somebody again') await send(wrong());
    const refused = await send(wrong());
    assert.equal(refused.status, status, refused.text);
    assert.match(refused.body.detail, says);
    assert.ok(refused.body.detail_sentence, 'the dashboard can say it in another language');
    const taken = await send(right());
    assert.ok(taken.status < 300, `${taken.status}: ${taken.text}`);
  });
}

test('a list refuses a body, because its filters would have no effect, and says where they belong', async () => {
  const { authorization } = await service.keyWith({ subscribers: 'read' });
  const ask = (body: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = { ...json, authorization, 'content-length': Buffer.byteLength(body) };
      const sent = request(`${service.url}${people}`, { method: 'GET', headers }, async response =>
        resolve({ status: response.statusCode!, body: await text(response) }),
      );
      sent.on('error', reject).end(body);
    });
  const refused = await ask('{"tag":"news"}');
  assert.equal(refused.status, 400);
  assert.match(refused.body, /put the filters into the address, such as \/v1\/subscribers\?/);
  assert.equal((await ask('{}')).status, 200);
});

test('a slash at the end of the path and a byte order mark do no harm', async () => {
  assert.equal((await send({ path: `${tag}/`, body: aTag() })).status, 201);
  const marked = Buffer.from(`\ufeff${JSON.stringify(aTag())}`);
  assert.equal((await send({ path: tag, body: marked, headers: json })).status, 201);
});

test('a page beyond the end is empty, and names the last one', async () => {
  const { status, body } = await send({ path: `${tag}?page=99` });
  assert.deepEqual([status, body.results], [200, []]);
  assert.match(body.previous, /page=1\b/);
});

test('the fields of a body that mean nothing here are named in a header', async () => {
  const misspelt = await send({
    path: emails,
    body: aDraft({ content: 'Hello', titel: 'a', 'naïve\r\n': 1 }),
  });
  assert.equal(misspelt.status, 201);
  assert.equal(misspelt.headers.get('postrider-ignored'), 'content, titel');
  assert.equal((await send({ path: emails, body: aDraft({}) })).headers.get('postrider-ignored'), null);
});

test('an email whose subject contains HTML is accepted as it is, and its preview gives advice', async () => {
  const { id } = (await send({ path: emails, body: aDraft({ subject: '<b>News</b>', body: 'Hello' }) })).body;
  const { findings } = (await send({ path: `${emails}/${id}/preview`, body: {} })).body;
  const [found] = findings.filter(({ kind }: { kind: string }) => kind === 'subject_markup');
  assert.match(found.detail, /A subject is plain text: remove the tags/);
});
