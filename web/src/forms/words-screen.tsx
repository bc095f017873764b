import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Here, keepNewsletter, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { queryClient } from '../platform/api.ts';
import { SelectField } from '../ui/field.tsx';
import { InPlace } from '../ui/in-place.tsx';
import { PageTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { type OwnText, type Texts, wordsKey, wordsQuery } from './queries.ts';
import styles from './words.module.css';

const said = words.forms.words;

/** Lists the texts of pages and mails one by one: the usual text, and the newsletter's own in its place. */
export function WordsScreen() {
  const here = useHere();
  const {
    language = here.newsletter.locale,
    search = '',
    own,
  } = useSearch({
    from: '/$newsletter/frame/forms/words',
  });
  const navigate = useNavigate({ from: '/$newsletter/forms/words' });
  const go = (more: object) => void navigate({ search: before => ({ ...before, ...more }), replace: true });
  const query = useQuery(wordsQuery(here, language));
  return (
    <>
      <PageTitle>{words.forms.tabs.words}</PageTitle>
      <p className={styles.note}>{said.note}</p>
      <div className={styles.tools}>
        <SelectField
          label={said.language}
          value={query.data?.language ?? ''}
          onChange={({ target }) => go({ language: target.value })}
        >
          {(query.data?.languages ?? []).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <SearchField
          label={said.search}
          placeholder={said.search}
          value={search}
          onSearch={text => go({ search: text || undefined })}
        />
        <label className={styles.only}>
          <input
            type="checkbox"
            checked={own === true}
            onChange={({ target }) => go({ own: target.checked || undefined })}
          />
          {said.only_own}
        </label>
      </div>
      <Loaded query={query} lines={8}>
        {texts => (
          <List here={here} texts={texts} shown={texts.texts.filter(matching(search, own === true))} />
        )}
      </Loaded>
    </>
  );
}

/** Returns a test for texts that contain these letters in their key, their usual wording or the newsletter's. */
function matching(search: string, only_own: boolean) {
  const wanted = search.toLowerCase();
  return ({ key, usual, own }: OwnText) =>
    (!only_own || own !== '') && `${key}\n${usual}\n${own}`.toLowerCase().includes(wanted);
}

function List({ here, texts, shown }: { here: Here; texts: Texts; shown: OwnText[] }) {
  const mayChange = usePermission('settings', 'write');
  if (shown.length === 0) return <p className={styles.note}>{said.nothing}</p>;
  return (
    <ul className={styles.list}>
      {shown.map(text => (
        <li key={text.key}>
          <code className={styles.key}>{text.key}</code>
          <p className={styles.usual} lang={texts.language} dir="auto">
            {text.usual}
          </p>
          {mayChange ? (
            <InPlace
              label={said.own(text.key)}
              kind="text"
              value={text.own}
              empty={said.unchanged}
              hint={said.hint}
              onSave={own => keep(here, texts.language, text.key, own)}
              {...(text.own !== '' && {
                also: { label: said.reset, act: () => keep(here, texts.language, text.key, '') },
              })}
            />
          ) : (
            text.own !== '' && <p dir="auto">{text.own}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Saves the newsletter's own text; an empty one restores the usual text. */
async function keep({ newsletter, api }: Here, language: string, key: string, text: string): Promise<void> {
  const { [key]: _, ...others } = newsletter.words[language] ?? {};
  const own = text.trim() === '' ? others : { ...others, [key]: text };
  const body = { words: { ...newsletter.words, [language]: own } };
  keepNewsletter(await api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body }));
  await queryClient.invalidateQueries({ queryKey: wordsKey(newsletter.id) });
  say(words.parts.saved);
}
