import { changeType } from './demo-people-year.ts';
import type { Person, Story } from './demo-story.ts';

/** Lets somebody leave: they get no mail from then on, and their later changes do not happen. */
export function leave(
  story: Story,
  person: Person,
  date: Date,
  to: string,
  growth: string,
  reason: string,
): void {
  const from = person.paid && person.paid < date ? person.type : 'regular';
  changeType(story, person.id, date, from, to, growth);
  if (person.paid && person.paid >= date) forget(story, person);
  Object.assign(person, { left: date, type: to, reason });
}

function forget({ lines }: Story, { id, paid }: Person): void {
  const date = paid!.toISOString();
  const isLater = (line: object) => {
    const { subscriber_id, creation_date } = line as { subscriber_id: string; creation_date: string };
    return subscriber_id === id && creation_date === date;
  };
  lines.events = lines.events!.filter(line => !isLater(line));
}

type Said = {
  kind: 'hard' | 'policy' | 'complaint';
  status: string | null;
  reason: string;
  isHandOver?: boolean;
};

/** Writes the report about a copy, which came when the copy was handed over, or in a mail later. */
export function feedback(
  { dice, add }: Story,
  person: Person,
  email_id: string,
  date: Date,
  { kind, status, reason, isHandOver = false }: Said,
): void {
  add('feedback', {
    id: dice.id(date),
    email_id,
    subscriber_id: person.id,
    kind,
    status,
    reason,
    recipient: person.invented.email_address,
    pattern: status === null ? 'feedback-type abuse' : `status ${status}`,
    source: isHandOver ? 'hand_over' : 'smtp',
    identified_by: isHandOver ? 'hand_over' : 'return_path',
    report_hash: dice.hex(64),
    creation_date: date.toISOString(),
  });
}
