import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { dropFile } from '../../src/testing/drop-file.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const readers = ['ada@example.org', 'bo@example.org', 'cy@example.org'];
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  for (const email_address of readers)
    await dashboard.client.post('/v1/subscribers', { body: { email_address, type: 'regular' } });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Returns the sequence as the API shows it, with its figures and runs. */
async function read() {
  const { data } = await dashboard.client.get('/v1/automations');
  const shown = data!.results[0]!;
  assert.ok(shown.kind === 'event');
  const params = { id: shown.id };
  const figures = (await dashboard.client.get('/v1/automations/{id}/analytics', { params })).data!;
  const runs = (await dashboard.client.get('/v1/automations/{id}/runs', { params })).data!;
  return { ...shown, figures, runs: runs.results };
}

/** Returns the numbers of a list of terms on the page. */
const numbersIn = (list: ReturnType<Page['locator']>) =>
  list
    .locator('> div')
    .evaluateAll(rows =>
      Object.fromEntries(
        rows.map(row => [row.querySelector('dt')!.textContent, Number(row.querySelector('dd')!.textContent)]),
      ),
    );

test(
  'an author makes a welcome sequence from the template, and sees what it would have done',
  skip,
  async () => {
    await page.getByRole('link', { name: 'Automations' }).click();
    await page.getByRole('link', { name: 'Sequences' }).click();
    await page.getByText('Letters that send themselves').waitFor();
    await page.getByRole('link', { name: 'New sequence' }).click();
    await page.getByRole('link', { name: 'Welcome in three letters' }).click();
    await page.getByLabel('It starts').selectOption({ label: 'When somebody signs up or is added' });
    const simulation = page.getByRole('region', { name: 'What it would have done in the last 90 days' });
    await simulation
      .getByText('people would have entered in the last 90 days. They would have got 3 mails.')
      .waitFor();
    await simulation.getByText('3', { exact: true }).first().waitFor();
    await simulation.getByText('ada@example.org').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await button('Create').click();
    await page.getByText('This sequence is off').waitFor();
    assert.equal((await read()).status, 'inactive');
  },
);

test(
  'the screen says what the sequence would have done before it is switched on, and the people on the list then enter it',
  skip,
  async () => {
    await button('Switch on …').click();
    await dialog(/^Switch on/)
      .getByText('In the last 90 days, 3 people would have entered and got 3 mails.')
      .waitFor();
    await button('Switch on').click();
    await page.getByText('This sequence is off').waitFor({ state: 'detached' });
    assert.equal((await read()).status, 'active');

    await button('More').click();
    await page.getByRole('menuitem', { name: 'Start people …' }).click();
    await page.getByText('3 people would start.').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await button('Start 3 people').click();
    await dialog('Start people in this sequence').waitFor({ state: 'detached' });
    await until('the first letter is mailed', async () => (await read()).figures.deliveries === 3);
    for (const reader of readers) assert.match((await dashboard.mailTo(reader))[0]!.subject, /^Welcome to/);
  },
);

test('every number on the screen equals the API’s', skip, async () => {
  await page.reload();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  const { counts, figures } = await read();
  assert.deepEqual(await numbersIn(page.locator('dl').first()), {
    Inside: counts.waiting + counts.held,
    Entered: counts.entered,
    Finished: counts.done,
    'Left early': counts.left,
  });
  const cards = page.getByRole('list', { name: 'Steps' }).locator('> li');
  for (const [at, step] of figures.steps.entries()) {
    const card = cards.nth(at);
    assert.deepEqual(await numbersIn(card.locator('dl')), { wait: step.waiting, mailed: step.done });
    await card.getByText(`${step.mail!.deliveries} got it`).waitFor();
    await card.getByText(`${step.mail!.clicks} clicked`).waitFor();
  }
  await cards.first().getByRole('button', { name: 'See as a reader …' }).click();
  await page.frameLocator('dialog iframe').getByText('good to have you here').last().waitFor();
  await button('Close').click();
});

test(
  'somebody who changes step two sees who is moved, and those people wait until the new date',
  skip,
  async () => {
    const before = await read();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: /later.*The three pieces to begin with/ }).click();
    await page.getByLabel('How long after the beginning').fill('5');
    await button('Done').click();
    await page.getByText('5 days later, at 09:00').first().waitFor();
    await button('Save').click();
    const sheet = dialog('Who follows the change?');
    await sheet.getByText('3 people are inside now.').waitFor();
    await sheet.getByLabel('Everyone').check();
    await sheet.getByText('3 people move to another step or time').waitFor();
    await sheet.getByRole('link', { name: 'ada@example.org' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('People inside follow the change.').waitFor();
    const after = await read();
    assert.equal(after.edition, before.edition + 1);
    for (const run of after.runs) {
      const former = before.runs.find(({ id }) => id === run.id)!;
      assert.equal(run.step, former.step);
      assert.equal(Date.parse(run.due_date!) - Date.parse(former.due_date!), 2 * 86_400_000);
    }
  },
);

test('the page of a person says what came, what comes next, and why a step was skipped', skip, async () => {
  await page.goto(`${dashboard.url}/dashboard/newsletter/subscribers/ada@example.org`);
  const own = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sequences' }) });
  await own.getByText('Welcome in three letters').waitFor();
  await own.getByRole('button', { name: 'Skip The three pieces to begin with' }).click();
  await page.getByText('They will not get this step.').waitFor();
  await own.getByText(/Skipped.*because somebody on your team decided it/).waitFor();
  const { data } = await dashboard.client.get('/v1/subscribers/{id_or_email}/automations', {
    params: { id_or_email: 'ada@example.org' },
  });
  assert.deepEqual(data!.results.map(({ status }) => status).toSorted(), [
    'processed',
    'skipped',
    'unprocessed',
  ]);
});

test('people who are imported enter if the import says so', skip, async () => {
  const before = await read();
  for (const [address, enters] of [
    ['quiet@example.org', false],
    ['loud@example.org', true],
  ] as const) {
    await page.goto(`${dashboard.url}/dashboard/newsletter/imports`);
    await dropFile(page, 'people.csv', `Email\n${address}\n`);
    await button('Import 1 person').waitFor();
    const box = page.getByLabel('Let them enter sequences');
    assert.equal(await box.isChecked(), false);
    if (enters) {
      await box.check();
      await button('Check again').click();
      await button('Import 1 person').and(page.locator(':enabled')).waitFor();
      assert.equal(await page.getByLabel('Let them enter sequences').isChecked(), true);
    }
    await button('Import 1 person').click();
    await page.getByText('What the import did').waitFor();
  }
  await until('the second has entered', async () => (await read()).counts.entered > before.counts.entered);
  const { runs } = await read();
  const names = await Promise.all(
    runs.map(async ({ subscriber_id }) => {
      const params = { id_or_email: subscriber_id! };
      return (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params })).data!.email_address;
    }),
  );
  assert.deepEqual(names.toSorted(), [...readers, 'loud@example.org'].toSorted());
});
