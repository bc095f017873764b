// The examples of holds at /docs. A test checks them against their schemas.

const email = '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55';
const newsletter = {
  id: '019a2c5d-1f00-7d4e-8a11-6b3f2d9c7e10',
  username: 'lowwater',
  name: 'Low Water',
};

export const statusExample = {
  status: 'hold',
  reason: 'restored',
  detail: 'This database was restored from a backup.',
  hold_date: '2030-11-20T09:12:00.000Z',
  known_until: '2030-11-20T03:00:00.000Z',
  origin: 'the embedded database on host mail1',
};

export const pendingExample = {
  emails: [
    {
      id: email,
      subject: 'What the sea leaves on a Tuesday',
      status: 'in_flight',
      publish_date: '2030-11-20T02:59:00.000Z',
      newsletter,
      accepted: 8021,
      planned: 4120,
      temporary: 12,
    },
  ],
  bulk_actions: [],
  automations: 2,
  queued_items: 3,
  webhook_deliveries: 37,
  recipients: [
    { id: email, subject: 'What the sea leaves on a Tuesday', newsletter, written_again: 131, in_hand: 25 },
  ],
  unknown:
    'This database does not know what the original did later: emails written later are missing, posts that were mailed later look new, and recipients who are still waiting may have got their copy.',
};

export const heldRecipientExample = {
  email: { id: email, subject: 'What the sea leaves on a Tuesday' },
  newsletter,
  subscriber_id: '019a2c5d-3b00-7e1a-9c44-5d8e1f7a2b30',
  email_address: 'iris@example.com',
  type: 'written_again',
  status: 'accepted',
  date: '2030-11-20T09:12:04.000Z',
};

export const resumeExample = { rest: 'uncertain', emails: { [email]: 'send' } };
