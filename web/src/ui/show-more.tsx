import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { Failure } from './state.tsx';

type List = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** The button for the next page of a list, if there is one. If that page cannot be read, it says why and offers to try again. */
export function ShowMore({ list, label = words.parts.show_more }: { list: List; label?: string }) {
  const more = () => void list.fetchNextPage();
  if (list.isFetchNextPageError) return <Failure error={list.error} retry={more} />;
  if (!list.hasNextPage) return null;
  return (
    <Button busy={list.isFetchingNextPage} onClick={more}>
      {label}
    </Button>
  );
}
