import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import type { Step } from './actions.ts';
import { readActions } from './read-actions.ts';
import { recogniseSteps } from './steps.ts';

const after = (days: number) => ({ time: 'delay', delay: { value: String(days), unit: 'days' } });
const mail = (subject: string, days = 0) => ({
  type: 'send_email',
  metadata: { subject, body: 'Read on.' },
  timing: days === 0 ? null : after(days),
});
const tag = (name: string, days: number) => ({
  type: 'add_tags',
  metadata: { tags: [name] },
  timing: after(days),
});
const stepsOf = (actions: Record<string, unknown>[]): Step[] =>
  actions.map((action, at) => ({
    id: `step ${at}`,
    type: action.type as 'add_tags',
    action,
    email_id: null,
  }));

test('actions are sorted by their delays, and those with the same delay keep their order', () => {
  const read = readActions([mail('C', 3), tag('b', 1), mail('A'), tag('c', 3)], 'subscriber.confirmed', null);
  assert.deepEqual(
    read.map(({ type, metadata }) => metadata.subject ?? type),
    ['A', 'add_tags', 'C', 'add_tags'],
  );
});

test('a timing beside the actions applies to actions without one', () => {
  const [first, second] = readActions([mail('A'), mail('B', 1)], 'subscriber.created', after(2));
  assert.deepEqual([first!.metadata.subject, second!.metadata.subject], ['B', 'A']);
});

test('an action that does not exist, or not with this trigger, is refused, and the error names the valid ones', () => {
  const refused = (
    actions: Record<string, unknown>[],
    trigger: 'email.sent' | 'subscriber.created',
    code: string,
    words: RegExp,
  ) =>
    assert.throws(
      () => readActions(actions, trigger, null),
      (error: unknown) => error instanceof DomainError && error.code === code && words.test(error.detail),
    );
  refused(
    [{ type: 'create_tumblr_post' }],
    'subscriber.created',
    'trigger_action_invalid',
    /actions\.0\.type.*add_tags/,
  );
  refused(
    [mail('A')],
    'email.sent',
    'trigger_action_invalid',
    /send_email does not go with the trigger email\.sent.*send_notification/,
  );
  refused(
    [{ ...mail('A'), timing: after(0.5) }],
    'subscriber.created',
    'delay_invalid',
    /actions\.0\.timing\.delay\.value: use a whole number/,
  );
  refused([tag('', 1)], 'subscriber.created', 'action_invalid', /actions\.0\.metadata\.tags\.0/);
  refused(
    [{ ...mail('A'), filters: [{ field: 'subscriber.nothing', operator: 'equals', value: '' }] }],
    'subscriber.created',
    'filter_invalid',
    /subscriber\.nothing/,
  );
});

test('an edit recognises its steps: equal ones, those with another timing, and those in the same place', () => {
  const before = [mail('A'), tag('b', 1), mail('C', 3)];
  const steps = stepsOf(before);
  assert.deepEqual(recogniseSteps(before, steps), ['step 0', 'step 1', 'step 2']);
  assert.deepEqual(recogniseSteps([mail('A'), mail('C', 7)], steps), ['step 0', 'step 2']);
  assert.deepEqual(recogniseSteps([mail('Changed'), tag('b', 1), mail('C', 3)], steps), [
    'step 0',
    'step 1',
    'step 2',
  ]);
  const [first, added, ...rest] = recogniseSteps(
    [mail('A'), tag('new', 1), tag('b', 1), mail('C', 3)],
    steps,
  );
  assert.deepEqual([first, ...rest], ['step 0', 'step 1', 'step 2']);
  assert.ok(!steps.some(({ id }) => id === added));
});
