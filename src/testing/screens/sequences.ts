import { listed } from '../feed-answers.ts';
import {
  attempts,
  figures,
  lateWelcome,
  offWelcome,
  people,
  plan,
  runs,
  simulated,
  welcome,
} from '../sequence-answers.ts';
import { answers, inTurn, none, opens, press, type Screen, visit } from './acts.ts';
import { arrange } from './arranged.ts';

const path = 'newsletter/sequences';
const { id } = welcome;

/** Arranges the answers for screens of this sequence. */
const withSequence = (shown: object) =>
  inTurn(
    answers('**/v1/automations?**', listed(shown)),
    answers(`**/v1/automations/${id}`, shown),
    answers(`**/v1/automations/${id}/analytics`, figures),
    answers(`**/v1/automations/${id}/runs?**`, runs),
    answers('**/v1/subscribers?ids=**', people),
    answers('**/simulate', simulated()),
  );
const one = inTurn(withSequence(welcome), visit(`${path}/${id}`), page =>
  page.getByText('Where the birds are').first().waitFor(),
);
const simulates = inTurn(page => page.getByText('would have entered in the last 90 days').waitFor());
const more = (name: string) => inTurn(press('More'), page => page.getByRole('menuitem', { name }).click());

/** Returns the screens of sequences. */
export function sequenceScreens(): Record<string, Screen> {
  return {
    'no sequences yet': {
      ready: inTurn(answers('**/v1/automations?**', none), visit(path), page =>
        page.getByText('Letters that send themselves').waitFor(),
      ),
    },
    sequences: {
      ready: inTurn(withSequence(lateWelcome), visit(path), page =>
        page.getByText('3 waiting for you').waitFor(),
      ),
    },
    'a sequence': { ready: one },
    'a sequence whose steps came too late': {
      ready: inTurn(
        withSequence(lateWelcome),
        visit(`${path}/${id}`),
        press('Decide …'),
        opens('What should happen to late steps?'),
      ),
    },
    'a sequence that is off, to switch on': {
      ready: inTurn(
        withSequence(offWelcome),
        visit(`${path}/${id}`),
        press('Switch on …'),
        opens(/^Switch on/),
        page => page.getByText('In the last 90 days, 62 people').waitFor(),
      ),
    },
    'starting people': {
      ready: inTurn(
        answers('**/invoke', {
          selected: 412,
          entering: 374,
          refused: [{ reason: 'inside', count: 38 }],
          dry_run: true,
        }),
        one,
        more('Start people …'),
        page => page.getByText('374 people would start.').waitFor(),
      ),
    },
    'deleting a sequence': { ready: inTurn(one, more('Delete …'), opens(/^Delete/)) },
    'why somebody is in a sequence': {
      ready: inTurn(
        answers('**/explain/**', explained),
        one,
        page => page.getByLabel('Address of a subscriber').fill('ada@example.org'),
        press('Look up'),
        page => page.getByText('ada@example.org is inside.').waitFor(),
      ),
    },
    ...writingScreens(),
  };
}

/** Returns the screens of the sequence editor, and a person's page. */
function writingScreens(): Record<string, Screen> {
  return {
    'templates of sequences': {
      path: `${path}/new`,
      ready: page => page.getByText('Welcome in three letters').waitFor(),
    },
    'a new sequence': {
      ready: inTurn(withSequence(welcome), visit(`${path}/new?template=welcome`), simulates),
    },
    'a step of a sequence': {
      ready: inTurn(
        withSequence(welcome),
        visit(`${path}/new?template=welcome`),
        simulates,
        press(/The three pieces/),
        opens('Edit the step'),
        page => page.locator('.cm-content[aria-autocomplete]').waitFor(),
      ),
    },
    'a sequence changed': { ready: inTurn(withSequence(welcome), visit(`${path}/${id}/edit`), simulates) },
    'who follows a change of a sequence': {
      ready: inTurn(
        withSequence(welcome),
        page =>
          arrange(page, `**/v1/automations/${id}`, async ({ method }) => ({
            json: method === 'PATCH' ? { ...welcome, edit: plan } : welcome,
          })),
        visit(`${path}/${id}/edit`),
        simulates,
        press(/^Move or remove Where the birds are/),
        page => page.getByRole('menuitem', { name: 'Move up' }).click(),
        press('Save'),
        opens('Who follows the change?'),
        page => page.getByLabel('Everyone', { exact: true }).check(),
        page => page.getByText('20 people move').waitFor(),
      ),
    },
    'a person in a sequence': {
      ready: inTurn(
        answers('**/v1/subscribers/*/automations?**', attempts),
        visit('newsletter/subscribers/ada@example.org'),
        page => page.getByRole('heading', { name: 'Sequences' }).waitFor(),
      ),
    },
  };
}

const explained = {
  subscriber_id: 'ada',
  is_inside: true,
  runs: [runs.results[0]],
  next: attempts.results.slice(1),
  events: [{ event_type: 'subscriber.confirmed', date: '2026-11-20T09:00:00.000Z' }],
  waits_to_enter: false,
  refusal: null,
  conditions: [
    {
      condition: {
        filters: [{ field: 'subscriber.type', operator: 'equals', value: 'regular' }],
        groups: [],
        predicate: 'and',
      },
      holds: true,
    },
  ],
};
