import { useState } from 'react';
import { root } from '../platform/root.ts';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import { useProven } from './me.ts';
import { askSession } from './session.ts';

/** Lets people erase their own account. */
export function EraseAccount() {
  const [asks, setAsks] = useState(false);
  const erase = useProven(
    () => askSession('DELETE', '/account'),
    () => location.assign(`${root}/dashboard`),
  );
  return (
    <Section
      id="erase"
      title={words.profile.erase_title}
      note={words.profile.erase_note}
      action={
        <Button look="danger" onClick={() => setAsks(true)}>
          {words.profile.erase_ask}
        </Button>
      }
    >
      {asks && (
        <Question
          title={words.profile.erase_question}
          act={words.profile.erase}
          busy={erase.isPending}
          error={erase.error}
          onConfirm={() => erase.mutate(undefined)}
          onClose={() => setAsks(false)}
        >
          {words.profile.erase_detail}
        </Question>
      )}
    </Section>
  );
}
