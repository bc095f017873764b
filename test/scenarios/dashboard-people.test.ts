import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpCode } from '../../src/accounts/people/totp.ts';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const password = 'saffron buns at low water';
let dashboard: Dashboard;
let owner: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  owner = await signInAsOwner(dashboard, await dashboard.person());
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'ada@example.org', type: 'regular' },
  });
});
after(() => dashboard?.close());

/** Invites somebody on the owner's screen, accepts with the link, and sets a password. */
async function invite(address: string, role: string): Promise<Page> {
  await owner.goto(`${dashboard.url}/dashboard/newsletter/settings/team`);
  await owner.getByRole('button', { name: 'Invite somebody' }).click();
  await owner.getByLabel('Email address').fill(address);
  await owner.getByLabel('Role').selectOption(role);
  await owner.getByRole('dialog').getByRole('button', { name: 'Invite somebody' }).click();
  const link = await owner.locator('code').textContent();
  const page = await (await dashboard.person()).newPage();
  await page.goto(link!);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set.').waitFor();
  return page;
}

async function signInWith(page: Page, address: string, secret: string): Promise<void> {
  await page.goto(`${dashboard.url}/dashboard`);
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email address').fill(address);
  await dialog.getByLabel('Password').fill(secret);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

const entered = (page: Page) => page.getByRole('heading', { name: /^(Home|Emails)$/, level: 1 }).waitFor();

test(
  'an invited writer drafts and asks for approval; an editor approves, and the email is sent',
  skip,
  async () => {
    const writer = await invite('wren@example.org', 'writer');
    await writer.goto(`${dashboard.url}/dashboard`);
    await entered(writer);
    assert.equal(
      await writer.getByRole('link', { name: 'Subscribers' }).count(),
      0,
      'a writer sees no addresses',
    );
    await writer.keyboard.press('c');
    await writer.getByLabel('Subject', { exact: true }).fill('By a writer');
    await writer.getByText('Saved', { exact: true }).waitFor();
    await writer.getByRole('button', { name: 'Review', exact: true }).click();
    await writer.getByRole('button', { name: 'Ask for approval' }).click();
    // The request is their own, so they can only take it back.
    await writer.getByText('You asked to send it to 1 subscriber').first().waitFor();
    await writer.getByRole('button', { name: 'Review', exact: true }).click();
    await writer.getByRole('button', { name: 'Take back the request' }).waitFor();
    assert.ok(await writer.getByRole('button', { name: 'Ask for approval' }).isDisabled());

    const editor = await invite('eda@example.org', 'editor');
    await editor.goto(`${dashboard.url}/dashboard`);
    await editor.getByText('Waiting for approval').waitFor();
    await editor.getByText('wren@example.org asks to send it to 1 subscriber.').waitFor();
    await editor.goto(`${dashboard.url}/dashboard/newsletter/emails?approval=requested`);
    await editor.getByRole('button', { name: 'To approve', pressed: true }).waitFor();
    await editor.getByRole('link', { name: 'By a writer' }).waitFor();
    await editor.goto(`${dashboard.url}/dashboard`);
    await editor.getByRole('link', { name: 'By a writer' }).click();
    const review = editor.getByRole('dialog', { name: 'Ready to send?' });
    await review.getByText('wren@example.org asked to send it to 1 subscriber').waitFor();
    await editor.getByRole('button', { name: 'Do not approve …' }).click();
    const why = editor.getByRole('dialog', { name: 'Do not approve this email?' });
    await why.getByLabel('What has to change').fill('Two texts tell the time twice.');
    await why.getByRole('button', { name: 'Do not approve' }).click();
    await editor.getByText('Not approved. The email is a draft again.').waitFor();

    await writer.goto(`${dashboard.url}/dashboard/newsletter/emails`);
    await writer.getByText('Not approved').waitFor();
    await writer.getByRole('link', { name: 'By a writer' }).click();
    await writer
      .getByText('eda@example.org did not approve this email: “Two texts tell the time twice.”')
      .waitFor();
    await writer.getByRole('button', { name: 'Review', exact: true }).click();
    await writer.getByRole('button', { name: 'Ask for approval' }).click();
    await writer.getByText('You asked to send it to 1 subscriber').first().waitFor();

    await editor.goto(`${dashboard.url}/dashboard`);
    await editor.getByRole('link', { name: 'By a writer' }).click();
    await editor.getByRole('button', { name: 'Approve and send to 1 subscriber' }).click();
    await editor.getByRole('status').getByText('Sent').waitFor();
    const [mail] = await dashboard.mailTo('ada@example.org');
    assert.equal(mail?.subject, 'By a writer');

    await owner.goto(`${dashboard.url}/dashboard/newsletter/settings/log`);
    const entries = owner.getByRole('list', { name: 'Log' });
    await entries.getByText('wren@example.org asked for approval of “By a writer”').first().waitFor();
    await entries.getByText('eda@example.org did not approve “By a writer”').waitFor();
    await entries.getByText('“Two texts tell the time twice.”').waitFor();
    await entries.getByText('eda@example.org approved “By a writer”').waitFor();
    await owner.getByLabel('What').selectOption('email.approved');
    await entries.getByText('asked for approval').first().waitFor({ state: 'detached' });
    await entries.getByRole('link', { name: '“By a writer”' }).click();
    await owner.waitForURL(/\/sending$/);
  },
);

test('a role is explained, an invitation is sent again, and the last owner cannot leave', skip, async () => {
  await dashboard.client.post('/v1/invitations', {
    body: { email_address: 'otto@example.org', role: 'viewer', send_mail: false },
  });
  await owner.goto(`${dashboard.url}/dashboard/newsletter/settings/team`);
  await owner.getByText('What a writer sends waits for the approval').waitFor();
  const invitation = owner.getByRole('listitem').filter({ hasText: 'otto@example.org' });
  await invitation.getByRole('button', { name: 'Send again' }).click();
  await owner.getByText('The old link no longer works.').waitFor();
  await owner.getByText('This is the invitation link.').waitFor();
  await dashboard.mailTo('otto@example.org');
  await owner.getByRole('button', { name: 'Owner', exact: true }).first().click();
  await owner.getByRole('menuitem', { name: 'Remove as owner of the installation' }).click();
  await owner.getByRole('alert').getByText('This person is the last owner of the installation.').waitFor();
});

test(
  'settings show their errors at the field, and a newsletter is deleted only after its name was typed',
  skip,
  async () => {
    await dashboard.client.post('/v1/newsletters', { body: { username: 'spare', name: 'Spare tides' } });
    await owner.goto(`${dashboard.url}/dashboard/spare/settings`);
    await owner.getByLabel('Page to become a paying subscriber').fill('not an address');
    await owner.getByLabel('Months to keep records of who got an email').fill('24');
    await owner.getByRole('button', { name: 'Save' }).click();
    const wrong = owner.locator('#premium_url[aria-invalid]');
    await wrong.waitFor();
    await wrong.fill('https://pay.example.org/');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('Saved', { exact: true }).waitFor();

    await owner.getByRole('button', { name: 'Delete the newsletter …' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Delete Spare tides?' });
    await dialog.getByLabel('Type “Spare tides” to confirm').fill('spare');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText('This is not the name of the newsletter.').waitFor();
    const kept = await dashboard.client.get('/v1/newsletters', {});
    const spare = kept.data?.results.find(({ username }) => username === 'spare');
    assert.deepEqual([spare?.premium_url, spare?.delivery_months], ['https://pay.example.org/', 24]);
    await dialog.getByLabel('Type “Spare tides” to confirm').fill('Spare tides');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await owner.getByText('Spare tides was deleted.').waitFor();
    await owner.getByRole('heading', { name: 'Your profile', level: 1 }).waitFor();
  },
);

test('a viewer can read everything and change nothing', skip, async () => {
  const viewer = await invite('vic@example.org', 'viewer');
  await viewer.goto(`${dashboard.url}/dashboard`);
  await entered(viewer);
  assert.equal(await viewer.getByRole('link', { name: 'Write', exact: true }).count(), 0);
  assert.equal(await viewer.getByRole('link', { name: 'Subscribers' }).count(), 0);
});

test('password, code, recovery code and mailed link sign in; wrong ones do not', skip, async () => {
  const address = 'sam@example.org';
  const page = await invite(address, 'editor');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const secret = (await page.locator('form code').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Code').fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Keep these recovery codes').waitFor();
  const [recovery] = (await page.locator('section code').textContent())!.split('\n');

  const stranger = await (await dashboard.person()).newPage();
  await signInWith(stranger, address, 'not the password');
  await stranger.getByRole('alert').getByText('address or the password is wrong').waitFor();
  await signInWith(stranger, address, password);
  await stranger.getByLabel('Code').fill('000000');
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await stranger.getByRole('alert').getByText('The code is wrong').waitFor();
  await stranger.getByLabel('Code').fill(recovery!);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await entered(stranger);

  const again = await (await dashboard.person()).newPage();
  await signInWith(again, address, password);
  await again.getByLabel('Code').fill(recovery!);
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.getByRole('alert').waitFor();

  await again.reload();
  await again.getByRole('button', { name: 'Sign in another way' }).click();
  await again.getByLabel('Email address').fill(address);
  await again.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await again.getByText('a sign-in link is on its way').waitFor();
  const link = await until('the mailed link', async () => {
    const mails = await dashboard.mailTo(address);
    const mail = mails.find(({ subject }) => subject.startsWith('Sign in to'));
    return mail && /http\S+\/dashboard\/link#\S+/.exec(mail.text)?.[0];
  });
  await again.goto(link);
  await again.getByRole('button', { name: 'Sign in' }).click();
  // The invitation was not mailed, so only this mail proves the address: earlier ways to sign in no longer count.
  await entered(again);
});

test('a passkey signs in', skip, async () => {
  const page = await invite('pat@example.org', 'editor');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('You can now sign in with this passkey.').waitFor();
  await page.context().clearCookies();
  await page.goto(`${dashboard.url}/dashboard`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await entered(page);
});

test('a used link signs nobody in', skip, async () => {
  const link = await dashboard.ownersLink();
  for (const isFirst of [true, false]) {
    const page = await (await dashboard.person()).newPage();
    await page.goto(link!);
    if (!isFirst) {
      await page.getByRole('alert').waitFor();
      continue;
    }
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(address => !address.pathname.endsWith('/link'));
  }
});
