// Webhooks: the programs that are told what happens.
import { counted, number } from './counted.ts';

export const webhooks = {
  make: 'New webhook',
  empty: 'No webhooks yet',
  empty_detail:
    'A webhook tells one of your programs what happens: Postrider signs each event, posts it to an address that you choose, and tries again until it is accepted.',
  back: 'Webhooks',
  missing: 'There is no such webhook',
  missing_detail: 'It was deleted, or the address of the page is wrong.',
  more: 'More about this webhook',

  // Health.
  works: (time: string) => `Last success ${time}`,
  failing: (time: string) => `Failing since ${time}`,
  unused: 'No event yet',
  paused: 'Paused',
  is_failing: 'Failing',
  paused_since: (time: string) => `Paused since ${time}`,
  paused_detail: 'It gets no events. Events that were waiting are kept, and are sent when you resume.',
  resume: 'Resume',
  resume_title: 'Resume the webhook?',
  resume_detail: 'It gets events again, first those that were waiting when it was paused.',
  missed: (count: number) =>
    `Also send the ${counted(count, 'event that has happened', 'events that have happened')} since`,
  missed_at_most: (count: number) => `Also send what has happened since: at most ${counted(count, 'event')}`,
  missed_hint: 'Deliveries, rejections, opens and clicks cannot be sent later.',
  missed_none: 'None of the events it wants has happened since.',
  pause: 'Pause',
  resumed: 'The webhook gets events again.',
  was_paused: 'The webhook is paused.',
  all_events: 'all events',
  some_events: (count: number) => counted(count, 'kind of event', 'kinds of events'),

  // The form.
  edit: 'Change …',
  edit_title: 'Change the webhook',
  url: 'Address',
  url_hint: 'Postrider posts events to it. It must use https.',
  description: 'Description',
  description_hint: 'For you and your team, for example: “Adds people to our CRM”.',
  which: 'Events',
  choices: { all: 'All', some: 'Chosen' },
  all_hint:
    'All events except deliveries, rejections, opens and clicks: there may be one of each for every recipient. Choose them if you need them.',
  choose_some: 'Choose at least one event.',
  only: 'Only about some people, an email or an automation',
  only_hint:
    'An event must be within every limit that you set. Events that are already waiting are not affected.',
  only_people: 'People',
  only_everybody: 'Everybody, and events without a subscriber',
  only_people_hint:
    'An event passes if its subscriber matches right after it. Deletions always pass, so that copies elsewhere can be deleted.',
  only_email: 'Email',
  any_email: 'Any, or none',
  several_emails: (count: number) => counted(count, 'email chosen elsewhere', 'emails chosen elsewhere'),
  only_automation: 'Automation',
  any_automation: 'Any, or none',
  several_automations: (count: number) =>
    counted(count, 'automation chosen elsewhere', 'automations chosen elsewhere'),
  limited: (kinds: string) => `${kinds}, limited`,
  created: 'Webhook created.',
  saved: 'Saved',
  secret_once:
    'This is the signing key, with which your program checks that a request comes from here. It is shown only now.',
  new_key: 'New signing key …',
  new_key_title: 'Make a new signing key?',
  new_key_detail:
    'For a day, requests are also signed with the current key. Give the new one to your program before then.',
  new_key_act: 'Make a new key',

  // Acts.
  test: 'Send a test',
  tested: 'The test was accepted.',
  test_failed: 'The test was not accepted.',
  remove: 'Delete …',
  delete_title: 'Delete this webhook?',
  delete_detail: 'Its log is deleted too, and events that wait for it are not sent.',
  delete_act: 'Delete',
  deleted: 'Webhook deleted.',
  replay: 'Replay events …',
  replay_title: 'Replay events',
  replay_detail:
    'The webhook gets every event of its kinds since then again. Event ids stay the same, so your program can skip those it knows. Deliveries, rejections, opens and clicks are not replayed.',
  replay_since: 'Since',
  replay_counting: 'Counting the events …',
  replay_count: (count: number) =>
    count === 0
      ? 'No event of its kinds has happened since then.'
      : `${counted(count, 'event')} would be sent.`,
  replay_most: (count: number) =>
    count === 0
      ? 'No event of its kinds has happened since then.'
      : `At most ${counted(count, 'event')} would be sent: those within its limits.`,
  replay_act: 'Replay',
  replay_paused: 'Resume the webhook first.',

  // The log.
  log: 'Attempts',
  log_note: 'The last 30 days. A failed attempt is repeated for about three days.',
  outcomes: { all: 'All', failed: 'Failed' },
  no_attempts: 'Nothing has been sent to it yet. Send a test to see how your program answers.',
  no_failures: 'No attempt has failed.',
  answered: (status: number) => `answered ${status}`,
  no_answer: 'no answer',
  kinds: { test: 'Test', resend: 'Sent again' },
  attempt: (at: number) => `Attempt ${number(at)}`,
  next: (time: string) => `next attempt: ${time}`,
  open_attempt: 'Request and answer',
  took: (milliseconds: number) => `${number(milliseconds)} ms`,
  request: 'Request',
  answer: 'Answer',
  headers: 'Headers',
  body: 'Body',
  body_start: 'Start of the body',
  nothing: 'Empty',
  not_kept: 'An older version made this attempt and did not keep the request.',
  resend: 'Send again',
  resent: 'It was accepted.',
  resend_failed: 'It was not accepted.',
} as const;
