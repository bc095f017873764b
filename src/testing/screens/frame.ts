import { heldRecipientExample, pendingExample, statusExample } from '../../holds/examples.ts';
import {
  answers,
  answersChanged,
  asSession,
  emails,
  inTurn,
  opens,
  press,
  type Screen,
  shows,
  visit,
} from './acts.ts';

/** Returns the screens of the frame around every screen, and its overlays. */
export function frameScreens(): Record<string, Screen> {
  return {
    palette: {
      path: emails,
      ready: inTurn(
        shows('Emails'),
        page => page.keyboard.press('Control+k'),
        async page => {
          await page.getByRole('option', { name: 'Add a subscriber' }).waitFor();
        },
      ),
    },
    'the palette searching': {
      path: emails,
      ready: inTurn(
        shows('Emails'),
        page => page.keyboard.press('Control+k'),
        async page => {
          await page.getByRole('combobox').fill('draft');
          await page.getByRole('option', { name: 'A draft' }).waitFor();
        },
      ),
    },
    'switching newsletters': {
      path: emails,
      ready: inTurn(shows('Emails'), page => page.keyboard.press('n'), opens('Switch newsletter')),
    },
    shortcuts: {
      path: emails,
      ready: inTurn(shows('Emails'), page => page.keyboard.press('?'), opens('Keyboard shortcuts')),
    },
    'the account menu': {
      path: emails,
      ready: inTurn(shows('Emails'), press('Your account'), page =>
        page.getByRole('menuitem', { name: 'Sign out' }).waitFor(),
      ),
    },
    ...holdScreens(),
    'on hold for an editor': {
      ready: inTurn(
        asSession(({ person }) => ({ on_hold: true, person: { ...person, installation: false } }), emails),
        page => page.getByText('An owner of this installation').waitFor(),
        page => page.getByText('What went out').waitFor(),
      ),
    },
    'nothing on hold': {
      ready: inTurn(
        answers('**/v1/hold', { ...statusExample, status: 'none' }),
        visit('newsletter/hold'),
        shows('This installation is not on hold'),
      ),
    },
    'nothing there within the settings': {
      path: 'newsletter/settings/nothing/there',
      ready: shows('Page not found'),
    },
    'nothing there': {
      path: 'nobody/emails',
      ready: page => page.getByText('Page not found').waitFor(),
    },
  };
}

/** Returns the screens of the hold. */
function holdScreens(): Record<string, Screen> {
  return {
    'on hold': {
      ready: inTurn(
        answers('**/v1/hold', statusExample),
        answers('**/v1/hold/pending', pendingExample),
        asSession({ on_hold: true }, 'newsletter/hold'),
        page => page.getByText('What the sea leaves').first().waitFor(),
      ),
    },
    'on hold, with whom': {
      ready: inTurn(
        answers('**/v1/hold', {
          ...statusExample,
          reason: 'other_server',
          detail: 'The database server was replaced by a standby, or restored to an earlier point in time.',
          origin: '',
        }),
        answers('**/v1/hold/pending', pendingExample),
        answers('**/v1/hold/recipients*', {
          results: [
            heldRecipientExample,
            { ...heldRecipientExample, subscriber_id: null, email_address: null },
            {
              ...heldRecipientExample,
              subscriber_id: 'ian',
              email_address: 'ian@example.com',
              type: 'in_hand',
              status: 'planned',
            },
          ],
          count: 156,
          next: 'http://localhost/v1/hold/recipients?page=2',
          previous: null,
        }),
        asSession({ on_hold: true }, 'newsletter/hold'),
        press('Show them'),
        page => page.getByText('ian@example.com').waitFor(),
      ),
    },
    'sending pauses': {
      ready: inTurn(
        answersChanged('**/v1/hold', {
          status: 'waiting',
          detail: 's3://bucket/witness cannot be used: it did not answer in time',
        }),
        asSession({ witness_away: true }, 'newsletter/hold'),
        page => page.getByText('s3://bucket/witness').waitFor(),
      ),
    },
  };
}
