import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { EmailStatus } from '../../platform/database/schema.ts';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { deleteTag } from './change.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

let number = 0;
const next = () => {
  number += 1;
  return number;
};
const makeTag = async () =>
  (await service.api('POST', '/v1/tags', { name: `tag ${next()}` })).body.id as string;
const makeDraft = async (fields: object) =>
  (await service.api('POST', '/v1/emails', { subject: `Draft ${next()}`, status: 'draft', ...fields })).body;

const unsent: EmailStatus[] = ['draft', 'scheduled', 'about_to_send', 'in_flight', 'errored'];

for (const status of unsent) {
  for (const field of ['included_tags', 'excluded_tags']) {
    test(`a tag in ${field} of an email that is ${status} cannot be deleted, as the email would go to everybody`, async () => {
      const [tag, other] = [await makeTag(), await makeTag()];
      const emails = [await makeDraft({ [field]: [other, tag] }), await makeDraft({ [field]: [tag] })];
      const ids: string[] = emails.map(({ id }) => id);
      await service.db.updateTable('emails').set({ status }).where('id', 'in', ids).execute();
      const before = await readContents(service.db);
      const { status: code, body } = await service.api('DELETE', `/v1/tags/${tag}`);
      assert.deepEqual([code, body.code], [400, 'tag_in_use']);
      assert.deepEqual(body.metadata.email_ids.split(',').toSorted(), ids.toSorted());
      assert.deepEqual(await readContents(service.db), before);
    });
  }
}

for (const status of ['sent', 'imported', 'deleted'] as EmailStatus[]) {
  test(`a tag used only by an email that is ${status} can be deleted, and the email no longer shows it`, async () => {
    const tag = await makeTag();
    const email = await makeDraft({ included_tags: [tag], excluded_tags: [tag] });
    await service.db.updateTable('emails').set({ status }).where('id', '=', email.id).execute();
    assert.equal((await service.api('DELETE', `/v1/tags/${tag}`)).status, 204);
    const { included_tags, excluded_tags } = (await service.api('GET', `/v1/emails/${email.id}`)).body;
    assert.deepEqual([included_tags, excluded_tags], [[], []]);
  });
}

test('a tag cannot be deleted while an email is being made with it', async t => {
  const tag = await makeTag();
  // The lock on slugs holds the new email between its look at the tag and its commit.
  await using hold = await holdTransaction(service.db, trx =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`${service.newsletter.key} slug`}, 1))`.execute(trx),
  );
  t.after(hold.release);
  const creating = service.api('POST', '/v1/emails', { subject: 'Racing', included_tags: [tag] });
  await untilBlocked(service.db, 1);
  const deleting = service.api('DELETE', `/v1/tags/${tag}`);
  await untilBlocked(service.db, 2);
  await hold.release();
  const [created, deleted] = [await creating, await deleting];
  assert.deepEqual([created.status, created.body.included_tags], [201, [tag]]);
  assert.deepEqual([deleted.status, deleted.body.code], [400, 'tag_in_use']);
});

test('an email that names a tag being deleted is refused and does not go to everybody', async t => {
  const tag = await makeTag();
  const email = await makeDraft({});
  const before = await readContents(service.db);
  await using hold = await holdTransaction(service.db, trx =>
    deleteTag(trx, service.newsletter.key, tag, undefined),
  );
  t.after(hold.release);
  const racing = [
    service.api('POST', '/v1/emails', { subject: 'Late', included_tags: [tag] }),
    service.api('PATCH', `/v1/emails/${email.id}`, { excluded_tags: [tag] }),
  ];
  await untilBlocked(service.db, 2);
  await hold.release();
  for (const answer of await Promise.all(racing)) {
    assert.deepEqual([answer.status, answer.body.code], [400, 'tag_invalid']);
  }
  const after = await readContents(service.db);
  assert.deepEqual(after['public.emails'], before['public.emails']);
  assert.deepEqual(after['public.letters'], before['public.letters']);
});
