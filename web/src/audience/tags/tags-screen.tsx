import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tag } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { UsesDialog } from '../../accounts/uses.tsx';
import { must } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PageTitle, Row, Rows } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { DeleteTag } from './delete-tag.tsx';
import { MergeTag } from './merge-tag.tsx';
import { TagForm } from './tag-form.tsx';
import styles from './tags-screen.module.css';

const named = words.tags;
type Act = 'edit' | 'uses' | 'merge' | 'delete';

/** The tags of the newsletter, how many people have each, and what can be done with them. */
export function TagsScreen() {
  const here = useHere();
  const queryClient = useQueryClient();
  const tags = useQuery(tagsQuery(here));
  const { data: counts } = useQuery(tagCountsQuery(here));
  const mayChange = usePermission('subscribers', 'write');
  const { make: makes = false } = useSearch({ from: '/$newsletter/frame/settings/tags' });
  const navigate = useNavigate({ from: '/$newsletter/settings/tags' });
  const setMakes = (make: boolean) => void navigate({ search: make ? { make } : {} });
  const [chosen, setChosen] = useState<{ tag: Tag; act: Act }>();
  const close = () => setChosen(undefined);
  const forget = () => queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
  const done = () => {
    close();
    if (makes) setMakes(false);
    void forget();
  };
  const make = mayChange && (
    <Button look="solid" onClick={() => setMakes(true)}>
      {named.make}
    </Button>
  );
  const countOf = (tag: Tag) => counts?.get(tag.id);
  const items = (tag: Tag): MenuItem[] => {
    const item = (label: string, act: Act, danger = false) => ({
      label,
      danger,
      run: () => setChosen({ tag, act }),
    });
    return [
      item(named.where, 'uses'),
      ...(mayChange
        ? [
            item(named.edit, 'edit'),
            ...(tags.data && tags.data.length > 1 ? [item(named.merge, 'merge')] : []),
            item(named.remove, 'delete', true),
          ]
        : []),
    ];
  };
  return (
    <>
      <PageTitle action={tags.data?.length !== 0 && make}>{named.title}</PageTitle>
      <Loaded query={tags} lines={5} height="3.5rem">
        {data =>
          data.length === 0 ? (
            <Empty title={named.empty} action={make}>
              {named.empty_detail}
            </Empty>
          ) : (
            <Rows>
              {data.map(tag => (
                <Row
                  key={tag.id}
                  title={
                    <span className={styles.name}>
                      <i style={{ background: tag.color }} />
                      {tag.name}
                    </span>
                  }
                  note={[named.people(countOf(tag)), tag.subscriber_editable && named.topic, tag.description]
                    .filter(Boolean)
                    .join(' · ')}
                  action={<Menu label={named.more(tag.name)} items={items(tag)} />}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {makes && mayChange && <TagForm onDone={done} onClose={() => setMakes(false)} />}
      {chosen?.act === 'edit' && <TagForm tag={chosen.tag} onDone={done} onClose={close} />}
      {chosen?.act === 'uses' && (
        <UsesDialog kind="tags" id={chosen.tag.id} name={chosen.tag.name} onClose={close} />
      )}
      {chosen?.act === 'merge' && tags.data && (
        <MergeTag
          tag={chosen.tag}
          others={tags.data.filter(({ id }) => id !== chosen.tag.id)}
          count={countOf(chosen.tag)}
          onDone={done}
          onClose={close}
        />
      )}
      {chosen?.act === 'delete' && (
        <DeleteTag tag={chosen.tag} count={countOf(chosen.tag)} onDone={done} onClose={close} />
      )}
    </>
  );
}

/** How many people have each tag, by its id. */
const tagCountsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'tag counts'],
    queryFn: async () => {
      const { results } = await must(() => api.get('/v1/tags/counts'));
      return new Map(results.map(({ id, subscriber_count }) => [id, subscriber_count]));
    },
  });
