import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNameless } from './src/emails/nameless.ts';
import { isUntitled } from './src/emails/untitled.ts';
import { modulesOf } from './words-of.ts';

test('an email without a subject is recognised in every language of the dashboard', async () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const { emails } = (await modulesOf(language)).get('emails.ts') as { emails: { untitled: string } };
    assert.ok(isUntitled(emails.untitled), language);
  }
  assert.equal(isUntitled('Untitled poems'), false);
});

test('a slug made without a subject is recognised, and a chosen one is not', () => {
  for (const slug of ['untitled', 'untitled-2', 'ohne-betreff', 'sans-titre-13', 'sin-titulo'])
    assert.ok(isNameless(slug), slug);
  for (const slug of ['untitled-poems', 'sin-titulo-2-y-3', 'betreff']) assert.equal(isNameless(slug), false);
});
