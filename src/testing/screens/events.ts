import { listed } from '../feed-answers.ts';
import { answers, inTurn, none, press, type Screen, settings, visit } from './acts.ts';

/** Returns the screens of bulk actions, events, and the webhooks that receive them. */
export function eventScreens(): Record<string, Screen> {
  return {
    events: {
      ready: inTurn(answers('**/v1/events?**', happened), visit(events), page =>
        page.getByText('from “Confirmed” to “Paying”').waitFor(),
      ),
    },
    'an event with its data': {
      ready: inTurn(
        answers('**/v1/events?**', happened),
        answers('**/v1/events/*/attempts?**', listed(refused, accepted)),
        visit(events),
        page => page.getByText('Data', { exact: true }).first().click(),
        page => page.getByText('answered 500').waitFor(),
      ),
    },
    'no events found': {
      ready: inTurn(
        answers('**/v1/events?**', { ...none, no_longer_kept_before: null }),
        visit(`${events}?type=email.sent`),
        page => page.getByText('No such events').waitFor(),
      ),
    },
    ...webhookScreens(),
    'bulk actions': {
      ready: inTurn(
        answers('**/v1/bulk_actions?**', listed(running, tagged, undo, failed)),
        visit(actions),
        page => page.getByText(/city.?: Lisbon/).waitFor(),
      ),
    },
    'no bulk actions yet': {
      ready: inTurn(answers('**/v1/bulk_actions?**', none), visit(actions), page =>
        page.getByText('No bulk actions yet').waitFor(),
      ),
    },
    'a bulk action': { ready: showsAction(tagged, 'Why some were not changed') },
    'a bulk action that runs': { ready: showsAction(running, '1,204 of 8,400') },
    'a bulk action that failed': { ready: showsAction(failed, 'could not be completed') },
    'a bulk action to undo': {
      ready: inTurn(
        answers('**/v1/bulk_actions/tagged/undo', { ...tagged, dry_run: true, reasons, refusals: [] }),
        showsAction(tagged, 'Why some were not changed'),
        press('Undo …'),
        page => page.getByText('would be restored').waitFor(),
      ),
    },
  };
}

function webhookScreens(): Record<string, Screen> {
  return {
    webhooks: {
      ready: inTurn(answers('**/v1/webhooks?**', listed(works, fails_since, paused)), visit(webhooks), page =>
        page.getByText('crm.example.org/hook').waitFor(),
      ),
    },
    'no webhooks yet': {
      ready: inTurn(answers('**/v1/webhooks?**', none), visit(webhooks), page =>
        page.getByText('No webhooks yet').waitFor(),
      ),
    },
    'a new webhook': {
      path: `${webhooks}?make=true`,
      ready: inTurn(
        page => page.getByRole('dialog').getByRole('radio', { name: 'Chosen' }).check(),
        page => page.getByText('Somebody left').waitFor(),
      ),
    },
    'a webhook that fails': { ready: showsWebhook(fails_since) },
    'a webhook that is paused': { ready: showsWebhook(paused) },
    'a limited webhook': {
      ready: inTurn(
        showsWebhook(fails_since),
        press('More about this webhook'),
        page => page.getByRole('menuitem', { name: 'Change …' }).click(),
        page => page.getByText('Every limit that you set').scrollIntoViewIfNeeded(),
      ),
    },
    'a webhook to resume': {
      ready: inTurn(
        answers('**/v1/events?**', { ...happened, count: 1204 }),
        showsWebhook(paused),
        press('Resume'),
        page => page.getByText('1,204 events that have happened').waitFor(),
      ),
    },
    'an attempt': {
      ready: inTurn(
        answers('**/v1/webhooks/*/attempts/*', detail),
        showsWebhook(fails_since, '?attempt=refused'),
        page => page.getByText('out of order').waitFor(),
      ),
    },
    'events to replay': {
      ready: inTurn(
        answers('**/v1/events?**', { ...happened, count: 1204 }),
        showsWebhook(fails_since),
        press('More about this webhook'),
        page => page.getByRole('menuitem', { name: 'Replay events …' }).click(),
        page => page.getByText('At most 1,204 events would be sent').waitFor(),
      ),
    },
  };
}

const actions = 'newsletter/subscribers/actions';
const events = `${settings}/events`;
const webhooks = `${settings}/webhooks`;
const date = '2026-11-20T09:31:07.000Z';
const subscriber = { id: 'ada', email_address: 'ada@example.org' };
const event = (id: string, event_type: string, more: object) => ({
  id,
  event_type,
  creation_date: date,
  subscriber_id: null,
  email_id: null,
  automation_id: null,
  metadata: {},
  subscriber: null,
  email: null,
  automation: null,
  ...more,
});
const ofAda = { subscriber_id: 'ada', subscriber };
const happened = {
  ...listed(
    event('1', 'subscriber.type.changed', { ...ofAda, metadata: { from: 'regular', to: 'premium' } }),
    event('2', 'opened', { ...ofAda, metadata: { client: 'Apple Mail' } }),
    event('3', 'unsubscribed', { subscriber_id: 'gone' }),
    event('5', 'clicked', { ...ofAda, email_id: 'an-email', metadata: { url: 'https://tides.example/' } }),
    event('4', 'bulk_action.processed', { metadata: { type: 'apply_tags', total_count: 425 } }),
  ),
  no_longer_kept_before: '2025-11-01T09:31:07.000Z',
};
const works = {
  id: 'works',
  url: 'https://crm.example.org/hook',
  event_types: [],
  status: 'enabled',
  description: 'Adds people to our CRM',
  signing_key: '***',
  disabled_date: null,
  disabled_reason: '',
  last_success_date: date,
  failing_since: null,
  creation_date: date,
  modification_date: date,
};
const fails_since = {
  ...works,
  id: 'fails',
  url: 'https://chat.example.org/hooks/42',
  description: '',
  event_types: ['subscriber.created', 'subscriber.unsubscribed'],
  failing_since: date,
  email_ids: [],
  automation_ids: ['gone'],
  filters: {
    filters: [{ field: 'subscriber.email_address', operator: 'contains', value: '@example.org' }],
    groups: [],
    predicate: 'and',
  },
};
const paused = {
  ...works,
  id: 'paused',
  url: 'https://old.example.org/in',
  description: '',
  status: 'disabled',
  disabled_date: date,
  disabled_reason: 'The endpoint answered 410: it does not want any more events.',
};
const accepted = {
  id: 'accepted',
  webhook_id: 'fails',
  event_id: '1',
  event_type: 'subscriber.created',
  kind: 'event',
  attempt: 1,
  outcome: 'succeeded',
  status_code: 204,
  reason: '',
  response_body: '',
  duration_ms: 41,
  next_attempt_date: null,
  creation_date: date,
};
const refused = {
  ...accepted,
  id: 'refused',
  attempt: 2,
  outcome: 'failed',
  status_code: 500,
  reason: 'The endpoint answered 500.',
  response_body: 'out of order',
  next_attempt_date: '2026-11-20T09:36:07.000Z',
};
const detail = {
  ...refused,
  url: fails_since.url,
  response_headers: { 'content-type': 'text/plain' },
  request_headers: { 'content-type': 'application/json', 'webhook-id': '1', 'webhook-signature': '***' },
  request_body: JSON.stringify({ id: '1', event_type: 'subscriber.created', data: { subscriber: 'ada' } }),
};
const reasons = [
  { status: 'skipped', reason: 'unchanged', detail: 'Nothing to change.', count: 12 },
  { status: 'failed', reason: 'not_found', detail: 'There is nothing with this id.', count: 1 },
];
const counts = { total_count: 425, done_count: 412, skipped_count: 12, failed_count: 1 };
const action = {
  creation_date: date,
  start_date: date,
  completion_date: date,
  status: 'processed',
  status_reason: '',
  undo_until: '2026-12-20T09:31:07.000Z',
  undoes: null,
  undone_by: null,
  rate: 210,
  expected_completion_date: null,
  ...counts,
  created_by: { type: 'person', id: 'wren', name: 'Wren' },
};
const tagged = {
  ...action,
  id: 'tagged',
  type: 'apply_tags',
  metadata: { action: 'add', tag: 'wading birds', ids: ['all'], parameters: { search: 'tern' } },
};
const running = {
  ...action,
  id: 'running',
  type: 'apply_metadata',
  status: 'in_progress',
  completion_date: null,
  metadata: { action: 'add', metadata: { city: 'Lisbon' }, ids: ['all'] },
  total_count: 8400,
  done_count: 1204,
  skipped_count: 0,
  failed_count: 0,
  undo_until: null,
  expected_completion_date: '2026-11-20T09:32:00.000Z',
};
const undo = {
  ...action,
  id: 'undo',
  type: 'undo',
  metadata: {},
  undoes: 'tagged',
  undo_until: null,
  created_by: { type: 'key', id: 'key', name: 'website' },
};
const failed = {
  ...action,
  id: 'failed',
  type: 'delete_tags',
  status: 'failed',
  metadata: { ids: ['a', 'b'] },
  status_reason: 'Postrider failed 10 times in a row to process the next items. See the log for details.',
  total_count: 2,
  done_count: 0,
  skipped_count: 0,
  failed_count: 2,
  undo_until: null,
};
const item = (position: number, name: string, status: string | null, detail = '') => ({
  position,
  id: `item-${position}`,
  name,
  status,
  reason: '',
  detail,
});
const items = listed(
  item(1, 'ada@example.org', 'done'),
  item(2, 'bo@example.org', 'skipped', 'Nothing to change.'),
  item(3, '', 'failed', 'There is nothing with this id.'),
);

function showsAction(one: { id: string }, text: string) {
  return inTurn(
    answers(`**/v1/bulk_actions/${one.id}/items**`, items),
    answers(`**/v1/bulk_actions/${one.id}/reasons`, { results: reasons }),
    answers(`**/v1/bulk_actions/${one.id}`, one),
    visit(`${actions}/${one.id}`),
    page => page.getByText('bo@example.org').waitFor(),
    page => page.getByText(text).first().waitFor(),
  );
}

function showsWebhook(one: { id: string; url: string }, search = '') {
  return inTurn(
    answers(`**/v1/webhooks/${one.id}/attempts?**`, listed(refused, accepted)),
    answers(`**/v1/webhooks/${one.id}`, one),
    visit(`${webhooks}/${one.id}${search}`),
    page => page.getByText('Attempt 2').first().waitFor(),
  );
}
