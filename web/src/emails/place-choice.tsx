import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import type { Fields } from './fields.ts';
import { type Place, placedAt, placeOf } from './place.ts';

const said = words.place;
type Placed = Pick<Fields, 'email_type' | 'archival_mode'>;
type Choosing = {
  email: Placed;
  isDisabled: boolean;
  className: string | undefined;
  onChange: (changes: Placed) => void;
};

/** Chooses whether an email appears in mailboxes, on the web or both. An email to former paying subscribers never has a page. */
export function PlaceChoice({ email, isDisabled, className, onChange }: Choosing) {
  const place = placeOf(email);
  return (
    <div className={className}>
      <span>{said.label}</span>
      <Segments<Place>
        label={said.label}
        value={place}
        options={said.options}
        isDisabled={isDisabled || email.email_type === 'churned'}
        onChange={next => onChange(placedAt(email, next))}
      />
      <p>{email.email_type === 'churned' ? said.only_mail : said.means[place]}</p>
    </div>
  );
}
