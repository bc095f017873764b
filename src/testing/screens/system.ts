import {
  answers,
  answersChanged,
  asSession,
  inTurn,
  opens,
  press,
  type Screen,
  shows,
  visit,
} from './acts.ts';

/** Returns the screens of the installation's state, and of the built-in inbox. */
export function systemScreens(): Record<string, Screen> {
  return {
    system: {
      path: 'system',
      ready: inTurn(shows('System'), page => page.getByRole('row', { name: /^deliveries/ }).waitFor()),
    },
    'a system in trouble': {
      ready: inTurn(
        answersChanged('**/v1/system', troubled),
        answers('**/v1/system/ledger_check', wrongLedger),
        answers('**/v1/backups?**', failedBackup),
        visit('system'),
        page => page.getByText('The counts of 1 of 312 emails are wrong').waitFor(),
        page => page.getByRole('row', { name: /^deliveries/ }).waitFor(),
      ),
    },
    'the system for others': {
      ready: inTurn(
        asSession(({ person }) => ({ person: { ...person, installation: false } }), 'system'),
        page => page.getByText('Only owners of this installation').waitFor(),
      ),
    },
    inbox: {
      path: 'inbox',
      ready: inTurn(shows('Inbox'), page => page.getByText('What went out').first().waitFor()),
    },
    'an empty inbox': {
      ready: inTurn(
        answers('**/inbox/list?**', { results: [], count: 0, total: 0, page_size: 50 }),
        visit('inbox'),
        page => page.getByText('No mail yet').waitFor(),
      ),
    },
    'an inbox that finds nothing': {
      path: 'inbox?query=nobody',
      ready: page => page.getByText('No message matches').waitFor(),
    },
    'all mail to delete': {
      path: 'inbox',
      ready: inTurn(press('Delete all …'), opens('Delete all mail in the inbox?')),
    },
    'a message in the inbox': {
      path: 'inbox',
      ready: inTurn(
        page =>
          page
            .getByRole('link', { name: /What went out/ })
            .first()
            .click(),
        shows('What went out'),
        page => page.frameLocator('iframe').getByText('Hi').last().waitFor(),
      ),
    },
    'the headers of a message': {
      path: 'inbox',
      ready: inTurn(
        page =>
          page
            .getByRole('link', { name: /What went out/ })
            .first()
            .click(),
        shows('What went out'),
        page => page.getByRole('radio', { name: 'Headers' }).check(),
        page => page.getByText('List-Unsubscribe-Post').waitFor(),
      ),
    },
    'a message that is gone': {
      path: 'inbox/0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
      ready: page => page.getByText('This message is no longer here').waitFor(),
    },
  };
}

const past = '2026-11-20T09:00:00.000Z';

const troubled = {
  processes: [
    {
      id: '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
      role: 'worker',
      host: 'lowwater',
      process_id: 4711,
      version: '0.1.0',
      start_date: past,
      seen_date: past,
      is_running: false,
    },
  ],
  queues: [
    {
      queue: 'sending',
      waiting: 12,
      running: 0,
      later: 3,
      failing: 15,
      is_late: true,
      reason: 'The connection was refused: nothing is listening there.',
      oldest_seconds: 4210,
    },
    {
      queue: 'mail_confirmation',
      waiting: 1204,
      running: 2,
      later: 0,
      failing: 0,
      is_late: false,
      reason: '',
      oldest_seconds: 42,
    },
  ],
  disks: [
    {
      folder: '/var/lib/postrider',
      holds: ['database', 'files', 'other'],
      size: 4e10,
      free: 9e8,
      is_low: true,
    },
  ],
};

const wrongLedger = {
  status: 'wrong',
  creation_date: past,
  completion_date: past,
  email_count: 312,
  checked_count: 312,
  wrong_count: 1,
  wrong: [
    {
      email: { id: '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60', subject: 'The long way round' },
      newsletter: { id: '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c61', username: 'newsletter', name: 'Low Water' },
      stored: { accepted: 1204, bounced: 3 },
      counted: { accepted: 1203, bounced: 4 },
    },
  ],
};

const backup = {
  id: '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
  kind: 'scheduled',
  place: '/mnt/backups',
  file_name: 'postrider.tar',
  is_encrypted: true,
  row_count: null,
  file_count: null,
  size: null,
  creation_date: past,
  completion_date: past,
};
const failedBackup = {
  results: [],
  count: 1,
  next: null,
  previous: null,
  next_date: past,
  last_good: null,
  last_failed: {
    ...backup,
    status: 'failed',
    status_reason: '/mnt/backups cannot be written (EROFS). Choose another folder, or change its owner.',
  },
};
