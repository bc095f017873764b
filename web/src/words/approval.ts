// Emails that wait until somebody else approves them.
import { counted } from './counted.ts';

export const approval = {
  somebody: 'Somebody',
  you: 'You',
  asked: (name: string, count: number) => `${name} asked to send it to ${counted(count, 'subscriber')} on`,
  own: 'Another owner or editor has to approve it. You cannot approve your own request.',
  others: 'An owner or editor has to approve it.',
  yours: 'It goes out when you approve it.',
  take_back: 'Take back the request',
  decline: 'Do not approve …',
  decline_title: 'Do not approve this email?',
  decline_reason: 'What has to change',
  decline_hint: 'Optional. The author sees it above the text.',
  decline_act: 'Do not approve',
  not_approved: (name: string, reason: string) =>
    `${name} did not approve this email${reason === '' ? '.' : `: “${reason}”`}`,
  ask_again: 'Change it and ask again.',
  taken_back: 'The request was taken back. The email is a draft again.',
  declined: 'Not approved. The email is a draft again.',
} as const;
