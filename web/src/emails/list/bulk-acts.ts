import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import { forgetKept } from '../drafts/kept.ts';
import { duplicateEmail } from '../duplicate-email.ts';
import { deleteEmail, mayDelete } from '../queries.ts';

export type ActName = keyof typeof words.several_emails.acts;

/** An act on several emails at once. */
type Act = {
  /** Returns why the act does not apply to this email; undefined if it does. */
  refuses(email: Email, role: string | undefined): string | undefined;
  run(here: Here, email: Email): Promise<unknown>;
};

const { why } = words.several_emails;
const keptOff: readonly Email['email_type'][] = ['private', 'churned'];
const isWaiting = ({ status }: Email) => status === 'scheduled' || status === 'about_to_send';

export const acts: Record<ActName, Act> = {
  duplicate: {
    refuses: () => undefined,
    run: (here, { id }) => duplicateEmail(here, id),
  },
  draft: {
    refuses: email => (isWaiting(email) ? undefined : why.not_waiting),
    run: (here, email) => change(here, email, { status: 'draft' }),
  },
  pause: {
    refuses: refuseUnlessSending,
    run: ({ api }, { id }) => api.post('/v1/emails/{id}/pause', { params: { id } }),
  },
  resume: {
    refuses: refuseUnlessSending,
    run: ({ api }, { id }) => api.post('/v1/emails/{id}/resume', { params: { id } }),
  },
  hide: {
    refuses: email => (email.archival_mode === 'disabled' || isKeptOff(email) ? why.hidden : undefined),
    run: (here, email) => change(here, email, { archival_mode: 'disabled' }),
  },
  show: {
    refuses: email =>
      isKeptOff(email) ? why.never_shown : email.archival_mode === 'disabled' ? undefined : why.shown,
    run: (here, email) => change(here, email, { archival_mode: 'enabled' }),
  },
  delete: {
    refuses: (email, role) =>
      mayDelete(email, role) ? undefined : email.status === 'in_flight' ? why.in_flight : why.not_yours,
    run: async (here, email) => {
      await deleteEmail(here, email);
      forgetKept(here, email.id, true);
    },
  },
};

/** Returns the acts that apply to at least one of the emails. */
export function actsOn(emails: Email[], role: string | undefined): ActName[] {
  const names = Object.keys(acts) as ActName[];
  return names.filter(name => emails.some(email => acts[name].refuses(email, role) === undefined));
}

function refuseUnlessSending({ status }: Email): string | undefined {
  return status === 'in_flight' ? undefined : why.not_in_flight;
}

function isKeptOff({ email_type }: Email): boolean {
  return keptOff.includes(email_type);
}

type Changes = { status: 'draft' } | { archival_mode: 'enabled' | 'disabled' };

function change({ api }: Here, { id }: Email, body: Changes): Promise<unknown> {
  return api.patch('/v1/emails/{id}', { params: { id }, body });
}
