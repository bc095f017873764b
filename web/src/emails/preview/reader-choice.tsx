import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import styles from './preview-card.module.css';

type Choosing = {
  reader: string | undefined;
  onChange: (reader: string | undefined) => void;
};

/** Chooses whom the preview is for: any reader, found by a part of the address, or somebody about whom nothing is known. */
export function ReaderChoice({ reader, onChange }: Choosing) {
  const here = useHere();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const search = useDeferredValue((typed ?? '').trim());
  const { data = [] } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'readers', 'named', search],
    queryFn: async ({ signal }) => {
      const query = { page_size: 8, ...(search && { email_address: search }) };
      const { results } = await here.api.get('/v1/subscribers', { query, signal });
      return results.map(({ email_address }) => email_address);
    },
    placeholderData: keepPreviousData,
  });
  const choose = (text: string) => {
    setTyped(text);
    const address = text.trim();
    if (address === '') onChange(undefined);
    else if (data.includes(address)) onChange(address);
  };
  return (
    <span className={styles.reader}>
      <input
        type="search"
        aria-label={words.preview.reader}
        placeholder={words.preview.nobody}
        list={id}
        value={typed ?? reader ?? ''}
        onChange={({ target }) => choose(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={id}>
        {data.map(address => (
          <option key={address} value={address} />
        ))}
      </datalist>
    </span>
  );
}
