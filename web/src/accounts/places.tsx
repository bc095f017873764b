import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf, queryClient } from '../platform/api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { forgetNewsletters } from './newsletters.ts';
import { type Place, sessionQuery } from './session.ts';

/** Lists the person's newsletters, each with a way to leave it. */
export function Places() {
  const { data: session } = useQuery(sessionQuery);
  const [left, setLeft] = useState<Place>();
  const person = session?.person;
  if (!session || !person) return null;
  const places = session.newsletters;
  return (
    <Section
      id="places"
      title={words.profile.places}
      note={places.length === 0 ? words.profile.places_none : person.installation && words.profile.places_all}
      action={
        person.installation && (
          <Link to="/account/new-newsletter" className={buttonClass()}>
            {words.newsletter.make}
          </Link>
        )
      }
    >
      <Rows>
        {places.map(place => (
          <Row
            key={place.id}
            title={
              <Link to="/$newsletter/emails" params={{ newsletter: place.username }}>
                {place.name}
              </Link>
            }
            note={words.team.roles[place.role]}
            action={
              person.installation ? (
                <Mark>{words.profile.installation}</Mark>
              ) : (
                <Button onClick={() => setLeft(place)}>{words.profile.leave_ask}</Button>
              )
            }
          />
        ))}
      </Rows>
      {left && (
        <Confirmation
          title={words.profile.leave_title(left.name)}
          act={words.profile.leave}
          run={() => apiOf(left.id).delete('/v1/people/{id}', { params: { id: person.id } })}
          onDone={async () => {
            queryClient.removeQueries({ queryKey: ['newsletter', left.id] });
            await forgetNewsletters();
            setLeft(undefined);
            say(words.profile.left(left.name));
          }}
          onClose={() => setLeft(undefined)}
        >
          {words.profile.leave_detail}
        </Confirmation>
      )}
    </Section>
  );
}
