import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Tag } from '../../../../src/client/schema.ts';
import { type Here, readAgain, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { type Ends, ThingsScreen } from '../../accounts/things-screen.tsx';
import { words } from '../../words.ts';
import { DeleteTag } from './delete-tag.tsx';
import { MergeTag } from './merge-tag.tsx';
import { TagForm } from './tag-form.tsx';
import styles from './tags-screen.module.css';

const named = words.tags;

/** Lists the tags of the newsletter, with the number of people who have each, and the actions. */
export function TagsScreen() {
  const here = useHere();
  const tags = useQuery(tagsQuery(here));
  const { data: counts } = useQuery(tagCountsQuery(here));
  const mayChange = usePermission('subscribers', 'write');
  const refresh = () => void readAgain(here);
  const countOf = (tag: Tag) => counts?.get(tag.id);
  const changes = (tag: Tag, ends: Ends) => {
    const others = tags.data?.filter(({ id }) => id !== tag.id) ?? [];
    const merge = <MergeTag tag={tag} others={others} count={countOf(tag)} {...ends} />;
    return [
      { label: named.edit, dialog: <TagForm tag={tag} {...ends} /> },
      ...(others.length > 0 ? [{ label: named.merge, dialog: merge }] : []),
      { label: named.remove, danger: true, dialog: <DeleteTag tag={tag} count={countOf(tag)} {...ends} /> },
    ];
  };
  return (
    <ThingsScreen
      kind="tags"
      title={named.title}
      said={named}
      query={tags}
      lines={5}
      refresh={refresh}
      make={mayChange && (ends => <TagForm {...ends} />)}
      nameOf={tag => (
        <span className={styles.name}>
          <i style={{ background: tag.color }} />
          {tag.name}
        </span>
      )}
      noteOf={tag =>
        [named.people(countOf(tag)), tag.subscriber_editable && named.topic, tag.description]
          .filter(Boolean)
          .join(' · ')
      }
      acts={(tag, ends) => ['uses', ...(mayChange ? changes(tag, ends) : [])]}
    />
  );
}

/** The number of people who have each tag, by the tag's id. */
const tagCountsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'tag counts'],
    queryFn: async () => {
      const { results } = await api.get('/v1/tags/counts');
      return new Map(results.map(({ id, subscriber_count }) => [id, subscriber_count]));
    },
  });
